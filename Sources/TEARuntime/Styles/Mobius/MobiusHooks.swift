internal import Synchronization

/// The handler of errors in the use of loops.
///
/// The handler ends the process, and can be replaced.
public enum MobiusHooks {
  /// A function that reports an error, with its text, file and line, and does not return.
  public typealias ErrorHandler = (String, StaticString, UInt) -> Never

  private static let replacement = Mutex<Unchecked<ErrorHandler>?>(nil)

  /// The handler of errors; the default one traps.
  public static var errorHandler: ErrorHandler {
    replacement.withLock { $0 }?.value ?? { defaultErrorHandler($0, file: $1, line: $2) }
  }

  /// Replaces the handler of errors, for all loops.
  public static func setErrorHandler(_ newErrorHandler: @escaping ErrorHandler) {
    let handler = Unchecked(newErrorHandler)
    replacement.withLock { $0 = handler }
  }

  /// Goes back to the default handler of errors.
  public static func setDefaultErrorHandler() { replacement.withLock { $0 = nil } }

  /// Traps with the text.
  public static func defaultErrorHandler(_ message: String = "", file: StaticString, line: UInt) -> Never {
    fatalError(message, file: file, line: line)
  }

  static func fail(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
    errorHandler(message, file, line)
  }
}
