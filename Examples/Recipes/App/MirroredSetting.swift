import TEACheck

/// A download button that mirrors a setting of the phone in its model, wrong on purpose: it trusts the mirror.
enum Downloads: Module {
  enum Message: Hashable { case tapped, settingChanged(Bool), finished }
  enum Command: Hashable { case download }

  struct Model: Hashable {
    var mayUseMobileData = true
    var isDownloading = false
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .tapped:
      guard model.mayUseMobileData, !model.isDownloading else { return }
      model.isDownloading = true
      perform(.download)
    case .settingChanged(let isOn): model.mayUseMobileData = isOn
    case .finished: model.isDownloading = false
    }
  }
}

/// The phone, which has the setting itself; the app learns of a change some time later.
struct Phone: Hashable, Sendable {
  var mayUseMobileData = true
  var downloadedAgainstSetting = false
}

let downloads = Specification(of: Downloads.self) {
  Messages { _ in [.tapped] }
  // `atOnce` concerns commands, not events: the phone tells of a change at any later moment.
  Environment(
    Phone(),
    performing: { phone, _ in if !phone.mayUseMobileData { phone.downloadedAgainstSetting = true } },
    replies: { _, _ in [.finished] },
    events: { phone, _ in
      [
        EnvironmentEvent("the setting is switched") { $0.mayUseMobileData.toggle() },
        EnvironmentEvent("the phone tells", sends: .settingChanged(phone.mayUseMobileData)),
      ]
    }
  ).atOnce
  Always("nothing is downloaded against the setting", of: .environment(Phone.self)) { !$0.downloadedAgainstSetting }
}
