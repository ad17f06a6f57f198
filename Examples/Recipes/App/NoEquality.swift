import TEACheck

/// Photos with the errors of their uploads; the errors have no equality.
enum Gallery: Module {
  enum Message { case added, uploadFailed, retried }
  struct Offline: Error {}

  struct Photo {
    var name: String
    var error: (any Error)?
  }

  struct Model {
    var photos: [Photo] = []
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .added where model.photos.count < 2: model.photos.append(Photo(name: "photo \(model.photos.count + 1)"))
    case .uploadFailed where !model.photos.isEmpty: model.photos[0].error = Offline()
    case .retried where !model.photos.isEmpty: model.photos[0].error = nil
    default: break
    }
  }
}

let gallery = Specification(of: Gallery.self) {
  Always("only the first photo is uploaded") { $0.photos.dropFirst().allSatisfy { $0.error == nil } }
  Always("at most two photos") { $0.photos.count <= 2 }
  Step("a retry forgets the error") { $0.message != .retried || $0.after.photos.allSatisfy { $0.error == nil } }
  Sometimes("an upload has failed") { $0.photos.contains { $0.error != nil } }
}
