import TEACheck
import TEARuntime

extension Newcomers {
  /// A chat with a dictionary of rooms.
  enum Chat: Module {
    enum Status: Hashable, Sendable { case sending, sent, failed }
    struct Line: Hashable, Sendable { var id: Int; var status: Status }
    struct Room: Hashable, Sendable { var lines: [Line] = []; var unread = 0 }
    enum Connection: Hashable, Sendable { case offline, connecting(attempt: Int), online }
    struct Model: Hashable, Sendable {
      var rooms: [String: Room] = ["tea": Room()]
      var order = ["tea"]
      var open: String?
      var connection = Connection.offline
      var nextID = 1
      var pending: [Int] = []
    }
    /// `leave` closes the open room and keeps it in the chat; `part` removes a room.
    enum Message: Hashable, Sendable {
      case connect, connected, lost, enter(String), leave, join(String), part(String), send, delivered(Int),
        undelivered(Int), received(String)
    }
    enum Command: Hashable, Sendable { case connect, deliver(id: Int, room: String) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .connect:
        guard model.connection == .offline else { return }
        model.connection = .connecting(attempt: 1)
        perform(.connect)
      case .connected: model.connection = .online
      case .lost: model.connection = .offline
      case .enter(let name):
        guard model.rooms[name] != nil else { return }
        model.open = name
        model.rooms[name]?.unread = 0
      case .leave: model.open = nil
      case .join(let name):
        guard model.rooms[name] == nil else { return }
        model.rooms[name] = Room()
        model.order.append(name)
      case .part(let name):
        guard model.rooms[name] != nil else { return }
        model.rooms[name] = nil
        model.order.removeAll { $0 == name }
        if model.open == name { model.open = nil }
      case .send:
        guard model.connection == .online, let open = model.open, model.nextID < 3 else { return }
        model.rooms[open]?.lines.append(Line(id: model.nextID, status: .sending))
        model.pending.append(model.nextID)
        perform(.deliver(id: model.nextID, room: open))
        model.nextID += 1
      case .delivered(let id): settle(id, .sent, &model)
      case .undelivered(let id): settle(id, .failed, &model)
      case .received(let name):
        guard model.connection == .online, model.open != name, (model.rooms[name]?.unread ?? 2) < 2 else { return }
        model.rooms[name]?.unread += 1
      }
    }
    private static func settle(_ id: Int, _ status: Status, _ model: inout Model) {
      model.pending.removeAll { $0 == id }
      for name in model.order {
        guard let row = model.rooms[name]?.lines.firstIndex(where: { $0.id == id }) else { continue }
        model.rooms[name]?.lines[row].status = status
      }
    }

    static var specification: Specification<Self> {
      Specification(of: Chat.self) {
        Messages { (_: Chat.Model) in
          [
            Chat.Message.connect, .lost, .enter("tea"), .enter("cups"), .leave, .join("cups"), .join("tea"),
            .part("tea"),
            .part("cups"), .send, .received("tea"),
          ]
        }
        Replies { (command: Chat.Command) -> [Chat.Message] in
          switch command {
          case .connect: [.connected, .lost]
          case .deliver(let id, _): [.delivered(id), .undelivered(id)]
          }
        }
      }
    }
  }
}
