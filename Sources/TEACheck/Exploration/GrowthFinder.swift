internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// A collection or text that grows with the depth of a search.
struct Growth: Equatable {
  /// The path to its number of elements or bytes.
  var path: String
  /// The least number and the largest.
  var sizes: ClosedRange<Int>

  /// So many elements make a world take much longer than a small one to compare and to show.
  static var leastSize: Int { 1_000 }
}

/// Finds the numbers in models and environments that grow with the depth of a search, such as a counter, or the count of a log.
///
/// Numbers are read by reflection. Types with a mirror of their own, collections of the program and objects are left out, so that
/// no function of the program is called.
struct GrowthFinder {
  /// The values that were met at one path.
  private struct Values {
    let path: String
    /// The values are numbers of elements of collections, or of bytes of texts.
    let isSize: Bool
    var range: ClosedRange<Double>
    var lastStage: Int
    /// The number of stages in which a value beyond those of earlier stages was met.
    var wideningCount = 0

    /// Half of the stages or more met values beyond those before, and one of the last two did.
    func isGrowing(upToStage last: Int) -> Bool { 2 * wideningCount >= last && lastStage >= last - 1 }
  }

  private var values: [Values] = []
  private var indexOfPath: [String: Int] = [:]
  private var numbers: [(path: String, value: Double, isSize: Bool)] = []
  /// The number of parts of the last model and its environment, as far as they were read.
  private(set) var partCount = 0
  /// A model with more parts is left out as a whole: the order of a set must not decide which parts are read.
  private static var maxPartCount: Int { 4_096 }
  static var nameOfOutstanding: String { "outstanding commands" }
  /// Of a larger collection, only the count is read.
  private static var maxElementCount: Int { 64 }

  /// - Parameters:
  ///   - outstanding: The number of outstanding commands.
  ///   - stage: The number of the stage of the search; stages must be added in their order.
  mutating func add(_ model: Any, _ environment: Any? = nil, outstanding: Int = 0, stage: Int) {
    (numbers, partCount) = ([(Self.nameOfOutstanding, Double(outstanding), false)], 0)
    read(model, at: "", depth: 0)
    if let environment {
      let owner = model is any CustomReflectable ? () : model
      read(environment, at: environmentName(of: environment, beside: owner), depth: 0)
    }
    guard partCount <= Self.maxPartCount else { return }
    for (path, value, isSize) in numbers {
      guard let index = indexOfPath[path] else {
        indexOfPath[path] = values.count
        values.append(Values(path: path, isSize: isSize, range: value...value, lastStage: stage))
        continue
      }
      let known = values[index]
      if known.range.contains(value) { continue }
      values[index].range = min(known.range.lowerBound, value)...max(known.range.upperBound, value)
      // A size that falls has an end.
      if isSize, value < known.range.lowerBound { continue }
      values[index].lastStage = stage
      if known.lastStage != stage { values[index].wideningCount += 1 }
    }
  }

  /// - Parameter stage: The number of the stage of the search; stages must be added in their order.
  mutating func add<M: Module>(_ world: World<M>, stage: Int) {
    add(world.model, world.surroundings?.environment?.base, outstanding: world.outstanding.count, stage: stage)
  }

  /// The first collection or text that grows as the numbers of ``growing(upToStage:)`` do, and is large; `nil` for none.
  func growth(upToStage last: Int) -> Growth? {
    let found = values.first {
      $0.isSize && $0.range.upperBound >= Double(Growth.leastSize) && $0.isGrowing(upToStage: last)
    }
    return found.map { Growth(path: $0.path, sizes: Int($0.range.lowerBound)...Int($0.range.upperBound)) }
  }

