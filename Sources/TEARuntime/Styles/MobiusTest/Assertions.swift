@_exported public import MobiusStyle
internal import Testing
internal import XCTest

/// Checks the result of the update function for the last event.
///
/// A predicate that does not hold is a failure of the current test, of Swift Testing or XCTest.
public func assertThatNext<Model, Event, Effect>(
  _ predicates: NextPredicate<Model, Effect>...
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verify(predicates, of: result.lastNext, failTest) }
}

/// Checks the results of the update function, with a list of predicates for each event, in order.
///
/// A predicate that does not hold is a failure of the current test, of Swift Testing or XCTest. A number of lists
/// that differs from the number of events is a failure as well.
public func assertThatNexts<Model, Event, Effect>(
  _ predicates: [NextPredicate<Model, Effect>]..., file: StaticString = #filePath, line: UInt = #line
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verifyEach(predicates, of: result.nexts, file, line, failTest) }
}

/// Checks the start of a loop.
///
/// A predicate that does not hold is a failure of the current test, of Swift Testing or XCTest.
public func assertThatFirst<Model, Effect>(
  _ predicates: FirstPredicate<Model, Effect>...
) -> AssertFirst<Model, Effect> {
  { first in verify(predicates, of: first, failTest) }
}

private func failTest(_ message: String, file: StaticString, line: UInt) {
  guard Testing.Test.current != nil else { return XCTFail(message, file: file, line: line) }
  let path = "\(file)"
  // A source location needs a file ID: the name of a module or a folder, a slash, and the name of the file.
  let names = path.split(separator: "/").suffix(2)
  let fileID = names.count == 2 ? names.joined(separator: "/") : "Tests/\(path)"
  Issue.record(
    Comment(rawValue: message),
    sourceLocation: SourceLocation(fileID: fileID, filePath: path, line: Int(max(line, 1)), column: 1))
}
