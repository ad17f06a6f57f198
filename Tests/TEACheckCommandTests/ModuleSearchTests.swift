import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The types that `tea-check init` takes for modules, and the obstacles to checking them from another target.
@Suite struct ModuleSearchTests {
  private func modules(_ source: String, isExecutable: Bool = false) -> [FoundModule] {
    ModuleSearch.modules(in: [
      TargetSources(name: "Shop", isExecutable: isExecutable, files: [("Sources/Shop/Shop.swift", source)])
    ])
  }

  private func names(_ source: String) -> [String] { modules("import TEARuntime\n" + source).map(\.name) }

  @Test(arguments: [
    "enum A: Module {}",
    "struct A: Module {}",
    "final class A: Module {}",
    "enum A: TEARuntime.Module {}",
    "enum A: Elm.Module {}",
    "enum A: Sendable, Module {}",
    "enum A: Sendable & Module {}",
    "enum A: @MainActor Module {}",
    "enum A: ~Copyable, @unchecked Sendable, Module {}",
    "enum A: Box<Int, (Int) -> Void>, Module {}",
    "@available(*, deprecated, message: \"{\") public enum A\n  : Module\n{}",
    "enum A {}\nextension A: Module {}",
    "enum A {}\nextension A: @retroactive TEARuntime.Module {}",
    "protocol Feature: Module {}\nenum A: Feature {}",
    "protocol Screen: Feature {}\nenum A: Screen {}\nprotocol Feature: Module {}",
    "/* enum B: Module { /* { */ } */ enum A: Module {}",
    "let text = \"enum B: Module {\"; enum A: Module {}",
    "let text = \"\\(list.map { \"{\\($0)\" }) enum B: Module {\"; enum A: Module {}",
    "let text = #\"\" enum B: Module { \\(\"#; enum A: Module {}",
    "let text = \"\"\"\n  \"enum B: Module {\n  \"\"\"\nenum A: Module {}",
    "let expression = /enum B: Module {\"/\nenum A: Module {}",
    "let expression = #/enum \"B: Module {/#\nenum A: Module {}",
    "let half = 1 / 2; let other = 3 /4; enum A: Module {}",
    "func f() { enum B: Module {} }\nenum A: Module {}",
    "func f(_ kind: B.enum) where B: Module {}\nenum A: Module {}",
    "enum A: Module { static func module() -> any Module { fatalError() } }",
    "class B { class func make() {} }\nenum A: Module {}",
    "protocol B: class {}\nenum A: Module {}",
    "#if os(Linux)\nstruct B {\n#else\nstruct B: Sendable {\n#endif\n}\nenum A: Module {}",
  ])
  func `a type that conforms to Module is found, wherever the conformance is declared`(_ source: String) {
    #expect(names(source) == ["A"])
  }

  @Test(arguments: [
    "enum A: Modules {}", "enum A: Other.Module {}", "enum A { case module(Module) }", "protocol A: Module {}",
    "enum A<M: Module> {}", "enum A where Self: Module {}", "let a: Module = b", "// enum A: Module {}",
    "protocol Module {}\nenum A: Module {}", "enum A {", "enum A: Module", "}}}} \"", "enum", "extension", "/*", "#\"",
  ])
  func `a source without a complete conformance to Module has no module`(_ source: String) {
    #expect(names(source) == [])
  }

  @Test func `in a file that does not import the runtime, Module is another type`() {
    #expect(modules("enum A: Module {}") == [])
    #expect(modules("import enum TEARuntime.Elm\nenum A: Elm.Module {}").map(\.name) == ["A"])
    #expect(modules("@_exported public import TEACheck\nenum A: Module {}").map(\.name) == ["A"])
  }

  @Test func `nested modules have the names of the types around them, in the order of lines`() {
    let source = """
      public enum Shop {
        public enum Cart: Module {}
        struct Inner { enum Deep: Module {} }
      }
      public extension Shop { enum Till: Module {} }
      extension Shop.Inner { enum More {} }
      extension Shop.Inner.More: Module {}
      """
    #expect(names(source) == ["Shop.Cart", "Shop.Inner.Deep", "Shop.Till", "Shop.Inner.More"])
    let found = modules("import TEARuntime\n" + source)
    #expect(found.map(\.place).first == "Sources/Shop/Shop.swift:3")
    #expect(found.map { $0.obstacle == nil } == [true, false, true, false])
  }

