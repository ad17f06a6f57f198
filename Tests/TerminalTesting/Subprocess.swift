import Foundation

/// A program that is run to its end.
///
/// Foundation's `Process` also waits until all descendants of the program have closed a socket that they inherit. It would
/// wait for ever for the server of tmux, which goes on running.
struct Subprocess {
  var path: String
  var arguments: [String]
  var environment: [String: String]

  /// The error of a program that could not be started, or whose status is not 0.
  struct Failure: Error {
    var command: [String]
    /// The error number of `posix_spawn`, or the status that `waitpid` returned.
    var code: Int32
    var output: String
  }

  /// Runs the program, and returns its standard output and standard error.
  ///
  /// - Parameter output: The file that receives both.
  @discardableResult
  func run(output: URL) throws -> String {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Threads of a test may block signals. The server of tmux needs them, to see that its shells have ended.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw Failure(command: [path] + arguments, code: code, output: "") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let text = try String(contentsOf: output, encoding: .utf8)
    guard status == 0 else { throw Failure(command: [path] + arguments, code: status, output: text) }
    return text
  }
}
