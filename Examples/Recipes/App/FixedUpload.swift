import TEACheck

/// The upload, repaired: its request is cancelled when the person cancels the upload.
enum FixedUpload: Module {
  typealias Message = Upload.Message
  typealias Command = Upload.Command

  static func start(with flags: Void) -> Upload.Model { Upload.Model() }

  static func update(for message: Message, model: inout Upload.Model, perform: (Command) -> Void) {
    Upload.update(for: message, model: &model, perform: perform)
    if message == .cancelTapped { perform(.cancel) }
  }

  static func policy(for command: Command) -> EffectPolicy<String> { Upload.policy(for: command) }
}

/// The fixed upload on a runtime that still delivers a reply that was queued before the request was cancelled.
let racyUpload = Specification(of: FixedUpload.self) {
  uploadSpecification(of: FixedUpload.self)
  RacyCancellation()
}