  /// The paths at which values grow up to the last stage or the one before, each with its range. The parts of a collection whose
  /// count grows are left out.
  func growing(upToStage last: Int) -> [String] {
    let found = values.filter { $0.isGrowing(upToStage: last) }
    let collections = found.filter(\.isSize).map { $0.path.dropLast("count".count) }
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
      case let number as any BinaryInteger: return numbers.append((path, Double(number), false))
      case let number as Double: return number.isFinite ? numbers.append((path, number, false)) : ()
      case let duration as Duration: return numbers.append((path, duration / .seconds(1), false))
      case let text as String: return numbers.append((inside("utf8.count"), Double(text.utf8.count), true))
      default: break
      }
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .optional: for child in mirror.children { read(child.value, at: path, depth: depth + 1) }
      case .collection, .set, .dictionary:
        numbers.append((inside("count"), Double(mirror.children.count), true))
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
  /// The numbers in models and environments that grow with the depth of the search, each as text: where one has no end, neither
  /// has the search. Empty for fewer than eight levels, which tell little, and where the rows of worlds were released.
  ///
  /// The path to the last world divides the worlds into stages, because worlds are numbered in the order of their depth.
  func growingNumbers() -> [String] {
    guard foundWorldCount > 0, arena.holds(0), rules.abstraction == nil else { return [] }
    let path = ancestry.path(to: foundWorldCount - 1)
    let stageCount = Self.stageCount
    guard path.count > stageCount else { return [] }
    var (finder, last) = (GrowthFinder(), GrowthFinder())
    finder.add(world(0), stage: 0)
    last.add(world(foundWorldCount - 1), stage: 0)
    // About 2¹⁶ parts are read, which takes less than a second also in a debug build.
    let worldsPerStage = max(8, min(500, (1 << 13) / max(finder.partCount, last.partCount)))
    for stage in 1...stageCount {
      let before = path[(path.count - 1) * (stage - 1) / stageCount]
      let count = path[(path.count - 1) * stage / stageCount] - before
      let readCount = min(worldsPerStage, count)
      for number in 1...readCount { finder.add(world(before + number * count / readCount), stage: stage) }
    }
    return finder.growing(upToStage: stageCount)
  }

  /// More stages would miss a number that grows once in a few levels, as a list does to which each third step adds.
  private static var stageCount: Int { 8 }

  /// A large collection or text that grows on the path to a world of the level: where it has no end, neither has the search, and
  /// each world takes more time than the last. `nil` for none, and in a search with bounds of its own.
  ///
  /// Paths are looked at whose length is 2ⁿ or 3 · 2ⁿ and at least 1 024 steps, which all together take little time.
  func growthOnPath() -> Growth? {
    guard bounds.endsAtGrowth, depth >= 1_024, [1, 3].contains(depth >> depth.trailingZeroBitCount),
      rules.abstraction == nil
    else { return nil }
    for number in worldsAcrossLevel() {
      if let growth = growth(onPathTo: number) { return growth }
    }
    return nil
  }

  /// Up to eight worlds of the level, evenly from the last to the first: of two parts of a program one may grow, and the last
  /// world be of the other.
  private func worldsAcrossLevel() -> [Int] {
    let last = levelEnd - 1
    let length = ancestry.path(to: last).count
    // Worlds are numbered in the order of their depth.
    var (first, end) = (0, last)
    while first < end {
      let middle = (first + end) / 2
      if ancestry.path(to: middle).count < length { first = middle + 1 } else { end = middle }
    }
    let count = min(8, last - first + 1)
    var numbers: [Int] = []
    for index in 0..<count {
      let number = last - (last - first) * index / max(1, count - 1)
      if arena.holds(number) { numbers.append(number) }
    }
    return numbers
  }

  private func growth(onPathTo number: Int) -> Growth? {
    var last = GrowthFinder()
    last.add(world(number), stage: 0)
    // One stage tells what is large, and not what grows.
    guard last.growth(upToStage: 0) != nil else { return nil }
    var finder = GrowthFinder()
    for (stage, world) in worldsOnPath(to: number, Self.stageCount).enumerated() { finder.add(world, stage: stage) }
    return finder.growth(upToStage: Self.stageCount)
  }

  /// The start of the path to a world, and the ends of its stages. A compact search has released their rows, and takes the steps
  /// again.
  ///
  /// - Returns: An empty array where steps could not be taken again.
  private func worldsOnPath(to number: Int, _ stageCount: Int) -> [World<M>] {
    let path = ancestry.path(to: number)
    let places = (0...stageCount).map { (path.count - 1) * $0 / stageCount }
    if arena.holds(0) { return places.map { self.world(path[$0]) } }
    // Steps may change an object in place, which worlds that are still to be expanded may share.
    guard rules.objectInModel == nil else { return [] }
    var world = rules.originOfSearch(rules.origins[originIndices[path[0]]]).world
    var worlds = [world]
    for (place, number) in path.enumerated().dropFirst() {
      let step = ancestry.step(to: number)
      guard let steps = try? rules.steps(in: world), steps.indices.contains(step) else { return [] }
      world = rules.take(steps[step], in: world).world
      if places.contains(place) { worlds.append(world) }
    }
    return worlds
  }
}
