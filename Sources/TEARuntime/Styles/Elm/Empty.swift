/// A type with one value, for a module without flags, without commands or without failures.
public struct Empty: Hashable, Sendable, Error {
  /// Makes the only value.
  public init() {}
}

extension Module where Flags == Empty {
  /// Starts a program of this module in the caller's isolation domain.
  public static func makeProgram(isolation: isolated (any Actor)? = #isolation) -> Program<Self> {
    makeProgram(flags: Empty())
  }
}

extension Delegate where Module.Command == Empty {
  /// Does nothing, because a command without contents asks for nothing.
  public func program(_ program: Program<Module>, didEmit command: Module.Command) {}
}

extension TestCase where Module.Flags == Empty {
  /// Makes a test that begins with the `start` of the module.
  public func makeTest() -> Test<Module> { makeTest(flags: Empty()) }
}
