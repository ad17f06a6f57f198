import TEACheck

protocol SettingsApp: Module
where Flags == Void, Message == Settings.Message, Command == Settings.Command, Model: Hashable {
  static func switchesOn(in model: Model) -> Set<Settings.Switch>
}

extension Settings: SettingsApp {
  static func switchesOn(in model: Model) -> Set<Switch> { model.on }
}

extension FixedSettings: SettingsApp {
  static func switchesOn(in model: Model) -> Set<Settings.Switch> { model.on }
}

/// The app together with its surroundings, as one module: the server, and a clock that advances by half a second.
enum SettingsServer<App: SettingsApp>: Module {
  /// The maximum number of taps.
  struct Flags { var taps: Int }

  struct Write: Hashable {
    var isOn: Bool
    /// The number of half seconds until the write reaches the server.
    var halfSeconds = 2
  }

  struct Model: Hashable {
    var app: App.Model
    /// The switches that are on at the server.
    var server: Set<Settings.Switch> = []
    /// The writes that have not reached the server yet.
    var waiting: [Settings.Switch: Write] = [:]
    var tapsLeft: Int
  }

  enum Message {
    case tap(Settings.Switch)
    case halfSecondPasses
    case refreshed(on: Set<Settings.Switch>)
  }

  enum Command: Hashable { case refresh }

  static func start(with flags: Flags) throws -> Model {
    Model(app: try App.start(with: ()), tapsLeft: flags.taps)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .tap(let tapped):
      model.tapsLeft -= 1
      try pass(.toggle(tapped), to: &model, perform)
    case .halfSecondPasses:
      for key in Settings.Switch.allCases {
        model.waiting[key]?.halfSeconds -= 1
        guard let write = model.waiting[key], write.halfSeconds == 0 else { continue }
        model.waiting[key] = nil
        if write.isOn { model.server.insert(key) } else { model.server.remove(key) }
        try pass(.written(key), to: &model, perform)
      }
    case .refreshed(let on):
      try pass(.refreshed(on: on), to: &model, perform)
    }
  }

  /// Updates the app for a message, and lets its writes wait, each in place of an earlier write of the same switch.
  private static func pass(
    _ message: App.Message, to model: inout Model, _ perform: (Command) -> Void
  ) throws {
    var writes: [(key: Settings.Switch, isOn: Bool)] = []
    try App.update(for: message, model: &model.app) { command in
      switch command {
      case .write(let key, let isOn): writes.append((key, isOn))
      case .refresh: perform(.refresh)
      }
    }
    for write in writes { model.waiting[write.key] = Write(isOn: write.isOn) }
  }

  /// The person taps the switches at most three times in all.
  static var refreshing: Specification<Self> {
    Specification(of: Self.self) {
      Start(with: [Flags(taps: 3)])
      Messages(of: .model) { model in
        (model.tapsLeft > 0 ? Settings.Switch.allCases.map { .tap($0) } : [])
          + (model.waiting.isEmpty ? [] : [.halfSecondPasses])
      }
      Replies { _, model in [.refreshed(on: model.server)] }
      Step("a refresh leaves alone what is still to be written") { step in
        guard case .refreshed = step.message else { return true }
        return App.switchesOn(in: step.after.app).symmetricDifference(App.switchesOn(in: step.before.app))
          .isDisjoint(with: step.before.waiting.keys)
      }
      Always("when all is written and read, the switches are the server's", of: .world) { world in
        !world.model.waiting.isEmpty || !world.outstanding.isEmpty
          || App.switchesOn(in: world.model.app) == world.model.server
      }
    }
  }
}
