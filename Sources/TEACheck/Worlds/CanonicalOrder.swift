internal import TEASupport
public import TEARuntime

/// The indices of values in an order that does not depend on the given order: by case, and then by text.
///
/// Values whose texts are equal keep the order in which they come.
///
/// - Complexity: O(*n* log *n*) in the number of values, and a text for each that shares its case with another.
func canonicalOrder<Value>(of values: [Value]) -> [Int] {
  guard values.count > 1 else { return Array(values.indices) }
  let tags = values.map { enumCase(of: $0) ?? 0 }
  let isAlone = Dictionary(tags.map { ($0, true) }) { _, _ in false }
  let texts = zip(values, tags).map { isAlone[$1] == true ? [] : Array(structuralLiteral($0).utf8) }
  return values.indices.sorted { one, other in
    if tags[one] != tags[other] { return tags[one] < tags[other] }
    if texts[one].lexicographicallyPrecedes(texts[other]) { return true }
    return one < other && !texts[other].lexicographicallyPrecedes(texts[one])
  }
}

/// The canonical orders of lists of commands, by the numbers of the lists: most lists are in many worlds, and sorting one
/// takes longer than most steps.
@usableFromInline
struct CanonicalOrders {
  private var orders: [UInt32: [Int]] = [:]

  /// More lists than these are forgotten: some 100 bytes each.
  private static var most: Int { 1 << 16 }

  /// Tells a world the order of its outstanding commands, the list of which has a number.
  @usableFromInline
  mutating func add<M: Module>(to world: inout World<M>, _ list: UInt32) {
    if let known = orders[list] {
      world.order = known
      return
    }
    if orders.count == Self.most { orders.removeAll() }
    let order = canonicalOrder(of: world.outstanding)
    orders[list] = order
    world.order = order
  }
}

extension World {
  /// The same world with its outstanding commands in canonical order, in which properties and declarations see them:
  /// worlds that differ in that order only are the same.
  var inCanonicalOrder: World {
    guard outstanding.count > 1 else { return self }
    var world = self
    world.order = nil
    let order = order ?? canonicalOrder(of: outstanding)
    world.outstanding = order.map { outstanding[$0] }
    if var state = surroundings?.state, !state.progress.isEmpty {
      state.progress = order.map { state.progress[$0] }
      world.surroundings = Surroundings(state)
    }
    return world
  }

  /// Removes a command from those outstanding.
  mutating func forget(_ command: Int) {
    outstanding.remove(at: command)
    guard var state = surroundings?.state, !state.progress.isEmpty else { return }
    state.progress.remove(at: command)
    surroundings = Surroundings(state)
  }

  /// The world that a canonical form made of this one, with the progress of each outstanding command taken from the
  /// equal command of this world, or else from the command in the same place.
  func reformed(as other: World) -> World {
    guard var state = other.surroundings?.state, !state.progress.isEmpty else { return other }
    var rest = state.progress
    var places: [CommandProgress<M>] = []
    for (place, command) in other.outstanding.enumerated() {
      let key = recognitionKey(of: command)
      if let equal = rest.firstIndex(where: { recognitionKey(of: $0.command) == key }) {
        places.append(rest.remove(at: equal))
      } else {
        let stage = state.progress.indices.contains(place) ? state.progress[place].stage : .requested
        places.append(CommandProgress(command, stage))
      }
    }
    state.progress = places
    var world = other
    world.surroundings = Surroundings(state)
    return world
  }
}
