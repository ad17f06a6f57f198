import TEACheck

/// A list of mails. A mail is deleted on the screen at once, and on the server when the request arrives there.
///
/// It is wrong on purpose: a list that the server made before the deletion brings the mail back to the screen.
enum Mails: Module {
  enum Message: Hashable { case refreshed, deleted(Int), loaded(Set<Int>) }
  enum Command: Hashable { case load, delete(Int) }

  struct Model: Hashable {
    var shown: Set<Int> = [1, 2]
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .refreshed: perform(.load)
    case .deleted(let id):
      model.shown.remove(id)
      perform(.delete(id))
    case .loaded(let mails): model.shown = mails
    }
  }
}

/// The server's own mails.
struct MailServer: Hashable {
  var mails: Set<Int> = [1, 2]
}

let mails = Specification(of: Mails.self) {
  Messages(of: .world) { world in
    world.outstanding.count < 2 ? [.refreshed] + world.model.shown.sorted().map { .deleted($0) } : []
  }
  Environment(
    MailServer(),
    performing: { server, command in
      if case .delete(let id) = command { server.mails.remove(id) }
    },
    replies: { server, command in
      switch command {
      case .load: [.loaded(server.mails)]
      case .delete: nil
      }
    })
  Settles("at rest, the server's mails are shown", of: .modelAndEnvironment(MailServer.self)) { model, server in
    model.shown == server.mails
  }
}
