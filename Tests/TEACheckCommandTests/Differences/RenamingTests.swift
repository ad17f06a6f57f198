import Foundation
import Testing

@testable import TEACheck
@testable import tea_check

/// Comparisons of programs that are the same but for names, order and code, and of programs that are not.
@Suite struct RenamingTests {
  /// A shop with a basket that is sent.
  enum Shop: Module {
    enum Message: Hashable { case add(Item), remove, send, sent, refused(reason: String) }
    enum Command: Hashable { case order(items: [Item], express: Bool) }
    enum Item: Hashable { case tea, cup }
    struct Line: Hashable {
      var item: Item
      var count: Int
    }
    struct Model: Hashable {
      var lines: [Line] = []
      var isSending = false
      var message: String?
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let item):
        guard !model.isSending, !model.lines.contains(where: { $0.item == item }) else { return }
        model.lines.append(Line(item: item, count: 1))
      case .remove:
        guard !model.isSending else { return }
        _ = model.lines.popLast()
      case .send:
        guard !model.isSending, !model.lines.isEmpty else { return }
        model.isSending = true
        perform(.order(items: model.lines.map(\.item), express: false))
      case .sent: model = Model(message: "thanks")
      case .refused(let reason):
        model.isSending = false
        model.message = reason
      }
    }
  }

  /// The same shop with other names of fields, cases, types and messages, another order of cases and fields, and other code.
  enum Store: Module {
    enum Event: Hashable { case dismissed(why: String), ordered, submit, drop, put(Good) }
    typealias Message = Event
    enum Command: Hashable { case purchase(fast: Bool, goods: [Good]) }
    enum Good: Hashable { case mug, tea }
    struct Row: Hashable {
      var amount: Int
      var good: Good
    }
    struct Model: Hashable {
      var note: String?
      var isBusy = false
      var rows: [Row] = []
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Event, model: inout Model, perform: (Command) -> Void) {
      if case .ordered = message {
        model = Model(note: "thanks")
        return
      }
      if case .dismissed(let why) = message {
        model.note = why
        model.isBusy = false
        return
      }
      if model.isBusy { return }
      switch message {
      case .put(let good) where model.rows.allSatisfy { $0.good != good }: model.rows += [Row(amount: 1, good: good)]
      case .drop where !model.rows.isEmpty: model.rows.removeLast()
      case .submit where !model.rows.isEmpty:
        perform(.purchase(fast: false, goods: model.rows.map { $0.good }))
        model.isBusy = true
      default: break
      }
    }
  }

  static let shop = Specification(of: Shop.self) {
    Messages { _ in [.add(.tea), .add(.cup), .remove, .send] }
    Replies { _ in [.sent, .refused(reason: "no tea")] }
  }

  static let store = Specification(of: Store.self) {
    Messages { _ in [.submit, .put(.mug), .drop, .put(.tea)] }
    Replies { _ in [.dismissed(why: "no tea"), .ordered] }
  }

  @Test func aRefactoringIsTheSameBehaviour() throws {
    let difference = BehaviourDifference(try Self.shop.check().behaviour(), try Self.store.check().behaviour())
    #expect(difference.isProven)
    #expect(
      difference.renames.map { "\($0.old) → \($0.new)" } == [
        "Line → Row", "add → put", "count → amount", "cup → mug", "express → fast", "isSending → isBusy", "item → good",
        "items → goods", "lines → rows", "message → note", "order → purchase", "reason → why", "refused → dismissed",
        "remove → drop", "send → submit", "sent → ordered",
      ])
  }

  @Test func asManyRenamesAreFoundInTheOppositeDirection() throws {
    let difference = BehaviourDifference(try Self.store.check().behaviour(), try Self.shop.check().behaviour())
    #expect(difference.isProven)
    #expect(difference.renames.count == 16)
  }

  @Test func givenRenamesAreUsedEvenIfTheyAreWrong() throws {
    var given = Renaming()
    // The first rename is wrong, because both shops have “tea”.
    let names = [("tea", "mug"), ("isSending", "isBusy")]
    #expect(names.allSatisfy { given.add($0.0, $0.1) })
    let difference = BehaviourDifference(
      try Self.shop.check().behaviour(), try Self.store.check().behaviour(), given: given)
    #expect(difference.renames.contains(Renaming.Rename(old: "isSending", new: "isBusy")))
    #expect(difference.renames.contains(Renaming.Rename(old: "tea", new: "mug")))
  }

  @Test func aChangeIsFoundBehindNewNames() throws {
    let store = Specification(of: Store.self) {
      Messages { _ in [.submit, .put(.mug), .drop, .put(.tea)] }
      Replies { _ in [.dismissed(why: "no cup"), .ordered] }
    }
    let difference = BehaviourDifference(try Self.shop.check().behaviour(), try store.check().behaviour())
    #expect(!difference.isSame)
  }

  @Test func aFieldThatBehavesDifferentlyIsNotARename() {
    // Both fields are false at the start, but one of them stays true after the first message.
    let (old, new) = (Self.lamp("isOn", "toggle"), Self.lamp("isWarm", "toggle", lasts: true))
    let difference = BehaviourDifference(old, new)
    #expect(difference.renames.isEmpty)
    #expect(difference.story?.length == 0)
  }

  @Test func `commands of several starts with one world are renamed`() {
    func program(_ command: String) -> Behaviour {
      Behaviour(
        title: "Bell", worldCount: 1, nodes: [.init(screen: 0, isExpanded: true)],
        starts: [.init(node: 0, label: "quiet"), .init(node: 0, label: "loud", commands: [command])],
        screens: [[.init(name: "count", value: "0")]], labels: [], includesOutputs: true, showsViews: false,
        names: [command, "quiet", "loud", "count"])
    }
    let difference = BehaviourDifference(program("ring"), program("chime"))
    #expect(difference.isSame)
    #expect(difference.renames == [Renaming.Rename(old: "ring", new: "chime")])
  }

  /// A lamp with a field and a message of the given names. The message switches the lamp on; when it is sent again, it switches
  /// the lamp off, unless the light `lasts`.
  private static func lamp(_ field: String, _ message: String, lasts: Bool = false) -> Behaviour {
    func node(_ value: String, _ target: Int) -> Behaviour.Node {
      Behaviour.Node(
        screen: value == "true" ? 1 : 0, isExpanded: true, steps: [.init(label: 0, target: target, outputNumber: 0)])
    }
    return Behaviour(
      title: "Lamp", worldCount: 2, nodes: [node("false", 1), node("true", lasts ? 1 : 0)],
      starts: [.init(node: 0, label: "start")],
      screens: ["false", "true"].map { [.init(name: field, value: $0)] }, labels: [message], includesOutputs: true,
      showsViews: false)
  }

  /// Reads texts in which two values describe themselves, one of them by a text that looks like labelled arguments.
  private let reader = TextReader(descriptions: ["EUR", "Total (EUR), b: 1, a: 2"])

  @Test func theDescriptionOfATypeIsNotSplit() {
    #expect(reader.words(in: "price(EUR, EURO, xEUR)") == ["price", "EURO", "xEUR"])
    #expect(reader.withSortedArguments("(z: Total (EUR), b: 1, a: 2, b: 1)") == "(b: 1, z: Total (EUR), b: 1, a: 2)")
  }

  @Test func theLongestDescriptionThatEndsInNoWordIsOnePieceAmongMany() {
    let weights = (1...3_000).map { "\($0) kg" }
    let reader = TextReader(descriptions: weights + ["1", "12 k", "a", "a b"])
    let pieces = reader.pieces(of: weights.joined(separator: ", ")).map(\.text)
    #expect(pieces.filter { ![",", " "].contains($0) } == weights)
    #expect(reader.pieces(of: "12 kgs, 1 g").map(\.text) == ["12", " ", "kgs", ",", " ", "1", " ", "g"])
    #expect(reader.words(in: "a bc, a b, ab") == ["bc", "ab"])
  }

  /// Only a value's own `description` has a comma without a space, or a bracket without a partner. Both make texts differ.
  @Test(arguments: [
    ("f(a,b), c", "f(a, b), c"), ("f(b: 1,a: 2)", "f(b: 1, a: 2)"), ("f(a, b)", "f( a, b)"), ("f(a,  b)", "f(a, b)"),
    ("f((a, b), c", "f((a, b), c)"), ("f(a], b)", "f(a, b)"), ("f(a, b]", "f(a, b)"), ("f(a, b))", "f(a, b)"),
  ])
  func textsThatDifferInPunctuationStayApart(_ one: String, _ other: String) {
    #expect(reader.withSortedArguments(one) != reader.withSortedArguments(other))
    #expect(reader.terms(of: one) != reader.terms(of: other))
    for text in [one, other] { #expect(reader.pieces(of: text).map(\.text).joined() == text) }
  }

  @Test func argumentsAreSortedInsideOfGroups() {
    #expect(reader.withSortedArguments("f(b: [1, 2], a: g(d: 1, c: 2))") == "f(a: g(c: 2, d: 1), b: [1, 2])")
    #expect(reader.withSortedArguments("f(b: (1,2), a: x[), c") == "f(a: x[, b: (1,2)), c")
    #expect(reader.withSortedArguments("f(), [], (a, )") == "f(), [], (a, )")
  }

  /// A price tag that describes itself.
  struct Tag: Hashable, CustomStringConvertible {
    var currency: String
    var description: String { currency }
  }

  enum Shelf: Module {
    typealias Message = Never
    struct Flags: Hashable { var currency: String }
    struct Model: Hashable { var tag: Tag }
    static func start(with flags: Flags) -> Model { Model(tag: Tag(currency: flags.currency)) }
    static func update(for message: Never, model: inout Model, perform: (Command) -> Void) {}
  }

  @Test func anotherDescriptionIsNotARename() throws {
    func shelf(_ currency: String) throws -> Behaviour {
      try Specification(of: Shelf.self) { Start(with: [Shelf.Flags(currency: currency)]) }.check().behaviour()
    }
    let difference = BehaviourDifference(try shelf("EUR"), try shelf("USD"))
    #expect(try shelf("EUR").descriptions == ["EUR"])
    #expect(!difference.isSame)
    #expect(difference.renames.isEmpty)
    // Parts that a description leaves out are not compared, so the behaviours are the same, but this is not proven.
    let same = BehaviourDifference(try shelf("EUR"), try shelf("EUR"))
    #expect(same.isSame && !same.isProven)
    #expect(same.describedTypes == ["Tag"])
    let check = CheckDifference(suite: "Checks", module: "Shelf", name: "", content: .compared(same))
    #expect(DifferenceText.summary(of: [check]) == "1 check: 1 the same (1 as far as descriptions tell)")
    var bounded = same
    bounded.sides.new.shortfall = "3 worlds not expanded"
    let boundedCheck = CheckDifference(suite: "Checks", module: "Shelf", name: "b", content: .compared(bounded))
    #expect(
      DifferenceText.summary(of: [check, boundedCheck])
        == "2 checks: 2 the same (1 within bounds, 1 as far as descriptions tell)")
  }

  @Test func nothingCountsAsRenamedWhereTheNamesInTheProgramsAreNotKnown() throws {
    var (shop, store) = (try Self.shop.check().behaviour(), try Self.store.check().behaviour())
    (shop.names, store.names) = (nil, nil)
    #expect(BehaviourDifference(shop, store).renames.isEmpty)
  }

  enum Scheme: Hashable { case light, dark }

  enum Theme: Module {
    typealias Message = Never
    struct Model: Hashable {
      var scheme: Scheme
      var canSubmit: Bool
      var url: String?
    }
    static func start(with flags: Bool) -> Model {
      Model(scheme: flags ? .light : .dark, canSubmit: flags, url: flags ? nil : "a")
    }
    static func update(for message: Never, model: inout Model, perform: (Command) -> Void) {}
  }

  @Test func anotherValueOfFlagsIsNotARename() throws {
    func theme(_ isLight: Bool) throws -> Behaviour {
      try Specification(of: Theme.self) { Start(with: [isLight]) }.check().behaviour()
    }
    #expect(
      try theme(true).names == ["Model", "Scheme", "light", "dark", "scheme", "canSubmit", "url"])
    let difference = BehaviourDifference(try theme(true), try theme(false))
    #expect(difference.renames.isEmpty)
    #expect(difference.story?.length == 0)
  }

  enum Receiver: Module {
    enum Message: Hashable { case turnOn }
    enum Subscription: Hashable { case signal }
    struct Model: Hashable { var isOn = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.isOn = true }
    static func subscriptions(for model: Model) -> [Subscription] { model.isOn ? [.signal] : [] }
  }

  /// The receiver without its subscription.
  enum DeafReceiver: Module {
    typealias Message = Receiver.Message
    typealias Model = Receiver.Model
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.isOn = true }
  }

  @Test func theBehaviourIncludesTheSubscriptions() throws {
    let behaviour = try Specification(of: Receiver.self) { Messages { _ in [.turnOn] } }.check().behaviour()
    #expect(behaviour.screens.map { $0.map(\.value) } == [["false"], ["true", "signal"]])
    // The two programs differ only once the receiver has a live subscription.
    let deaf = try Specification(of: DeafReceiver.self) { Messages { _ in [.turnOn] } }.check().behaviour()
    #expect(BehaviourDifference(deaf, behaviour).story?.length == 1)
  }

  @Test func twoFieldsRenamedToOneAreADifference() throws {
    let twoFields = Behaviour(
      title: "A", worldCount: 1, nodes: [.init(screen: 0, isExpanded: true)],
      starts: [.init(node: 0, label: "start")],
      screens: [[.init(name: "a", value: "0"), .init(name: "b", value: "0")]], labels: [], includesOutputs: true,
      showsViews: false)
    var oneField = twoFields
    oneField.screens = [[.init(name: "b", value: "0")]]
    var given = Renaming()
    let isAdded = given.add("a", "b")
    #expect(isAdded)
    #expect(!BehaviourDifference(twoFields, oneField, given: given).isSame)
  }

  /// Without a bound on the attempts to match arguments, there would be 16! of them.
  @Test func manyRenamedFieldsBesideADifferenceAreGivenUp() {
    func text(_ name: String, last: Int) -> String {
      "Row(" + (0..<16).map { "\(name)\($0): false" }.joined(separator: ", ") + ", last: \(last))"
    }
    var renaming = Renaming()
    renaming.renameableNames = Both(old: Set((0..<16).map { "a\($0)" }), new: Set((0..<16).map { "b\($0)" }))
    #expect(!renaming.extended(toRead: text("a", last: 1), as: text("b", last: 1)).isEmpty)
    #expect(renaming.extended(toRead: text("a", last: 1), as: text("b", last: 2)).isEmpty)
  }

  @Test func theOrderOfLabelledArgumentsDoesNotCount() {
    #expect(reader.withSortedArguments("Row(b: 1, a: [Row(d: 1, c: 2)])") == "Row(a: [Row(c: 2, d: 1)], b: 1)")
    #expect(reader.withSortedArguments("move(2, 1)") == "move(2, 1)")
    #expect(reader.withSortedArguments("[b: 1, a: 2]") == "[b: 1, a: 2]")
    #expect(reader.withSortedArguments(#"say("b, a: (", to: 1)"#) == #"say("b, a: (", to: 1)"#)
  }

  @Test func wordsInQuotationMarksDoNotCount() {
    #expect(reader.words(in: #"load("a \" b", id: 12, isNew_1: x2)"#) == ["load", "id", "isNew_1", "x2"])
  }
}

extension Check {
  /// The behaviour of the program, as `tea-check diff` compares it.
  ///
  /// - Parameter states: The largest number of worlds to explore; `nil` for the bound of the check.
  func behaviour(showsViews: Bool = false, states: Int? = nil) throws -> Behaviour {
    var settings = CheckSettings()
    settings.states = states
    settings.engine = .survey
    var text = ""
    try graph(settings, StateGraph.Detail(includesOutputs: true)).write(as: .json, to: &text)
    return Behaviour(try GraphFile(parsing: Data(text.utf8)), showsViews: showsViews)
  }
}
