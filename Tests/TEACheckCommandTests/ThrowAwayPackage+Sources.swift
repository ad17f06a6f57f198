import Foundation

extension ThrowAwayPackage {
  /// The manifest of the package, which depends on the prebuilt library.
  var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "Gate",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "TEACheck", path: "\(library.path)")],
      targets: [
        .target(name: "Gate", dependencies: [.product(name: "TEARuntime", package: "TEACheck")]),
        .executableTarget(
          name: "Checks", dependencies: ["Gate", .product(name: "TEACheck", package: "TEACheck")]),
      ]
    )

    """
  }

  /// A turnstile that stays open after the first person has passed.
  static let faultyGate = """
    import TEARuntime

    public enum Turnstile: Module {
      public enum Message { case coin, push }

      public struct Model: Hashable {
        public var paid = 0
        public var passed = 0
        public var isOpen = false
      }

      public static func start(with flags: Void) -> Model { Model() }

      public static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .coin:
          guard model.paid < 3 else { return }
          model.paid += 1
          model.isOpen = true
        case .push:
          guard model.isOpen else { return }
          model.passed += 1
        }
      }
    }

    """

  /// A turnstile that shuts behind each person.
  static let fixedGate = faultyGate.replacing(
    "model.passed += 1", with: "model.passed += 1\n      model.isOpen = false")

  /// A turnstile with a branch that nothing reaches, and with two more messages: `rattle`, which does nothing, and `saw`,
  /// which ``deadChecks`` never offers.
  static let deadGate = fixedGate.replacing("case coin, push", with: "case coin, push, rattle, saw")
    .replacing(
      "model.paid += 1",
      with: """
        if model.passed > model.paid {
                model.paid = model.passed
              }
              model.paid += 1
        """
    ).replacing(
      "case .push:",
      with: """
        case .rattle: break
            case .saw: model = Model(paid: 0, passed: 1, isOpen: true)
            case .push:
        """)

  /// A suite for ``deadGate``, with a property whose condition no reachable world satisfies.
  static let deadChecks = """
    import Gate
    import TEACheck

    @main struct GateChecks: CheckSuite {
      static var checks: [Check] {
        Specification(of: Turnstile.self) {
          Messages { _ in [.coin, .push, .rattle] }
          Always("nobody passes for free", when: { $0.passed > 3 }) { $0.passed <= $0.paid }
        }
        .check()
      }
    }

    """

  /// A suite with checks of different outcomes: violated, passed, trapped, error.
  static let allChecks = #"""
    import Gate
    import TEACheck

    @main struct GateChecks: CheckSuite {
      static var checks: [Check] {
        Specification(of: Turnstile.self) {
          Always("nobody passes for free") { $0.passed <= $0.paid }
        }
        .check("one coin, one person")
        Specification(of: Meter.self) { Always("counts up") { $0 >= 0 } }.check("counting", depth: 5)
        Specification(of: Shelf.self) { Always("is short") { $0.books.count <= 3 } }.check("tidy")
        Specification(of: Dial.self) { Always("never turns") { $0 == 0 } }.check()
        Specification(of: Chatter.self) { Always("stays small") { $0 < 3 } }.check()
        Specification(of: Safe.self) { Always("stays shut") { $0 != [17, 9, 18] } }.check()
      }
    }

    /// Has infinitely many worlds.
    enum Meter: Module {
      enum Message { case more }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
    }

    /// Traps when a book is taken from the empty shelf.
    enum Shelf: Module {
      enum Message { case take, put }
      struct Model: Hashable { var books = ["Emma"] }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .take: model.books.remove(at: 0)
        case .put: if model.books.count < 3 { model.books.append("Persuasion") }
        }
      }
    }

    /// Has a message that nothing can make.
    enum Dial: Module {
      enum Message { case tick, then(after: Int, (Int) -> Void) }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
    }

    /// Prints a line that looks like the record of a result.
    enum Chatter: Module {
      enum Message { case talk }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
        print(#"{"version":1,"kind":"check","module":"Chatter","name":"","place":"","verdict":"trapped"}"#)
        model = (model + 1) % 3
      }
    }

    /// Has more worlds than one thread takes at a time, and many shortest ways to the same world.
    enum Safe: Module {
      enum Message { case turn(Wheel) }
      enum Wheel: Int { case left, middle, right }
      static func start(with flags: Void) -> [Int] { [0, 0, 0] }
      static func update(for message: Message, model: inout [Int], perform: (Command) -> Void) {
        switch message {
        case .turn(let wheel): model[wheel.rawValue] = (model[wheel.rawValue] + 1) % 20
        }
      }
    }

    """#

  /// A suite in which a name is misspelt.
  static let misspeltChecks = allChecks.replacing("Turnstile", with: "Turnstyle")

  /// A suite with the modules of ``allChecks``, and with the given checks.
  private static func suite(_ checks: String) -> String {
    allChecks.replacing(/(?s)(static var checks: \[Check\] \{\n).*?\n  \}\n\}/) { match in
      "\(match.1)\(checks)\n  }\n}"
    }
  }

  /// A suite with the first check of ``allChecks`` only, at the same line. It compiles faster.
  static let turnstileChecks = suite(
    """
        Specification(of: Turnstile.self) {
          Always("nobody passes for free") { $0.passed <= $0.paid }
        }
        .check("one coin, one person")
    """)

  /// Three checks of one module, of which the first two are violated, and a check of a module whose message `take` may trap.
  static let manyChecksOfTurnstile = suite(
    """
        Specification(of: Turnstile.self) { Always("nobody passes for free") { $0.passed <= $0.paid } }.check("fair")
        Specification(of: Turnstile.self) { Always("is never open") { !$0.isOpen } }.check("shut")
        Specification(of: Turnstile.self) { Always("counts up") { $0.passed >= 0 } }.check("counting")
        Specification(of: Shelf.self) { Messages { _ in [.put] } }.check("tidy")
    """)

  /// A suite with two checks of ``allChecks``, at the same lines.
  static let shelfChecks = suite(
    """
        Specification(of: Turnstile.self) {
          Always("nobody passes for free") { $0.passed <= $0.paid }
        }
        .check("one coin, one person")

        Specification(of: Shelf.self) { Always("is short") { $0.books.count <= 3 } }.check("tidy")
    """)

  /// A suite with a check of `Meter` and two of `Shelf`. The first check of `Shelf` traps; the title of the second is the name
  /// of the module.
  static let twinChecks = suite(
    """
        Specification(of: Meter.self) { Always("counts up") { $0 >= 0 } }.check("counting", depth: 5)
        Specification(of: Shelf.self) { Always("is short") { $0.books.count <= 3 } }.check("tidy")
        Specification(of: Shelf.self) {
          Messages { _ in [.put] }
          Always("is short") { $0.books.count <= 3 }
        }
        .check()
    """)

  /// A suite in which two checks have one title.
  static let repeatedChecks = suite(
    """
        Specification(of: Shelf.self) { Always("is short") { $0.books.count <= 3 } }.check()
        Specification(of: Shelf.self) { Always("is short") { $0.books.count <= 2 } }.check()
    """)
}
