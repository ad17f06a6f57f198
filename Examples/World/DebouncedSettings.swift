import TEACheck

/// Two switches, each of which is written to a server one second after its last change.
///
/// The delay is a policy of the command, so the runtime waits, and the checker knows the deadline.
/// The switches are wrong on purpose: a refresh also sets a switch that is still to be written.
enum DebouncedSettings: Module {
  enum Switch: CaseIterable { case sounds, alerts }

  struct Model: Hashable {
    var on: Set<Switch> = []
  }

  enum Message: Hashable {
    case toggle(Switch)
    case written(Switch)
    case refreshed(on: Set<Switch>)
  }

  enum Command: Hashable {
    case write(Switch, isOn: Bool)
    case refresh
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .toggle(let toggled):
      model.on.formSymmetricDifference([toggled])
      perform(.write(toggled, isOn: model.on.contains(toggled)))
    case .written: perform(.refresh)
    case .refreshed(let on): model.on = on
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Switch> {
    switch command {
    case .write(let key, _): .debounce(key, .seconds(1))
    case .refresh: .all
    }
  }
}

/// The server's own switches.
struct SettingsServer: Hashable {
  var on: Set<DebouncedSettings.Switch> = []

  mutating func perform(_ command: DebouncedSettings.Command) {
    switch command {
    case .write(let key, true): on.insert(key)
    case .write(let key, false): on.remove(key)
    case .refresh: break
    }
  }

  func replies(to command: DebouncedSettings.Command) -> [DebouncedSettings.Message] {
    switch command {
    case .write(let key, _): [.written(key)]
    case .refresh: [.refreshed(on: on)]
    }
  }
}
