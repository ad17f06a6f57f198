import TEACheck

/// A path of values of several types.
enum MixedPath: Module {
  struct Album: Hashable { var number: Int, title: String }
  struct Song: Hashable { var name: String, isLoved: Bool }
  struct Model: Hashable { var size: Int, path: [AnyHashable] = [], loved: Set<String> = [] }
  enum Message { case album(Int), song(String), love, pop }

  static func start(with size: Int) -> Model { Model(size: size) }

  static func offers(_ model: Model) -> [Message] {
    (model.path.count < model.size ? [.album(1), .album(2), .song("One"), .song("A song with a long name")] : [])
      + (model.path.isEmpty ? [] : [.love, .pop])
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .album(let number): model.path.append(Album(number: number, title: "Album number \(number) of them all"))
    case .song(let name): model.path.append(Song(name: name, isLoved: model.loved.contains(name)))
    case .love: if let song = model.path.last?.base as? Song { model.loved.formSymmetricDifference([song.name]) }
    case .pop: model.path.removeLast()
    }
  }

  /// - Parameter size: The largest number of values on the path.
  static func specification(_ size: Int) -> Specification<MixedPath> {
    Specification(of: MixedPath.self) {
      Start(with: [size])
      Messages(of: .model) { offers($0) }
      Always("the path is not too long") { model in model.path.count <= model.size }
    }
  }
}
