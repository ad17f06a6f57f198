import TEACheck

/// An upload that a person may cancel, wrong on purpose: unlike `FixedUpload`, it never performs `.cancel`.
enum Upload: Module {
  enum Message: Hashable { case startTapped, cancelTapped, finished, failed }
  enum Command: Hashable { case upload, cancel }

  struct Model: Hashable {
    var isUploading = false
    var isDone = false
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .startTapped:
      model.isUploading = true
      perform(.upload)
    case .cancelTapped: model.isUploading = false
    case .finished: model = Model(isUploading: false, isDone: true)
    case .failed: model.isUploading = false
    }
  }

  static func policy(for command: Command) -> EffectPolicy<String> {
    switch command {
    case .upload: .latest("upload")
    case .cancel: .cancel("upload")
    }
  }
}

func uploadSpecification<M: Module>(of module: M.Type) -> Specification<M>
where M.Message == Upload.Message, M.Model == Upload.Model, M.Command == Upload.Command {
  Specification(of: module) {
    Messages(of: .model) { upload in upload.isUploading ? [.cancelTapped] : upload.isDone ? [] : [.startTapped] }
    Replies { command in
      switch command {
      case .upload: [.finished, .failed]
      case .cancel: nil
      }
    }
    // A reply to a cancelled upload would come when nothing is uploading any more.
    Step("a reply comes only while it uploads", when: { $0.answering == .upload }) { $0.before.isUploading }
    Settles("nothing uploads for ever") { !$0.isUploading }
  }
}
