import TEARuntime

/// A module whose messages tell it what to perform, to subscribe to or to throw.
enum Diary: Module {
  enum Message: Sendable {
    case write(String)
    case perform([String])
    case follow([String])
    case failInUpdate
    case failInView
  }

  struct Model: Hashable {
    var entries: [String] = []
    var counts: [String: Int] = [:]
    var followed: [String] = []
    var isReadable = true
  }

  enum Failure: Error, Hashable { case update, view }

  typealias Flags = [String]
  typealias Command = String
  typealias View = String
  typealias Subscription = String

  static func start(with flags: [String], perform: (String) -> Void) -> Model {
    flags.forEach(perform)
    return Model()
  }

  static func update(for message: Message, model: inout Model, perform: (String) -> Void) throws {
    switch message {
    case .write(let text):
      model.entries.append(text)
      model.counts[text, default: 0] += 1
      perform("save \(text)")
    case .perform(let commands):
      commands.forEach(perform)
    case .follow(let followed):
      model.followed = followed
      perform("save")
    case .failInUpdate:
      model.entries.append("broken")
      model.entries[0] = "overwritten"
      model.counts.removeAll()
      model.followed = ["broken"]
      perform("save broken")
      throw Failure.update
    case .failInView:
      model.isReadable = false
      model.entries.removeAll()
      model.followed = ["broken"]
      perform("save broken")
    }
  }

  static func subscriptions(for model: Model) -> [String] { model.followed }

  static func view(for model: Model) throws -> String {
    guard model.isReadable else { throw Failure.view }
    return model.entries.joined(separator: " ")
  }
}