  @Test(
    arguments: [
      ("public enum A: Module {}", nil),
      ("package enum A: Module {}", nil),
      ("@MainActor package enum A {}\nextension A: Module {}", nil),
      (
        "enum A: Module {}",
        "it is internal: write 'package' before it, its types and its functions, so that the suite sees them"
      ),
      (
        "private enum A: Module {}",
        "it is private: write 'package' before it, its types and its functions, so that the suite sees them"
      ),
      (
        "enum Outer { public enum A: Module {} }",
        "it is internal: write 'package' before it, its types and its functions, so that the suite sees them"
      ),
      ("public enum A<T>: Module {}", "it is generic: say of what, as in A<Int>.self"),
      ("#if DEBUG\npublic enum A: Module {}\n#endif", "it stands between #if and #endif: repeat them around its check"),
      ("extension A: TEARuntime.Module {}", "it is declared elsewhere: write its check where both are imported"),
      (
        "public enum A: Module { static func start(with flags: @escaping (Int) -> Void) -> Model {} }",
        "nothing can make its flags, '@escaping (Int) -> Void': say which there are"
      ),
      (
        "class Store {}\npublic enum A: Module { static func start(with flags: Store, perform: (Command) -> Void) {} }",
        "nothing can make its flags, 'Store': say which there are"
      ),
    ] as [(String, String?)])
  func `the obstacle to checking a module from another target is named`(_ source: String, _ obstacle: String?) {
    let module = modules("import TEARuntime\n" + source).first
    #expect(module != nil)
    #expect(module?.obstacle == obstacle)
  }

  @Test func `no other target can import an executable`() {
    let module = modules("import TEARuntime\npublic enum A: Module {}", isExecutable: true).first
    #expect(
      module?.obstacle
        == "Shop is an executable, which no other target can import: move the module to a library target")
  }

  @Test(
    arguments: [
      ("func start(with flags: Void) -> Model {}", nil), ("func start(with flags: ()) -> Model {}", nil),
      ("func start(with _: Int) -> Model {}", "Int"),
      ("func start(with flags: [String: (Int, Int)], perform: (Command) -> Void) {}", "[String: (Int, Int)]"),
      ("func f() {}\n typealias Flags = Array<Int>\n static func start(with flags: Flags) -> Model {}", "Array<Int>"),
      ("func start(with flags: Flags) -> Model {}", nil),
      ("func other(with flags: Int) { func start(with flags: Int) {} }", nil),
    ] as [(String, String?)])
  func `the type of the flags is found, and Void counts as none`(_ members: String, _ flags: String?) {
    #expect(modules("import TEARuntime\npublic enum A: Module { static \(members) }").first?.flags == flags)
  }

  @Test func `protocols that refine Module are known in other targets`() {
    let found = ModuleSearch.modules(in: [
      TargetSources(name: "App", files: [("App.swift", "public enum A: Base.Feature {}\nenum B: Other {}")]),
      TargetSources(name: "Base", files: [("Base.swift", "import TEARuntime\npublic protocol Feature: Module {}")]),
    ])
    #expect(found.map(\.name) == ["A"])
  }

  @Test(arguments: ["{", "\"\\(", "/*", "enum A<", "#if\n", "((((", "extension A: Module {", "`", "@a(", "/a"])
  func `a module before deeply nested source is found, and nested modules down to 32 levels`(_ piece: String) {
    let found = names("enum B: Module {}\n" + String(repeating: piece, count: 5_000))
    let nested = (1...32).map { depth in String(repeating: "A.", count: depth - 1) + "A" }
    #expect(found == ["B"] + (piece.hasPrefix("extension") ? nested : []))
  }

  @Test func `a module whose name another target has is qualified, or left as a comment where that fails`() {
    func target(_ name: String, _ source: String) -> TargetSources {
      TargetSources(name: name, files: [("Sources/\(name)/\(name).swift", "import TEARuntime\n" + source)])
    }
    let modules = ModuleSearch.modules(in: [
      target("Shop", "package enum Cart: Module {}"), target("Kit", "public struct Cart {}\nstruct Till {}"),
      target("Desk", "package enum Till: Module {}"), target("Focus", "package enum Focus: Module {}"),
    ])
    let lines = FirstChecks.suite("S", of: modules).split(separator: "\n").filter { $0.contains(".self") }
    #expect(
      lines.map { $0.drop { $0 == " " } } == [
        "Specification(of: Shop.Cart.self) {", "Specification(of: Till.self) {",
        "// Specification(of: Focus.Focus.self) {",
      ])
  }
}
