import TEACheck

/// The tasks of three days, with a filter, a theme, a sheet and an undo of the last removal: fields of many types, and messages
/// that are derived from their type.
enum Planner: Module {
  enum Day: CaseIterable { case monday, tuesday, wednesday }
  enum Filter: CaseIterable { case all, open, done }
  enum Theme: CaseIterable { case light, dark, system }
  /// The index of a task in the model.
  enum Place: Int, CaseIterable { case first, second, third }
  enum Sheet: Hashable { case none, editing(Place), confirming(Place) }
  struct Task: Hashable {
    var id: Int
    var day: Day
    var isDone = false
  }
  enum Message {
    case add(Day), toggle(Place), remove(Place), edit(Place), move(to: Day), confirm, cancel, undo
    case filter(Filter), choose(Theme), toggleDay(Day)
  }
  struct Model: Hashable {
    var tasks: [Task] = []
    var nextID = 1
    var filter = Filter.all
    var theme = Theme.system
    var sheet = Sheet.none
    var visibleDays = Set(Day.allCases)
    /// The task that `undo` brings back; `nil` for none.
    var removed: Task?
    var doneCount = 0
  }
  struct View: Hashable {
    var count: Int
    var canUndo: Bool
    var isSheetOpen: Bool
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .add(let day):
      // There are three places for tasks; the bound of the ids makes the search finite.
      guard model.tasks.count < 3, model.nextID < 5 else { return }
      model.tasks.append(Task(id: model.nextID, day: day))
      model.nextID += 1
    case .toggle(let place):
      guard place.rawValue < model.tasks.count else { return }
      model.tasks[place.rawValue].isDone.toggle()
      model.doneCount += model.tasks[place.rawValue].isDone ? 1 : -1
    case .remove(let place): if place.rawValue < model.tasks.count { model.sheet = .confirming(place) }
    case .edit(let place): if place.rawValue < model.tasks.count { model.sheet = .editing(place) }
    case .move(let day): if case .editing(let place) = model.sheet { model.tasks[place.rawValue].day = day }
    case .confirm:
      if case .confirming(let place) = model.sheet {
        let task = model.tasks.remove(at: place.rawValue)
        model.doneCount -= task.isDone ? 1 : 0
        model.removed = task
      }
      model.sheet = .none
    case .cancel: model.sheet = .none
    case .undo:
      guard let task = model.removed, model.sheet == .none, model.tasks.count < 3 else { return }
      model.tasks.append(task)
      model.doneCount += task.isDone ? 1 : 0
      model.removed = nil
    case .filter(let filter): model.filter = filter
    case .choose(let theme): model.theme = theme
    case .toggleDay(let day): if model.visibleDays.remove(day) == nil { model.visibleDays.insert(day) }
    }
  }

  static func view(for model: Model) -> View {
    View(count: model.tasks.count, canUndo: model.removed != nil, isSheetOpen: model.sheet != .none)
  }

  static var specification: Specification<Planner> { Specification(of: Planner.self) {} }
}
