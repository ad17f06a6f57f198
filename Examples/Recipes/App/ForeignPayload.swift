import TEACheck

/// A picture type like those of the system: a class, whose values cannot be derived from the type alone.
final class Picture: Sendable {
  let name: String

  init(name: String) { self.name = name }
}

/// An album that keeps the names of at most two pictures.
enum Album: Module {
  enum Message { case picked(Picture), removed(at: Int) }

  static func start(with flags: Void) -> [String] { [] }

  static func update(for message: Message, model: inout [String], perform: (Command) -> Void) {
    switch message {
    case .picked(let picture): if model.count < 2 { model.append(picture.name) }
    case .removed(let index): model.remove(at: index)
    }
  }
}

let album = Specification(of: Album.self) {
  Messages(of: .model) { names in
    ["sea", "hill"].map { .picked(Picture(name: $0)) } + names.indices.map { .removed(at: $0) }
  }
  Always("at most two pictures") { $0.count <= 2 }
}
