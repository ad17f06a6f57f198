/// The names of *The Elm Architecture for Swift*.
///
/// Its programs, such as `struct CounterModule: Elm.Module`, compile with only the import changed. `ElmStyle` has the
/// names that only this style needs.
public enum Elm {
  /// See ``TEARuntime/Module``.
  public typealias Module = TEARuntime.Module
  /// See ``TEARuntime/Program``.
  public typealias Program = TEARuntime.Program
  /// See ``TEARuntime/Delegate``.
  public typealias Delegate = TEARuntime.Delegate
  /// See ``TEARuntime/TestCase``.
  public typealias TestCase = TEARuntime.TestCase
}
