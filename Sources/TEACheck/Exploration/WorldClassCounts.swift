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
  /// By the recognition key of a view, or by a label's name and value.
  private(set) var classesByKey: [AnyHashable: Class] = [:]
  /// `false` where worlds are not classified, and after the bound on steps or on classes was exceeded.
  private(set) var isClassifying: Bool

  /// The largest number of classes; people would not read a longer table.
  private static var maxClasses: Int { 100 }

  init(labels: [Measure<M, String?>], messageCaseCount: Int) {
    (self.labels, self.messageCaseCount) = (labels, messageCaseCount)
    // Every model would be a class by itself where models are their own views.
    isClassifying = messageCaseCount > 0 && (!labels.isEmpty || M.View.self != M.Model.self)
  }

  /// Counts a world in its classes, and returns their keys. A view that throws gives no key, nor does a label that throws or
  /// has no value.
  mutating func classify(_ number: Int, _ world: World<M>) -> [AnyHashable] {
    guard !labels.isEmpty else {
      guard let view = UserCode.calling(.view, { try? M.view(for: world.model) }) else { return [] }
      return UserCode.calling(.comparison) {
        let text = UserCode.calling(.description) { literal(view, upTo: shownLength) }
        return enter(recognitionKey(of: view), (number, 0), text)
      }
    }
    var classes: [AnyHashable] = []
    for (index, label) in labels.enumerated() {
      // The previous label may have made one class too many, which ends the classification.
      guard isClassifying else { return [] }
      guard let value = (try? label.read(world)) ?? nil else { continue }
      let name = value.isEmpty ? label.name : "\(label.name) \(value)"
      if !classes.contains(name) { classes += enter(name, (number, index), escaped(name)) }
    }
    return classes
  }

  /// Counts a world in a class, and makes the class where it is new.
  ///
  /// - Returns: The key; none where the class would be one too many, which ends the classification.
  private mutating func enter(
    _ key: AnyHashable, _ first: (world: Int, label: Int), _ name: @autoclosure () -> String
  ) -> [AnyHashable] {
    if classesByKey[key] == nil {
      guard classesByKey.count < Self.maxClasses else {
        stop()
        return []
      }
      classesByKey[key] = Class(name: name(), first: first, steps: Array(repeating: 0, count: messageCaseCount))
    }
    classesByKey[key]?.worlds += 1
    return [key]
  }

  mutating func countStep(by message: Int, from key: AnyHashable) { classesByKey[key]?.steps[message] += 1 }

  mutating func stop() {
    isClassifying = false
    classesByKey = [:]
  }

  mutating func join(_ other: WorldClassCounts) {
    guard isClassifying, other.isClassifying else { return stop() }
    classesByKey.merge(other.classesByKey) { own, other in
      Class(
        name: own.name, first: own.first < other.first ? own.first : other.first, worlds: own.worlds + other.worlds,
        steps: zip(own.steps, other.steps).map { $0 + $1 })
    }
    if classesByKey.count > Self.maxClasses { stop() }
  }
}
