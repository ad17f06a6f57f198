internal import TEAResults
internal import TEASupport
internal import TEAText
internal import TEARuntime

/// The classes of the worlds that one worker has expanded, with the number of steps from them.
///
/// There is a class for each value of the specification's labels or, without labels, for each view.
struct WorldClassCounts<M: Module> {
  struct Class {
    var name: String
    /// The first world, and the index of the label by which it is in the class; 0 for a class of a view.
    var first: (world: Int, label: Int)
    var worlds = 0
    /// The numbers of steps from the worlds of the class, by the number of the message's case.
    var steps: [Int]
  }

  private let labels: [Measure<M, String?>]
  private let messageCaseCount: Int
  private(set) var classes: [Class] = []
  /// The indices in ``classes``, by the recognition key of a view, or by a label's name and value.
  private var indices: [AnyHashable: Int] = [:]
  /// `false` where worlds are not classified, and after the bound on steps or on classes was exceeded.
  private(set) var isClassifying: Bool

  /// The largest number of classes; people would not read a longer table.
  private static var maxClasses: Int { 100 }

  init(labels: [Measure<M, String?>], messageCaseCount: Int) {
    (self.labels, self.messageCaseCount) = (labels, messageCaseCount)
    // Every model would be a class by itself where models are their own views.
    isClassifying = messageCaseCount > 0 && (!labels.isEmpty || M.View.self != M.Model.self)
  }

  /// Counts a world in its classes, and returns their indices. A view that throws gives no class, nor does a label that throws
  /// or has no value.
  mutating func classify(_ number: Int, _ world: World<M>) -> [Int] {
    guard !labels.isEmpty else {
      guard let view = UserCode.calling(.view, { try? M.view(for: world.model) }) else { return [] }
      return UserCode.calling(.comparison) {
        let classIndex = enter(recognitionKey(of: view), (number, 0), Self.name(of: view))
        return classIndex.map { [$0] } ?? []
      }
    }
    var found: [Int] = []
    var names: Set<String> = []
    for (index, label) in labels.enumerated() {
      // The previous label may have made one class too many, which ends the classification.
      guard isClassifying else { return [] }
      guard let value = (try? label.read(world)) ?? nil else { continue }
      let name = value.isEmpty ? label.name : "\(label.name) \(value)"
      if names.insert(name).inserted, let classIndex = enter(name, (number, index), escaped(name)) {
        found.append(classIndex)
      }
    }
    return isClassifying ? found : []
  }

  private static func name(of view: M.View) -> String {
    UserCode.calling(.description) { literal(view, upTo: shownLength) }
  }

  /// Counts a world in a class, and makes the class where it is new.
  ///
  /// - Returns: The index of the class; `nil` where the class would be one too many, which ends the classification.
  private mutating func enter(
    _ key: AnyHashable, _ first: (world: Int, label: Int), _ name: @autoclosure () -> String
  ) -> Int? {
    let index = indices[key] ?? classes.count
    if index == classes.count {
      guard index < Self.maxClasses else {
        stop()
        return nil
      }
      indices[key] = index
      classes.append(Class(name: name(), first: first, steps: Array(repeating: 0, count: messageCaseCount)))
    }
    classes[index].worlds += 1
    return index
  }

  mutating func countStep(by message: Int, from classIndex: Int) { classes[classIndex].steps[message] += 1 }

  mutating func stop() {
    isClassifying = false
    (classes, indices) = ([], [:])
  }

  mutating func join(_ other: WorldClassCounts) {
    guard isClassifying, other.isClassifying else { return stop() }
    for (key, index) in other.indices {
      let added = other.classes[index]
      guard let own = indices[key] else {
        indices[key] = classes.count
        classes.append(added)
        continue
      }
      if added.first < classes[own].first { (classes[own].name, classes[own].first) = (added.name, added.first) }
      classes[own].worlds += added.worlds
      for number in added.steps.indices { classes[own].steps[number] += added.steps[number] }
    }
    if classes.count > Self.maxClasses { stop() }
  }
}
