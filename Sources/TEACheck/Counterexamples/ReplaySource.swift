internal import TEARuntime

/// What `replay` is given: a stored file or a token.
package struct ReplaySource {
  /// The file or the token, as people name it.
  package var name: String
  var recording: Recording
  /// The property that was violated, if it is known.
  var property: String?
  /// The title of the check, if it is known.
  package var check: String?
  private var sum: UInt32

  /// Reads a file, or a token where there is no such file.
  ///
  /// - Throws: ``UsageError`` that says what is wrong with it.
  package init(_ argument: String) throws(UsageError) {
    name = argument
    let text: String
    do {
      text = try Platform.read(argument)
    } catch {
      guard error.isAbsence || argument.hasPrefix(Token.prefix) else {
        throw UsageError("'\(escaped(argument))' cannot be read: \(error)")
      }
      guard argument.hasPrefix(Token.prefix) else {
        throw UsageError("There is no file '\(escaped(argument))', and a token begins with \(Token.prefix)")
      }
      do {
        let token = try Token(argument)
        (recording, sum) = (.token(token), token.check)
        return
      } catch {
        throw UsageError("The token cannot be read: \(error); copy all of it")
      }
    }
    do {
      let stored = try StoredCounterexample(parsing: text)
      recording = .script(stored.script, property: stored.property)
      (property, check, sum) = (stored.property, stored.check, Token.sum(ofTitle: stored.check))
    } catch {
      throw UsageError("'\(escaped(argument))' is no stored counterexample: \(error)")
    }
  }

  /// Whether it is of the check with a title.
  package func isOf(_ title: String) -> Bool { check.map { $0 == title } ?? (Token.sum(ofTitle: title) == sum) }
}
