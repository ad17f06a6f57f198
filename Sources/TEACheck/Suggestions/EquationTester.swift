internal import TEAAnalysis
internal import TEARuntime

/// Tests equations of messages in worlds by calls of `update`.
///
/// A search that ends at its bound leaves most worlds unexpanded, and up to 18 equations are tested in each of them. Therefore
/// models stay in memory, the model after a message is made once for all equations, and `update` is specialised for the module.
///
/// It is not generic, because code that is not specialised for a module looks up the metadata of generic types at each use.
final class EquationTester {
  /// The model after a message.
  private struct Next {
    let model: NextModel
    /// The address of the message.
    let message: UnsafeRawPointer
    /// The world for which the model was made last; -1 for none.
    var world = -1
    var hasFailed = false
    /// The message leaves the model as it is.
    var isIdle = false
  }

  private let identity: ValueIdentity
  /// The owner of the messages in memory.
  private let buffer: AnyObject
  private var next: [Next]
  private let left: NextModel
  private let right: NextModel
  /// Returns whether an equation holds from a model, by values; `nil` where models can be compared in memory, and no update may
  /// change an object that other models hold as well.
  private let holdsByValue: ((MessageMiner.Equation, UnsafeRawPointer) -> Bool)?

  init<M: Module>(_ messages: [M.Message], _ rules: Rules<M>, _ functions: ModuleFunctions<M>) {
    let identity = ValueIdentity.of(M.Model.self)
    let buffer = MessageBuffer<M.Message>()
    let first = buffer.add(messages).first
    next = messages.indices.compactMap { index in
      first.map { Next(model: NextModel(functions), message: $0 + index * MemoryLayout<M.Message>.stride) }
    }
    (self.identity, self.buffer, left, right) = (identity, buffer, NextModel(functions), NextModel(functions))
    guard rules.objectInModel != nil || identity.mayHoldIncomparable else {
      holdsByValue = nil
      return
    }
    holdsByValue = { equation, model in
      let (left, right) = equation.sequences
      return MessageEquation<M>.holds(
        left.map { messages[$0] }, right.map { messages[$0] },
        from: model.assumingMemoryBound(to: M.Model.self).pointee)
    }
  }

  /// Returns a bit for each of some equations that does not hold in a world.
  ///
  /// - Parameters:
  ///   - tested: A bit for each equation that is tested.
  ///   - number: The number of the world.
  ///   - model: The address of the world's model.
  func broken(
    _ equations: [MessageMiner.Equation], _ tested: UInt32, inWorld number: Int, _ model: UnsafeRawPointer
  ) -> UInt32 {
    var (broken, index): (UInt32, Int) = (0, 0)
    while index < equations.count {
      if tested >> UInt32(index) & 1 != 0, !holds(equations[index], model, number) { broken |= 1 << UInt32(index) }
      index += 1
    }
    return broken
  }

  /// Returns whether an equation holds from a model, or `update` throws.
  private func holds(_ equation: MessageMiner.Equation, _ model: UnsafeRawPointer, _ world: Int) -> Bool {
    if let holdsByValue { return holdsByValue(equation, model) }
    let (first, second) = (equation.first, equation.second)
    guard advance(first, from: model, world) else { return true }
    let afterFirst = UnsafeRawPointer(next[first].model.address)
    // An idle message leads to the model itself, and what comes after it is known.
    let isIdle = next[first].isIdle
    switch equation.kind {
    case .idempotent:
      guard !isIdle, update(afterFirst, to: right, by: first) else { return true }
      return identity.isSame(afterFirst, right.address)
    case .inverse:
      if isIdle { return !advance(second, from: model, world) || next[second].isIdle }
      guard update(afterFirst, to: right, by: second) else { return true }
      return identity.isSame(model, right.address)
    case .commuting:
      guard advance(second, from: model, world) else { return true }
      let afterSecond = UnsafeRawPointer(next[second].model.address)
      switch (isIdle, next[second].isIdle) {
      case (true, true): return true
      case (true, false):
        return !update(afterSecond, to: right, by: first) || identity.isSame(afterSecond, right.address)
      case (false, true):
        return !update(afterFirst, to: left, by: second) || identity.isSame(left.address, afterFirst)
      case (false, false):
        guard update(afterFirst, to: left, by: second), update(afterSecond, to: right, by: first) else { return true }
        return identity.isSame(left.address, right.address)
      }
    }
  }

  /// Makes the model after a message, once for each world.
  ///
  /// - Returns: `false` where `update` throws.
  private func advance(_ message: Int, from model: UnsafeRawPointer, _ world: Int) -> Bool {
    if next[message].world != world {
      next[message].world = world
      next[message].hasFailed = !update(model, to: next[message].model, by: message)
      next[message].isIdle = !next[message].hasFailed && identity.isSame(model, next[message].model.address)
    }
    return !next[message].hasFailed
  }

  /// Makes the model after a message in another place.
  ///
  /// - Returns: `false` where `update` throws.
  private func update(_ model: UnsafeRawPointer, to place: NextModel, by message: Int) -> Bool {
    place.update(model, by: next[message].message)
  }
}
