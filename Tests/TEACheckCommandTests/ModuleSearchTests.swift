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
}

/// The source of the suite that `tea-check init` writes.
@Suite struct FirstCheckTests {
  private func module(_ name: String, _ target: String = "Shop", flags: String? = nil, obstacle: String? = nil)
    -> FoundModule
  { FoundModule(name: name, target: target, file: "\(name).swift", line: 1, flags: flags, obstacle: obstacle) }

  @Test func `a suite has a check for each module, as a comment where there is an obstacle`() {
    let modules = [
      module("Cart"), module("Shop.Till", flags: "Int"), module("List", "Lists", obstacle: "it is generic"),
      module("Feed", obstacle: "nothing can make its flags"),
    ]
    #expect(
      FirstChecks.suite("ShopChecks", of: modules) == """
        import Shop
        import TEACheck

        /// What must hold of the modules of this package.
        @main package struct ShopChecks: CheckSuite {
          package static var checks: [Check] {
            Specification(of: Cart.self) {
              // What holds in every reachable world:  Always("…") { model in … }
              Laws(.deterministic)
            }
            .check()
            Specification(of: Shop.Till.self) {
              // It is started with any 'Int'; Start(with: […]) says which.
              // What holds in every reachable world:  Always("…") { model in … }
              Laws(.deterministic)
            }
            .check()
            // List is not checked yet: it is generic.
            // Specification(of: List.self) {
            //   Laws(.deterministic)
            // }
            // .check()
            // Feed is not checked yet: nothing can make its flags.
            // Specification(of: Feed.self) {
            //   Laws(.deterministic)
            // }
            // .check()
          }
        }

        """)
  }

  @Test func `modules of one name are told apart by their targets`() {
    let source = FirstChecks.suite("S", of: [module("Cart"), module("Cart", "Web"), module("Check"), module("Till")])
    let names = source.split(separator: "\n").filter { $0.contains("of: ") && $0.contains(".self") }
    #expect(
      names.map { $0.drop { $0 == " " } } == [
        "Specification(of: Shop.Cart.self) {", "Specification(of: Web.Cart.self) {",
        "Specification(of: Shop.Check.self) {", "Specification(of: Till.self) {",
      ])
  }

  @Test func `a check is added at the end of the list`() {
    let source = """
      import Shop
      import TEACheck

      @main struct S: CheckSuite {
        static var checks: [Check] {
          cart.check("}")  // }
        }
      }

      """
    #expect(
      FirstChecks.adding([module("Till", "Web")], to: source, of: "S") == """
        import Web
        import Shop
        import TEACheck

        @main struct S: CheckSuite {
          static var checks: [Check] {
            cart.check("}")  // }
            Specification(of: Till.self) {
              // What holds in every reachable world:  Always("…") { model in … }
              Laws(.deterministic)
            }
            .check()
          }
        }

        """)
    let short = "import TEACheck; struct S: CheckSuite { static var checks: [Check] { cart.check() } }"
    #expect(
      FirstChecks.adding([module("Till", "S")], to: short, of: "S") == """
        import TEACheck; struct S: CheckSuite { static var checks: [Check] { cart.check() 
            Specification(of: Till.self) {
              // What holds in every reachable world:  Always("…") { model in … }
              Laws(.deterministic)
            }
            .check()
          } }
        """)
  }

  @Test(arguments: [
    "", "static let checks: [Check] = []", "static var checks: [Check] { [a, b] }",
    "static var checks: [Check] { return a }",
    "static var checks: [Check] { get { a } }", "static var checks: [Check] {",
    "static var checks: [Check] { a }\nstatic var checks: [Check] { b }",
  ])
  func `a list of another form is left alone`(_ source: String) {
    #expect(FirstChecks.adding([module("Till")], to: source, of: "S") == nil)
  }

  @Test(arguments: [
    ("shop", "Shop"), ("my-shop", "MyShop"), ("swift_shop kit", "SwiftShopKit"), ("2048", "_2048"), ("café", "Caf"),
  ])
  func `the name of a package becomes an identifier`(_ name: String, _ word: String) {
    #expect(InitSession.Plan.identifier(name) == word)
  }

  @Test func `a name is mentioned where it stands alone`() {
    #expect(InitSession.Plan.mentions("Cart", in: "// Cart.self"))
    #expect(InitSession.Plan.mentions("Cart", in: "Carts Cart"))
    #expect(!InitSession.Plan.mentions("Cart", in: "Carts MyCart Cart_2"))
  }

  @Test func `once the obstacle is gone, its comment no longer counts as a mention`() {
    var cart = FoundModule(name: "Cart", target: "Shop", file: "Cart.swift", line: 1)
    cart.obstacle = "it is private"
    let suite = FirstChecks.suite("ShopChecks", of: [cart])
    #expect(InitSession.Plan.mentions(cart, in: suite))
    cart.obstacle = nil
    #expect(!InitSession.Plan.mentions(cart, in: suite))
    #expect(InitSession.Plan.mentions(cart, in: suite + "Specification(of: Cart.self) {}.check()"))
    #expect(InitSession.Plan.mentions(cart, in: "// Specification(of: Cart.self) {}.check()"))
  }

  /// A module with the name of a public type of the libraries must be written with the name of its target.
  @Test func `all public types of the libraries are known`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    var names: Set<String> = []
    for library in ["TEACheck", "TEARuntime"] {
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(library), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files)
      where file.pathExtension == "swift" && !file.path.contains("/Styles/") {
        let types = SourceScan(try String(contentsOf: file, encoding: .utf8)).declarations.filter {
          $0.access == .public && !$0.isExtension
        }
        names.formUnion(types.compactMap { $0.path.count == 1 ? $0.path[0] : nil })
      }
    }
    #expect(names.contains("Check") && names.contains("Module"))
    #expect(names.subtracting(FirstChecks.namesOfTEACheck).sorted() == [])
  }
}
