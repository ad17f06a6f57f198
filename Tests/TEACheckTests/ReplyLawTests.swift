import Testing

@testable import TEACheck

/// Interim replies, and laws about the originators of replies, each once kept and once broken.
@Suite struct ReplyLawTests {
  @Test func `a list that cancels the downloads of closed rows keeps both laws`() throws {
    let result = try specification(.careful) {
      RepliesReachTheirOriginator { command, model in model.rows[command.row] != nil }
      RepliesChangeOnlyTheirOriginator { command, model in
        model.rows[command.row] = nil
        model.parts = 0
      }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `a reply to a row that was closed is found`() {
    #expect(
      violation(.forgetful) { RepliesReachTheirOriginator { command, model in model.rows[command.row] != nil } } == [
        "replies reach their originator", "download(0) is answered, and what it was performed for is gone",
        "open(0)", "close(0)", "received(0, percent: 100)",
      ])
  }

  @Test func `a reply that changes another row is found`() {
    #expect(
      violation(.confused) {
        RepliesChangeOnlyTheirOriginator { command, model in
          model.rows[command.row] = nil
          model.parts = 0
        }
      } == [
        "replies change only their originator",
        "the reply to download(0) changes something else too: rows: [1: 0] → [1: 100]",
        "open(0)", "open(1)", "received(0, percent: 100)",
      ])
  }

  @Test func `a command sends any number of messages before its last reply`() throws {
    let result = try specification(.careful) {
      Sometimes("twice") { $0.parts == 2 }
      Settles("at rest, nothing is half there") { $0.rows.values.allSatisfy { $0 == 100 } }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `a replay takes an interim reply only while its command is outstanding`() throws {
    let check = specification(.careful) { Always("small") { $0.parts < 2 } }.check()
    #expect(throws: CheckFailure.self) {
      try check.replay(
        """
        open(0)
        download(0) sends received(0, percent: 50)
        download(0) sends received(0, percent: 50)
        """)
    }
    try check.replay(
      """
      open(0)
      download(0) sends received(0, percent: 50)
      download(0) replies received(0, percent: 100)
      download(0) sends received(0, percent: 50)
      """)
  }

  @Test func `messages that are declared as replies are not derived`() throws {
    let rules = try Rules(
      Specification(of: Downloads.self) {
        Start(with: [.careful])
        Replies { command in [.received(command.row, percent: 100)] }
      }, scope: 2)
    #expect(rules.notes.contains("messages that only the world sends: received"))
  }

  private func specification(
    _ manners: Downloads.Manners, @SpecificationBuilder<Downloads> _ declarations: () -> [Declaration<Downloads>]
  ) -> Specification<Downloads> {
    let declarations = declarations()
    return Specification(of: Downloads.self) {
      Start(with: [manners])
      Messages(of: .model) { model in
        [0, 1].map { row in model.rows.keys.contains(row) ? .close(row) : .open(row) }
      }
      InterimReplies { command in [.received(command.row, percent: 50)] }
      Replies { command in [.received(command.row, percent: 100)] }
      DeclarationList(declarations: declarations)
    }
  }

  /// The name of the violated property, the detail, and the messages of the counterexample.
  private func violation(
    _ manners: Downloads.Manners, @SpecificationBuilder<Downloads> _ law: () -> [Declaration<Downloads>]
  ) -> [String] {
    let result = specification(manners, law).check().outcome(CheckSettings(), onProgress: { _ in }).result
    let counterexample = result.counterexample
    return [counterexample?.property ?? "", counterexample?.detail ?? ""]
      + (counterexample?.steps.map(\.message) ?? [])
  }
}

/// Two rows, each of which downloads something while it is open.
private enum Downloads: Module {
  enum Manners: Hashable, Sendable {
    /// A row that is closed cancels its download.
    case careful
    /// A row that is closed does not cancel its download.
    case forgetful
    /// A reply to one row changes all rows.
    case confused
  }

  enum Message: Hashable { case open(Int), close(Int), received(Int, percent: Int) }

  enum Command: Hashable {
    case download(Int), cancel(Int)

    var row: Int {
      switch self {
      case .download(let row), .cancel(let row): row
      }
    }
  }

  struct Model: Hashable {
    var manners: Manners
    /// The open rows, each with the received part of its download in per cent.
    var rows: [Int: Int] = [:]
    /// The number of parts that came since a row was opened, at most two.
    var parts = 0
  }

  static func start(with flags: Manners) -> Model { Model(manners: flags) }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    switch command {
    case .download(let row): .latest(row)
    case .cancel(let row): .cancel(row)
    }
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .open(let row):
      model.rows[row] = 0
      model.parts = 0
      perform(.download(row))
    case .close(let row):
      model.rows[row] = nil
      if model.manners != .forgetful { perform(.cancel(row)) }
    case .received(let row, let percent):
      if percent < 100 { model.parts = min(2, model.parts + 1) }
      for target in model.manners == .confused ? Array(model.rows.keys) : [row] where model.rows[target] != nil {
        model.rows[target] = percent
      }
    }
  }
}
