@_exported public import TEARuntime

/// A function that reports a failure with its text, file and line; `XCTFail` has this type.
public typealias FailureReporter = (String, StaticString, UInt) -> Void

/// A test; earlier versions had a separate type for tests that start with flags.
public typealias FlagsTest<Module: TEARuntime.Module> = Test<Module>

/// A test; earlier versions had a separate type for tests that start with a model.
public typealias ModelTest<Module: TEARuntime.Module> = Test<Module>

// Earlier versions of the library allowed these names with and without `Elm`: see the page *Versions*.
extension Elm {
  /// See ``ElmStyle/Empty``.
  public typealias Empty = ElmStyle.Empty
  /// See ``ElmStyle/FailureReporter``.
  public typealias FailureReporter = ElmStyle.FailureReporter
  /// See ``ElmStyle/FlagsTest``.
  public typealias FlagsTest = ElmStyle.FlagsTest
  /// See ``ElmStyle/ModelTest``.
  public typealias ModelTest = ElmStyle.ModelTest
}

extension TestCase {
  /// The flags of the module under test.
  public typealias Flags = Module.Flags
  /// The messages of the module under test.
  public typealias Message = Module.Message
  /// The model of the module under test.
  public typealias Model = Module.Model
  /// The commands of the module under test.
  public typealias Command = Module.Command
  /// The view of the module under test.
  public typealias View = Module.View
  /// The failures of the module under test.
  public typealias Failure = Module.Failure
}

extension TestCase where Module.Flags == Void {
  /// Makes a test that begins with the `start` of the module.
  public func makeTest() -> Test<Module> { makeTest(flags: ()) }
}
