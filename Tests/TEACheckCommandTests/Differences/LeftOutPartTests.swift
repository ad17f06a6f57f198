import Foundation
import TEACheck
import Testing

@testable import tea_check

/// Values of which the usual text leaves a part out.
@Suite struct LeftOutPartTests {
  /// Shows the value that it starts with.
  enum Frame<Content: Hashable & Sendable>: Module {
    typealias Message = Never
    struct Model: Hashable { var content: Content }
    static func start(with flags: Content) -> Model { Model(content: flags) }
    static func update(for message: Never, model: inout Model, perform: (Command) -> Void) {}
  }

  private func frame<Content: Hashable & Sendable>(_ content: Content) throws -> Behaviour {
    try Specification(of: Frame<Content>.self) { Start(with: [content]) }.check().behaviour()
  }

  private func expectDifference<Content: Hashable & Sendable>(of one: Content, and other: Content) throws {
    let (old, new) = (try frame(one), try frame(other))
    #expect(!BehaviourDifference(old, new).isSame, "\(old.screens)")
    #expect(BehaviourDifference(old, old).isProven, "\(old.describedTypes)")
  }

  enum Lamp: CustomDebugStringConvertible {
    case on, off
    var debugDescription: String { "a lamp" }
  }

  @Test func `values that differ where their descriptions do not are different`() throws {
    try expectDifference(of: Data([1]), and: Data([2]))
    try expectDifference(of: Date(timeIntervalSince1970: 0.25), and: Date(timeIntervalSince1970: 0.75))
    try expectDifference(of: IndexSet(integer: 1), and: IndexSet(integer: 2))
    try expectDifference(of: [Data([1]): 1], and: [Data([2]): 1])
    try expectDifference(of: Lamp.on, and: .off)
  }

  @Test func `values with complete descriptions differ from others, and are proven the same as themselves`() throws {
    try expectDifference(of: UUID(), and: UUID())
    try expectDifference(of: Decimal(1) / 10, and: Decimal(2) / 10)
    try expectDifference(of: URL(string: "https://a.example")!, and: URL(string: "https://b.example")!)
    #expect(try frame(Decimal(1) / 10).screens == [[.init(name: "content", value: "0.1")]])
  }

  // MARK: Texts that leave a part out

  struct Masked: CustomReflectable {
    var secret = 1
    var customMirror: Mirror { Mirror(self, children: ["secret": "…"], displayStyle: .struct) }
  }
  class Base { let number = 1 }
  class Middle: Base {}
  final class Derived: Middle { let name = "" }
  final class Described: CustomStringConvertible { let description = "" }
  struct Curt: Hashable, CustomStringConvertible {
    var number: Int
    var description: String { "curt" }
  }

  /// Shows one of several parts: a number, which is compared, and parts whose texts may leave something out.
  enum Screen: Module {
    typealias Message = Never
    static func start(with flags: Int) -> Int { flags }
    static func update(for message: Never, model: inout Int, perform: (Command) -> Void) {}
    static func view(for model: Int) -> [Any] {
      let parts: [Any] = [
        1, { 1 } as () -> Int, Masked(), \String.count as KeyPath<String, Int>, Derived(), Described(),
        Notification(name: .init("a")), AnyHashable(Curt(number: 1)),
      ]
      return [parts[model]]
    }
  }

  @Test(
    arguments: zip(
      0..<8,
      [nil, "() -> Int", "Masked", "KeyPath<String, Int>", "Derived", "Described", "Notification", "Curt"] as [String?])
  )
  func `a part that is not compared is named`(_ number: Int, _ type: String?) throws {
    let screen = try Specification(of: Screen.self) { Start(with: [number]) }.check().behaviour(showsViews: true)
    #expect(screen.describedTypes == (type.map { [$0] } ?? []))
    #expect(BehaviourDifference(screen, screen).isSame)
  }
}
