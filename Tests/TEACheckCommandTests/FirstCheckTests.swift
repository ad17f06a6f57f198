import Foundation
import TEACheck
import Testing

@testable import tea_check

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

  @Test func `checks of internal modules are added by the name of the list that exports them`() {
    let source = """
      package import TEACheck
      enum Cart: Module {}
      enum Till: Module {}
      let cart = Specification(of: Cart.self) {}
      package let shopChecks: [Check] = [cart.check(), Specification(of: Till.self) {}.check()]
      """
    func modules(_ source: String) -> [FoundModule] {
      ModuleSearch.modules(in: [TargetSources(name: "Shop", files: [("Sources/Shop/Shop.swift", source)])])
    }
    let found = modules(source)
    #expect(found.map(\.exportedList) == ["shopChecks", "shopChecks"] && found.allSatisfy { $0.obstacle == nil })
    #expect(
      FirstChecks.suite("ShopChecks", of: found) == """
        import Shop
        import TEACheck

        /// What must hold of the modules of this package.
        @main package struct ShopChecks: CheckSuite {
          package static var checks: [Check] {
            shopChecks
          }
        }

        """)
    // Within a suite, `checks` is its own list, `Laws` is a type, and so are lists of two targets no names of one.
    for name in ["checks", "Laws", "Check"] {
      let ownName = FirstChecks.checks(of: modules(source.replacing("shopChecks", with: name)))
      #expect(ownName == "    Shop.\(name)")
    }
    let files = [("Sources/Shop/Shop.swift", source)]
    let two = ModuleSearch.modules(in: ["Shop", "Web"].map { TargetSources(name: $0, files: files) })
    #expect(FirstChecks.checks(of: two) == "    Shop.shopChecks\n    Web.shopChecks")
    // A list that is internal, too, one in a type, and one beside no specification of the module.
    for other in [
      source.replacing("package let", with: "let"),
      source.replacing("package let", with: "enum Lists { static public let"),
      source.replacing("Specification(of: ", with: "f("),
    ] {
      let obstacles = modules(other).map { $0.obstacle?.prefix(14) }
      #expect(obstacles == ["it is internal", "it is internal"])
    }
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

  @Test func `a list is added to though a condition in it has a return`() {
    let source = """
      struct S: CheckSuite {
        static var checks: [Check] {
          Specification(of: Cart.self) { Always("small") { model in guard model > 0 else { return true }; return model < 9 } }
          .check()
        }
      }
      """
    #expect(FirstChecks.adding([module("Till")], to: source, of: "S")?.contains("of: Till.self") == true)
  }

  @Test(arguments: [
    "", "static let checks: [Check] = []", "static var checks: [Check] { [a, b] }",
    "static var checks: [Check] { return a }",
    "static var checks: [Check] { if isOn { return [a] } else { return [b] } }",
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
    #expect(SuiteText("// Cart.self", of: "S").mentions(module("Cart")))
    #expect(SuiteText("Carts Cart", of: "S").mentions(module("Cart")))
    #expect(!SuiteText("Carts MyCart Cart_2", of: "S").mentions(module("Cart")))
  }

  @Test func `once the obstacle is gone, its comment no longer counts as a mention`() {
    var cart = FoundModule(name: "Cart", target: "Shop", file: "Cart.swift", line: 1)
    cart.obstacle = "it is private"
    let suite = FirstChecks.suite("ShopChecks", of: [cart])
    #expect(SuiteText(suite, of: "S").mentions(cart))
    cart.obstacle = nil
    #expect(!SuiteText(suite, of: "S").mentions(cart))
    #expect(SuiteText(suite + "Specification(of: Cart.self) {}.check()", of: "S").mentions(cart))
    #expect(SuiteText("// Specification(of: Cart.self) {}.check()", of: "S").mentions(cart))
  }

  /// A module with the name of a public type of the libraries must be written with the name of its target.
  @Test func `all public types of the libraries are known`() throws {
    let sources = checkoutFolder.appendingPathComponent("Sources")
    var names: Set<String> = []
    for library in ["TEACheck", "TEARuntime"] {
      let files = FileManager.default.enumerator(
        at: sources.appendingPathComponent(library), includingPropertiesForKeys: nil)
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
