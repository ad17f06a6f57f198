import TEACheck

/// The same upload, which is cancelled where the person cancels it.
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

/// On a runtime that does not drop what was queued before it was cancelled.
let racyUpload = Specification(of: FixedUpload.self) {
  uploadSpecification(of: FixedUpload.self)
  RacyCancellation()
}
