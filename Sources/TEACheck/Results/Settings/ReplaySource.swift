package import TEASupport
internal import TEAText

/// The argument of `replay`: a stored counterexample, a recorded session or a token.
package struct ReplaySource {
  /// The path of the file, or the token, as it was given.
  package var name: String
  /// The path of the file or of a copy, where the file is a pipe; or the token.
  package private(set) var path: String
  package var recording: Recording
  /// The violated property of a stored counterexample; `nil` for other sources.
  package var property: String?
  /// The title of the check of a stored counterexample; `nil` for other sources.
  package var check: String?
  /// The module of a session, which every check of the module can replay; `nil` for other sources.
  package private(set) var module: String?
  /// The target of the specification; `nil` where no stored counterexample names it.
  package private(set) var target: String?
  /// The hash of the check's title, by which a token names its check; 0 for a session.
  private var titleHash: UInt32

  /// Reads a file, or a token where there is no file of this name.
  package init(_ argument: String) throws(UsageError) {
    (name, path) = (argument, argument)
    let text: String
    do {
      text = try Platform.read(argument)
    } catch {
      guard error.isFileMissing || argument.hasPrefix(Token.prefix) else {
        throw UsageError("'\(escaped(argument))' cannot be read: \(error)")
      }
      guard argument.hasPrefix(Token.prefix) else {
        throw UsageError("There is no file '\(escaped(argument))', and a token begins with \(Token.prefix)")
      }
      do {
        let token = try Token(argument)
        (recording, titleHash) = (.token(token), token.titleHash)
        return
      } catch {
        throw UsageError("The token cannot be read: \(error); copy all of it")
      }
    }
    if Platform.isPipe(argument) {
      do { path = try Platform.copy(of: text) } catch {
        throw UsageError("'\(escaped(argument))' cannot be copied to a file for the suite: \(error)")
      }
    }
    if Session.isSession(text) {
      do {
        let session = try Session(parsing: text)
        (recording, module, titleHash) = (.session(session), session.module, 0)
        return
      } catch {
        throw UsageError("The session '\(escaped(argument))' cannot be replayed: \(error)")
      }
    }
    do {
      let counterexample = try StoredCounterexample(parsing: text)
      recording = .script(counterexample.script, property: counterexample.property, found: counterexample.found)
      (property, check, target, titleHash) = (
        counterexample.property, counterexample.check, counterexample.target, Token.hash(ofTitle: counterexample.check)
      )
    } catch {
      throw UsageError("'\(escaped(argument))' is no stored counterexample: \(error)")
    }
  }

  /// Returns whether the recording can be of a check. A session is matched by the module, a stored counterexample by title and
  /// target, and a token by the title's hash.
  package func fits(checkTitled title: String, at place: String) -> Bool {
    if let module { return title == module || title.hasPrefix("\(module) · ") }
    if let target, let other = StoredCounterexample.target(ofPlace: place), other != target { return false }
    return check.map { $0 == title } ?? (Token.hash(ofTitle: title) == titleHash)
  }
}
