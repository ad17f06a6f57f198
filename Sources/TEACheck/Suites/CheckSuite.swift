internal import TEASupport

/// An executable that holds checks: `tea-check` finds, builds and runs it.
///
/// ```swift
/// @main struct SearchChecks: CheckSuite {
///   static var checks: [Check] {
///     search.check("three searches, every interleaving", depth: 12)
///   }
/// }
/// ```
public protocol CheckSuite {
  /// The checks, in the order in which they run.
  @CheckBuilder static var checks: [Check] { get }
}

extension CheckSuite {
  /// Runs the checks as the command line asks, and exits.
  public static func main() {
    Platform.ignoreFileSizeSignal()
    let (arguments, name) = (Array(CommandLine.arguments.dropFirst()), "\(Self.self)")
    let checks = SuiteRunner.watchedChecks(arguments, name) { Self.checks }
    let runner = SuiteRunner(name: name, type: String(reflecting: Self.self), checks: checks)
    Platform.exit(Platform.exitCode(runner.run(arguments)))
  }
}

/// Collects the checks of a suite.
@resultBuilder
public enum CheckBuilder {
  /// A check.
  public static func buildExpression(_ check: Check) -> [Check] { [check] }
  /// Several checks.
  public static func buildExpression(_ checks: [Check]) -> [Check] { checks }
  /// The error of a specification in a list of checks, which the compiler shows.
  @available(*, unavailable, message: "a list of checks takes a check: write .check() behind the specification")
  public static func buildExpression<M>(_ specification: Specification<M>) -> [Check] { [] }
  /// The checks of the suite, in their order.
  public static func buildBlock(_ checks: [Check]...) -> [Check] { checks.flatMap { $0 } }
  /// Checks under an `if`.
  public static func buildOptional(_ checks: [Check]?) -> [Check] { checks ?? [] }
  /// Checks under an `if` that has an `else`.
  public static func buildEither(first checks: [Check]) -> [Check] { checks }
  /// Checks under an `else`.
  public static func buildEither(second checks: [Check]) -> [Check] { checks }
  /// Checks in a loop.
  public static func buildArray(_ checks: [[Check]]) -> [Check] { checks.flatMap { $0 } }
}
