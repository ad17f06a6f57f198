import TEACheck

/// Two switches, each of which is written to a server one second after its last change.
///
/// The switches are wrong on purpose: a refresh also sets a switch that is still to be written.
enum Settings: Module {
  enum Switch: CaseIterable { case sounds, alerts }

  struct Model: Hashable {
    /// The switches that are on.
    var on: Set<Switch> = []
  }

  enum Message: Hashable {
    case toggle(Switch)
    case written(Switch)
    case refreshed(on: Set<Switch>)
  }

  enum Command: Hashable {
    /// Writes a switch one second later; a new write of the switch replaces this one.
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
}

/// The same switches, where a refresh leaves alone a switch that is still to be written.
enum FixedSettings: Module {
  typealias Message = Settings.Message
  typealias Command = Settings.Command

  struct Model: Hashable {
    var on: Set<Settings.Switch> = []
    /// The switches whose last change was not written yet.
    var unwritten: Set<Settings.Switch> = []
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .toggle(let toggled):
      model.on.formSymmetricDifference([toggled])
      model.unwritten.insert(toggled)
      perform(.write(toggled, isOn: model.on.contains(toggled)))
    case .written(let written):
      model.unwritten.remove(written)
      perform(.refresh)
    case .refreshed(let on):
      model.on = on.subtracting(model.unwritten).union(model.on.intersection(model.unwritten))
    }
  }
}
