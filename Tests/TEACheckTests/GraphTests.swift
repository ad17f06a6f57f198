@testable import TEASupport
import Extent
import Foundation
import Testing

@testable import RealBugsChecks
@testable import TEACheck
@testable import YardstickChecks

@Suite struct GraphTests {
  /// A lamp whose view does not show its warmth.
  enum Lamp: Module {
    enum Message { case toggle, rename(String), measured(Int) }
    struct Model: Hashable { var isOn = false, name = "", warmth = 0 }
    enum Command: Hashable { case measure }
    struct View: Hashable { var isOn: Bool, name: String }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .toggle:
        model.isOn.toggle()
        if model.isOn { perform(.measure) }
      case .rename(let name): model.name = name
      case .measured(let warmth): model.warmth = warmth
      }
    }

    static func view(for model: Model) -> View { View(isOn: model.isOn, name: model.name) }
  }

  /// A lamp with three worlds: off; on and measuring; on and warm.
  static let lamp = Specification(of: Lamp.self) {
    Messages { view in view.isOn ? [] : [.toggle] }
    Replies { _ in [.measured(1)] }
    Always("stays cool") { $0.warmth == 0 }
  }

  private func graph<M>(
    _ specification: Specification<M>, mergesViews: Bool = false, states: Int? = nil
  ) throws -> StateGraph {
    try specification.check("evening \"light\"", states: states).graph(
      CheckSettings(), StateGraph.Detail(mergesViews: mergesViews))
  }

  private func text(_ graph: StateGraph, as format: GraphFormat) -> String {
    var text = ""
    graph.write(as: format, to: &text)
    return text
  }

  @Test func `a graph is written in the language of Graphviz`() throws {
    #expect(
      text(try graph(Self.lamp), as: .dot) == #"""
        digraph "Lamp · evening \"light\"" {
          rankdir=LR
          node [shape=box, style=rounded, fontname="Helvetica", fontsize=10]
          edge [fontname="Helvetica", fontsize=9]
          start0 [shape=point, label=""]
          start0 -> 0
          0 [label="isOn: false\lname: \"\"\lwarmth: 0\l"]
          1 [label="isOn: true\lname: \"\"\lwarmth: 0\loutstanding: measure\l"]
          2 [label="isOn: true\lname: \"\"\lwarmth: 1\l✗ stays cool\l", color=red, fontcolor=red]
          0 -> 1 [label="toggle"]
          1 -> 2 [label="measure replies measured(1)"]
        }

        """#)
  }

  @Test func `a graph is written in the language of Mermaid`() throws {
    #expect(
      text(try graph(Self.lamp), as: .mmd)
        == #"""
        ---
        title: "Lamp · evening \"light\""
        ---
        flowchart LR
          start0((" ")) --> n0
          n0("isOn: false<br/>name: #quot;#quot;<br/>warmth: 0")
          n1("isOn: true<br/>name: #quot;#quot;<br/>warmth: 0<br/>outstanding: measure")
          n2("isOn: true<br/>name: #quot;#quot;<br/>warmth: 1<br/>#10007; stays cool"):::violated
          n0 -->|"toggle"| n1
          n1 -->|"measure replies measured(1)"| n2
          classDef violated stroke:red,color:red

        """#.replacing("#10007;", with: "✗"))
  }

  @Test
  func `nodes whose shortened texts are alike are told apart by their first difference, or else by their numbers`() {
    let filling = String(repeating: "x", count: 50)
    func node(_ texts: [String]) -> StateGraph.Node {
      StateGraph.Node(fields: texts.enumerated().map { .init(name: "f\($0)", value: $1) })
    }
    var graph = StateGraph(title: "notes")
    graph.nodes = [
      node(["a", "\(filling)1\(filling)"]), node(["a", "\(filling)2\(filling)"]), node(["b", "\(filling)1\(filling)"]),
      node(Array(repeating: "c", count: 9)), node(Array(repeating: "c", count: 8) + ["d"]),
    ]
    let text = text(graph, as: .mmd)
    // Texts are cut to 60 characters: the first 40 and the last 19. Ten characters stay before a first difference.
    let (head, tail) = (filling.prefix(28), filling.prefix(19))
    #expect(text.contains("n0(\"f0: a<br/>f1: …\(filling.prefix(10))1\(head)…\(tail)\")"), "\(text)")
    #expect(text.contains("n1(\"f0: a<br/>f1: …\(filling.prefix(10))2\(head)…\(tail)\")"))
    #expect(text.contains("n2(\"f0: b<br/>f1: \(filling.prefix(40))…\(tail)\")"))
    #expect(text.contains("f6: c<br/>… and 2 more<br/>world 3\")"))
    #expect(text.contains("f6: c<br/>… and 2 more<br/>world 4\")"))
  }

  @Test func `progress tells which world is being described`() throws {
    var stages: [String] = []
    _ = try Self.lamp.check().graph(CheckSettings(), StateGraph.Detail()) { progress in
      if let stage = progress.stage { stages.append(stage) }
    }
    // Each 64th world is told.
    #expect(stages == ["describing world 1 of 3", "describing the steps of world 1 of 3"])
  }

  @Test func `a graph is written as JSON`() throws {
    let json = text(try graph(Self.lamp), as: .json)
    #expect(
      json == #"""
        {"version":1,"kind":"graph","title":"Lamp · evening \"light\"","quotient":false,"complete":true,
        "nodes":[
        {"fields":[{"name":"isOn","value":"false"},{"name":"name","value":"\"\""},{"name":"warmth","value":"0"}],\#
        "outstanding":[],"worlds":1,"expanded":true,"violates":[]},
        {"fields":[{"name":"isOn","value":"true"},{"name":"name","value":"\"\""},{"name":"warmth","value":"0"}],\#
        "outstanding":["measure"],"worlds":1,"expanded":true,"violates":[]},
        {"fields":[{"name":"isOn","value":"true"},{"name":"name","value":"\"\""},{"name":"warmth","value":"1"}],\#
        "outstanding":[],"worlds":1,"expanded":true,"violates":["stays cool"]}],
        "starts":[
        {"node":0,"label":"start"}],
        "edges":[
        {"from":0,"to":1,"label":"toggle"},
        {"from":1,"to":2,"label":"measure replies measured(1)"}]}

        """#)
    _ = try JSON(parsing: json)
  }

  @Test func `a graph is written as a transition system of Aldebaran`() throws {
    #expect(
      text(try graph(Self.lamp), as: .aut) == """
        des (0, 2, 3)
        (0, "toggle", 1)
        (1, "measure replies measured(1)", 2)

        """)
  }

  @Test func `a page loads nothing and holds the data of the graph`() throws {
    let graph = try graph(Self.lamp)
    let page = text(graph, as: .html)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.contains("<title>Lamp · evening &quot;light&quot;</title>"))
    #expect(!page.contains("://"), "nothing is loaded")
    let data = try #require(page.firstMatch(of: #/id="graph">([^<]*)</script>/#)?.output.1)
    #expect(try JSON(parsing: data) == graph.pageData)
    #expect(graph.pageData["nodes"]?.array?.count == graph.nodes.count)
    // Each edge is three numbers: source, target and label.
    #expect(graph.pageData["edges"]?.array?.count == 3 * graph.edges.count)
  }

  // MARK: Merged by view

  @Test func `the quotient has a node for each view`() throws {
    let quotient = try graph(Self.lamp, mergesViews: true)
    #expect(
      text(quotient, as: .dot).split(separator: "\n").dropFirst(4).joined(separator: "\n") == #"""
          start0 [shape=point, label=""]
          start0 -> 0
          0 [label="isOn: false\lname: \"\"\l"]
          1 [label="isOn: true\lname: \"\"\l2 worlds\l✗ stays cool\l", color=red, fontcolor=red]
          0 -> 1 [label="toggle"]
          1 -> 1 [label="measure replies measured(1)"]
        }
        """#)
    #expect(text(quotient, as: .aut).hasPrefix("des (0, 2, 2)\n"))
  }

  @Test func `edges between the same nodes are one edge in a picture`() throws {
    let specification = Specification(of: Lamp.self) {
      Messages(of: .model) { $0.isOn ? [] : [.toggle, .rename("a"), .rename(""), .rename("b")] }
    }
    let quotient = try graph(specification, mergesViews: true)
    #expect(quotient.nodes.count == 6)
    #expect(quotient.nodes.allSatisfy { $0.worldCount == 1 })
    #expect(text(quotient, as: .dot).contains(#"0 -> 1 [label="toggle"]"#))
    let counter = Specification(of: Counter.self) {
      Start(with: [0])
      Messages(of: .model) { _ in [.add(0), .add(1), .add(2), .add(3)] }
    }
    let picture = text(try graph(counter), as: .dot)
    #expect(picture.contains(#"0 -> 0 [label="add(0)\nadd(2)\n"]"#))
    #expect(picture.contains(#"0 -> 1 [label="add(1)\nadd(3)\n"]"#))
    #expect(text(try graph(counter), as: .aut).hasPrefix("des (0, 8, 2)\n"))
  }

  /// Counts modulo two. Tools that read Aldebaran files take the labels `tau` and `i` for invisible steps.
  enum Counter: Module {
    enum Message { case add(Int), tau, i, say(String) }
    typealias Flags = Int
    static func start(with flags: Int) -> Int { flags }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .add(let number) = message { model = (model + number) % 2 }
    }
  }

  // MARK: Starts

  @Test func `a transition system with several starts has a state before them`() throws {
    let graph = try graph(
      Specification(of: Counter.self) {
        Start(with: [0, 1, 0])
        Messages(of: .model) { _ in [.add(1)] }
      })
    #expect(
      text(graph, as: .aut) == """
        des (0, 5, 3)
        (0, "start with flags 0", 1)
        (0, "start with flags 1", 2)
        (0, "start with flags 0", 1)
        (1, "add(1)", 2)
        (2, "add(1)", 1)

        """)
    #expect(text(graph, as: .dot).contains(#"  start1 -> 1 [label="start with flags 1"]"#))
    #expect(text(graph, as: .mmd).contains(#"  start1((" ")) -->|"start with flags 1"| n1"#))
  }

  @Test func `starts without flags are numbered`() throws {
    let graph = try graph(
      Specification(of: Counter.self) {
        Start(from: [1, 0])
        Messages(of: .model) { _ in [] }
      })
    #expect(
      text(graph, as: .aut) == """
        des (0, 2, 3)
        (0, "start 1", 1)
        (0, "start 2", 2)

        """)
  }

  // MARK: Hostile text

  @Test func `quotation marks are escaped before a combining mark too`() throws {
    let graph = try Specification(of: Counter.self) {
      Start(with: [0])
      Messages(of: .model) { _ in [.say("\u{301}"), .say("\u{200D}")] }
    }.check("\"\u{301}").graph(CheckSettings(), StateGraph.Detail())
    func has(_ label: String, _ format: GraphFormat) -> Bool {
      text(graph, as: format).unicodeScalars.contains(label.unicodeScalars)
    }
    #expect(has(#"[label="say(\"\#u{301}\")\nsay(\"\#u{200D}\")\n"]"#, .dot) && has(#"\"\#u{301}" {"#, .dot))
    #expect(has("(0, \"say('\u{301}')\", 0)", .aut) && has("(0, \"say('\u{200D}')\", 0)", .aut))
    #expect(TextReport.shellQuoted("a'\u{301}").unicodeScalars.elementsEqual("'a'\\''\u{301}'".unicodeScalars))
  }

  @Test func `no text can break a format`() throws {
    let hostile = "\"]; </script><b>'\\\n\u{1B}[31m\u{202E}|`#;\u{2028}"
    let graph = try Specification(of: Counter.self) {
      Start(with: [0])
      Messages(of: .model) { _ in [.say(hostile), .tau, .i] }
      Always(hostile) { _ in false }
    }.check(hostile).graph(CheckSettings(), StateGraph.Detail())
    for format in GraphFormat.allCases {
      let text = text(graph, as: format)
      #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\u{2028}"].contains($0) }, "\(format)")
    }
    let label = #"say(\"\\\"]; </script><b>'\\\\\\n\\u{1B}[31m\\u{202E}|`#;\\u{2028}\")"#
    #expect(text(graph, as: .dot).contains(#"0 -> 0 [label="\#(label)\ntau\ni\n"]"#))
    let aut = #"(0, "say('\\']; </script><b>\'\\\\\\n\\u{1B}[31m\\u{202E}|`#;\\u{2028}')", 0)"#
    #expect(
      text(graph, as: .aut) == """
        des (0, 3, 1)
        \(aut)
        (0, "tau()", 0)
        (0, "i()", 0)

        """)
    #expect(try TransitionSystem(text(graph, as: .aut)).transitionCount == 3)
    let page = text(graph, as: .html)
    #expect(page.ranges(of: "</script>").count == 2)
    #expect(!page.contains("<b>"))
    let mermaid = text(graph, as: .mmd).split(separator: "\n").dropFirst(4)
    for line in mermaid where line.contains("n0 -->|") { #expect(line.ranges(of: "\"").count == 2, "\(line)") }
    #expect(!mermaid.contains { $0.contains("<b>") || $0.contains("`") })
  }

  // MARK: Counts

  // The counts of two-phase commit and of the race are those of `Yardstick`, which independent searches found.
  @Test(arguments: [(3, 288, 1_145), (5, 8_832, 58_145)].prefix(Extent.of(gate: 1, night: 2)))
  func `the graph of two-phase commit has the expected counts`(_ managers: Int, _ states: Int, _ transitions: Int)
    throws
  {
    let system = try system(TwoPhaseCommit.specification(managers))
    #expect(system.stateCount == states)
    #expect(system.transitionCount == transitions)
    #expect(system.depth == 3 * managers + 1)
  }

  @Test(arguments: [
    (2, 0, false, 16, 22, 4), (2, 1, true, 23, 39, 6), (4, 2, false, 735, 2_643, 12), (6, 2, true, 1_342, 7_096, 16),
  ])
  func `the graph of the race has the expected counts`(
    _ typed: Int, _ retries: Int, _ isFixed: Bool, _ states: Int, _ transitions: Int, _ depth: Int
  ) throws {
    let system = try system(Race.specification(typed: typed, retries: retries, isFixed: isFixed, settles: true))
    #expect(system.stateCount == states)
    #expect(system.transitionCount == transitions)
    #expect(system.depth == depth)
  }

  @Test(arguments: [(3, 4), (4, 5)]) func `the graph of the grid has the expected counts`(
    _ counters: Int, _ modulus: Int
  ) throws {
    let system = try system(Grid.specification(counters: counters, modulus: modulus))
    let states = (0..<counters).reduce(1) { product, _ in product * modulus }
    #expect(system.stateCount == states)
    #expect(system.transitionCount == counters * states)
    #expect(system.depth == counters * (modulus - 1))
  }

  // The meetings are left out. They have several starts, so their graphs have an additional state before the starts.
  @Test(arguments: RealBugsChecks.checks.filter { $0.knownIssue == nil && $0.module != "FixedMeeting" })
  func `the graph of a real program has the counts of its check`(_ check: Check) throws {
    let system = try system(check)
    let result = check.exploration()
    #expect(result.isComplete)
    #expect(system.stateCount == result.states)
    #expect(system.transitionCount == result.transitions)
    #expect(system.depth == result.depth)
  }

  private func system<M>(_ specification: Specification<M>) throws -> TransitionSystem {
    try system(specification.check())
  }

  /// The graph of a check in Aldebaran format, read back. Expects the same text with any number of workers.
  private func system(_ check: Check) throws -> TransitionSystem {
    var texts: Set<String> = []
    for workers in Extent.of(gate: [1, 8], night: [1, 2, 8]) {
      var settings = CheckSettings()
      settings.workers = workers
      texts.insert(text(try check.graph(settings, StateGraph.Detail(maxDescribedNodes: 0)), as: .aut))
    }
    #expect(texts.count == 1, "the same at any number of workers")
    let system = try TransitionSystem(try #require(texts.first))
    #expect(system.isNumberedBreadthFirst)
    return system
  }

  /// ``TransitionSystem``, which reads graphs for these tests, must refuse these texts.
  @Test(arguments: [
    "des (0, 1, 1)\n(0, \"a\", 0)", "des (0, 2, 1)\n(0, \"a\", 0)\n", "des (0, 1, 2)\n(0, \"a\", 0)\n",
    "des (0, 1, 1)\n(0, \"a\"b\", 0)\n", "des (0, 1, 1)\n(0, \"a\", 1)\n", "des (1, 0, 1)\n", "",
    "des (0, 1, 1)\n\n(0, \"a\", 0)\n", "des (0, 1, 1)\n(0, a, 0)\n",
  ])
  func `a malformed transition system is rejected`(_ text: String) {
    #expect(throws: TransitionSystem.Malformed.self) { try TransitionSystem(text) }
  }

  // MARK: Sizes

  @Test func `a graph as JSON lists views and performed commands`() throws {
    let request = try GraphRequest(Invocation(arguments: ["graph", "--format", "json"]))
    let graph = try Self.lamp.check().graph(CheckSettings(), request.detail)
    #expect(graph.nodes[1].view.map { "\($0.name): \($0.value)" } == ["isOn: true", #"name: """#])
    let outputs = try #require(graph.stepOutputs)
    #expect(
      graph.edges.map { "\(graph.labels[$0.label]): \(outputs[$0.outputNumber].commands.joined(separator: ", "))" }
        == ["toggle: measure", "measure replies measured(1): "])
    #expect(text(graph, as: .json).contains(#""performs":["#))
    // A graph for a picture lists no performed commands.
    #expect(try self.graph(Self.lamp).stepOutputs == nil)
  }

  @Test func `a graph that was cut short states its shortfall`() throws {
    let graph = try graph(TwoPhaseCommit.specification(3), states: 100)
    #expect(graph.nodes.count == 100)
    let unexpanded = graph.nodes.count { !$0.isExpanded }
    #expect(graph.shortfall == "\(unexpanded) worlds not expanded")
    #expect(graph.edges.allSatisfy { $0.to < 100 && graph.nodes[$0.from].isExpanded })
    #expect(text(graph, as: .dot).contains(#"style="rounded,dashed""#))
  }

  @Test(arguments: [false, true])
  func `a world of which steps were left out is not expanded`(mergesViews: Bool) throws {
    var settings = CheckSettings()
    settings.outstanding = 2
    let graph = try Specification(of: Orders.self) { Replies { _ in [.arrive] } }.check().graph(
      settings, StateGraph.Detail(mergesViews: mergesViews))
    #expect(graph.nodes.map { $0.fields[0].value } == ["0", "1", "2"])
    #expect(graph.nodes.map(\.isExpanded) == [true, true, false])
  }

  /// Orders without end. The model counts those that have not arrived.
  enum Orders: Module {
    enum Message { case order, arrive }
    enum Command: Hashable { case ship }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .order:
        model += 1
        perform(.ship)
      case .arrive: model -= 1
      }
    }
  }

  /// Picks an item, which equals every item with the same `id`, or turns by an angle, which may be 0 or -0.
  enum Picker: Module {
    struct Item: Hashable {
      var id: Int, name: String
      static func == (one: Item, other: Item) -> Bool { one.id == other.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    enum Message: Hashable { case pick(Item), turn(Double) }
    struct Model: Hashable { var name = "", isNegative = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .pick(let item): model.name = item.name
      case .turn(let angle): model.isNegative = angle.sign == .minus
      }
    }
  }

  @Test func `messages that are equal by their own == have labels of their own`() throws {
    let graph = try graph(
      Specification(of: Picker.self) {
        Messages(of: .model) { _ in
          [.pick(.init(id: 1, name: "a")), .pick(.init(id: 1, name: "b")), .turn(0), .turn(-0.0)]
        }
      })
    #expect(graph.nodes.count == 6)
    #expect(
      graph.labels == [
        #"pick(Item(id: 1, name: "a"))"#, #"pick(Item(id: 1, name: "b"))"#, "turn(0.0)", "turn(-0.0)",
      ])
    #expect(graph.edges.filter { $0.from == 0 }.map(\.label) == [0, 1, 2, 3])
  }
}
