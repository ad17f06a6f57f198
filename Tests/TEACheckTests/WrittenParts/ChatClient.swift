import TEACheck

/// A chat with a server as its environment: lines that may fail to be sent, and the server's list of lines.
enum ChatClient: Module {
  enum Status: Hashable { case sending, sent, failed }
  struct Line: Hashable { var id: Int, text: String, status = Status.sending }

  struct Model: Hashable {
    /// The largest number of lines.
    var limit: Int
    var draft = ""
    var lines: [Line] = []
    var remoteLines: [String] = []
    var isLoading = false
    var isOpen = true
  }

  enum Message: Hashable {
    case type(String), send, resend(Int), refresh, open, close
    case sent(Int), failed(Int), loaded([String])
  }

  enum Command: Hashable { case post(id: Int, String), load }

  struct Server: Hashable {
    var lines: [String] = []

    mutating func perform(_ command: Command) {
      if case .post(_, let text) = command, lines.count < 3 { lines.append(text) }
    }

    func replies(to command: Command) -> [Message] {
      switch command {
      case .post(let id, _): [.sent(id), .failed(id)]
      case .load: [.loaded(lines)]
      }
    }
  }

  static func start(with limit: Int) -> Model { Model(limit: limit) }

  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = [model.isOpen ? .close : .open]
    if model.draft.isEmpty { messages += [.type("x"), .type("y")] }
    if !model.draft.isEmpty, model.lines.count < model.limit { messages.append(.send) }
    messages += model.lines.filter { $0.status == .failed }.map { .resend($0.id) }
    if !model.isLoading { messages.append(.refresh) }
    return messages
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type(let text): model.draft = text
    case .send:
      let line = Line(id: model.lines.count, text: model.draft)
      model.lines.append(line)
      model.draft = ""
      perform(.post(id: line.id, line.text))
    case .resend(let id):
      model.lines[id].status = .sending
      perform(.post(id: id, model.lines[id].text))
    case .refresh:
      model.isLoading = true
      perform(.load)
    case .open: model.isOpen = true
    case .close: model.isOpen = false
    case .sent(let id): model.lines[id].status = .sent
    case .failed(let id): model.lines[id].status = .failed
    case .loaded(let lines): (model.remoteLines, model.isLoading) = (lines, false)
    }
  }

  static func specification(_ limit: Int) -> Specification<ChatClient> {
    Specification(of: ChatClient.self) {
      Start(with: [limit])
      Messages(of: .model) { offers($0) }
      Environment(
        Server(), performing: { server, command in server.perform(command) },
        replies: { server, command in server.replies(to: command) })
      Always("there are few lines") { model in model.lines.count <= model.limit }
    }
  }
}
