internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// Finds the numbers in models and environments that grow with the depth of a search, such as a counter, or the count of a log.
///
/// Numbers are read by reflection. Types with a mirror of their own, collections of the program and objects are left out, so that
/// no function of the program is called.
struct GrowthFinder {
  /// The values that were met at one path.
  private struct Values {
    let path: String
    var range: ClosedRange<Double>
    var lastStage: Int
    /// The number of stages in which a value beyond those of earlier stages was met.
    var wideningCount = 0
  }

  private var values: [Values] = []
  private var indexOfPath: [String: Int] = [:]
  private var numbers: [(path: String, value: Double)] = []
  /// The number of parts of the last model and its environment, as far as they were read.
  private(set) var partCount = 0
  /// A model with more parts is left out as a whole: the order of a set must not decide which parts are read.
  private static var maxPartCount: Int { 4_096 }
  /// Of a larger collection, only the count is read.
  private static var maxElementCount: Int { 64 }

  /// - Parameter stage: The number of the stage of the search; stages must be added in their order.
  mutating func add(_ model: Any, _ environment: Any? = nil, stage: Int) {
    (numbers, partCount) = ([], 0)
    read(model, at: "", depth: 0)
    if let environment {
      let owner = model is any CustomReflectable ? () : model
      read(environment, at: environmentName(of: environment, beside: owner), depth: 0)
    }
    guard partCount <= Self.maxPartCount else { return }
    for (path, value) in numbers {
      guard let index = indexOfPath[path] else {
        indexOfPath[path] = values.count
        values.append(Values(path: path, range: value...value, lastStage: stage))
        continue
      }
      let known = values[index]
      if known.range.contains(value) { continue }
      values[index].range = min(known.range.lowerBound, value)...max(known.range.upperBound, value)
      values[index].lastStage = stage
      if known.lastStage != stage { values[index].wideningCount += 1 }
    }
  }

  /// The paths at which most stages up to the last met values beyond those before, each with its range. The parts of a collection
  /// whose count grows are left out.
  func growing(upToStage last: Int) -> [String] {
    let found = values.filter { 2 * $0.wideningCount >= last && $0.lastStage >= last - 1 }
    let collections = found.filter { ".\($0.path)".hasSuffix(".count") }.map { $0.path.dropLast("count".count) }
    return found.filter { value in !collections.contains { value.path.hasPrefix($0.dropLast() + "[") } }.map {
      "\($0.path.isEmpty ? "the model" : $0.path) (\(Self.text(of: $0.range.lowerBound)) to "
        + "\(Self.text(of: $0.range.upperBound)))"
    }
  }

  private static func text(of number: Double) -> String {
    // Below 10¹⁵, each whole number is exact, and its conversion cannot trap.
    number == number.rounded() && abs(number) < 1e15 ? grouped(Int(number)) : "\(number)"
  }

  private mutating func read(_ value: Any, at path: String, depth: Int) {
    partCount += 1
    guard partCount <= Self.maxPartCount, depth < 8 else { return }
    let type = type(of: value)
    func inside(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    if TypeShape.isOfLibrary(type) {
      switch value {
      case is Bool: return
      case let number as any BinaryInteger: return numbers.append((path, Double(number)))
      case let number as Double: return number.isFinite ? numbers.append((path, number)) : ()
      case let duration as Duration: return numbers.append((path, duration / .seconds(1)))
      case let text as String: return numbers.append((inside("utf8.count"), Double(text.utf8.count)))
      default: break
      }
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .optional: for child in mirror.children { read(child.value, at: path, depth: depth + 1) }
      case .collection, .set, .dictionary:
        numbers.append((inside("count"), Double(mirror.children.count)))
        guard mirror.children.count <= Self.maxElementCount else { return }
        let firstIndex = numbers.count
        // Each element of a dictionary is a tuple with the labels `key` and `value`; no other elements have labels.
        let isDictionary = mirror.displayStyle == .dictionary
        for part in isDictionary ? mirror.children.map({ Mirror(reflecting: $0.value) }) : [mirror] {
          readAll(part, depth) { $0 == "key" ? "\(path)[].key" : "\(path)[]" }
        }
        // The order of a set or dictionary must not decide which path is met first.
        if mirror.displayStyle != .collection { numbers[firstIndex...].sort { $0.path < $1.path } }
      default: break
      }
    } else if !(type is AnyClass), !(value is any CustomReflectable), !(value is any Collection) {
      readAll(Mirror(comparing: value), depth) { label in
        // Property wrappers store a property under its name after `_`, and most store its value as `wrappedValue`.
        let name = label.drop { $0 == "_" || $0 == "." }
        return name == "wrappedValue" ? path : inside(String(name))
      }
    }
  }

  private mutating func readAll(_ mirror: Mirror, _ depth: Int, at path: (String) -> String) {
    for child in mirror.children { read(child.value, at: path(child.label ?? ""), depth: depth + 1) }
  }
}

extension Explorer {
  /// The numbers in models and environments that grow with the depth of the search, each as text: where one has no end, neither has the search.
  /// Empty for fewer than eight levels, which tell little, and where the rows of worlds were released.
  ///
  /// The path to the last world divides the worlds into stages, because worlds are numbered in the order of their depth.
  func growingNumbers() -> [String] {
    guard foundWorldCount > 0, arena.holds(0), rules.abstraction == nil else { return [] }
    let path = ancestry.path(to: foundWorldCount - 1)
    // More stages would miss a number that grows once in a few levels, as a list does to which each third step adds.
    let stageCount = 8
    guard path.count > stageCount else { return [] }
    var (finder, last) = (GrowthFinder(), GrowthFinder())
    func add(_ number: Int, to finder: inout GrowthFinder, stage: Int) {
      let world = world(number)
      finder.add(world.model, world.surroundings?.environment?.base, stage: stage)
    }
    add(0, to: &finder, stage: 0)
    add(foundWorldCount - 1, to: &last, stage: 0)
    // About 2¹⁶ parts are read, which takes less than a second also in a debug build.
    let worldsPerStage = max(8, min(500, (1 << 13) / max(finder.partCount, last.partCount)))
    for stage in 1...stageCount {
      let before = path[(path.count - 1) * (stage - 1) / stageCount]
      let count = path[(path.count - 1) * stage / stageCount] - before
      let readCount = min(worldsPerStage, count)
      for number in 1...readCount { add(before + number * count / readCount, to: &finder, stage: stage) }
    }
    return finder.growing(upToStage: stageCount)
  }
}
