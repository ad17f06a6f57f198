internal import TEAAnalysis
internal import TEARuntime

/// Tests equations of messages (see ``MessageEquation``) in the worlds of a graph.
///
/// A search that ends at its bound has not taken the steps of most worlds. Up to 18 equations at a time, six of
/// each kind, are tested in each of these worlds. So models are compared in memory where possible, and a world's model after a
/// message is made once for all of the equations.
///
/// The class is not generic, because unspecialised code looks up the metadata of generic types at each use.
final class EquationTester {
  /// The model after one message, in the world for which it was made last.
  private struct AfterMessage {
    let model: NextModel
    let message: UnsafeRawPointer
    /// The world for which the model was made last; -1 for none.
    var world = -1
    var hasFailed = false
    /// `true` where the message leaves the model as it is.
    var isIdle = false
  }

  private let identity: ValueIdentity
  /// Keeps the messages in memory.
  private let buffer: AnyObject
  private var afterMessage: [AfterMessage]
  /// Memory for the models after the two sequences of messages of an equation.
  private let left: NextModel
  private let right: NextModel
  /// Tests an equation in a model without comparing memory; `nil` where models hold no object and can be compared in memory.
  private let holdsByValue: ((MessageMiner.Equation, UnsafeRawPointer) -> Bool)?

  init<M: Module>(_ messages: [M.Message], _ rules: Rules<M>, _ functions: ModuleFunctions<M>) {
    let identity = ValueIdentity.of(M.Model.self)
    let buffer = MessageBuffer<M.Message>()
    let first = buffer.add(messages).first
    afterMessage = messages.indices.compactMap { index in
      first.map {
        AfterMessage(model: NextModel(functions), message: $0 + index * MemoryLayout<M.Message>.stride)
      }
    }
    (self.identity, self.buffer, left, right) = (identity, buffer, NextModel(functions), NextModel(functions))
    guard rules.objectInModel != nil || identity.mayHoldIncomparable else {
      holdsByValue = nil
      return
    }
    holdsByValue = { equation, model in
      let (left, right) = equation.sequences
      return MessageEquation<M>.difference(
        left.map { messages[$0] }, right.map { messages[$0] },
        from: model.assumingMemoryBound(to: M.Model.self).pointee) == nil
    }
  }

  /// The tested equations that do not hold in a world.
  ///
  /// - Parameter toTest: The equations to test. Bit n stands for the equation with index n, as in the result.
  func brokenEquations(
    among equations: [MessageMiner.Equation], _ toTest: UInt32, inWorld number: Int, _ model: UnsafeRawPointer
  ) -> UInt32 {
    var (broken, index): (UInt32, Int) = (0, 0)
    while index < equations.count {
      if toTest >> UInt32(index) & 1 != 0, !holds(equations[index], model, number) { broken |= 1 << UInt32(index) }
      index += 1
    }
    return broken
  }

  /// An equation also holds where `update` throws.
  private func holds(_ equation: MessageMiner.Equation, _ model: UnsafeRawPointer, _ world: Int) -> Bool {
    if let holdsByValue { return holdsByValue(equation, model) }
    let (first, second) = (equation.first, equation.second)
    guard makeModel(after: first, from: model, world) else { return true }
    let afterFirst = UnsafeRawPointer(afterMessage[first].model.address)
    let isIdle = afterMessage[first].isIdle
    switch equation.kind {
    case .idempotent:
      guard !isIdle, update(afterFirst, to: right, by: first) else { return true }
      return identity.isSame(afterFirst, right.address)
    case .inverse:
      if isIdle { return !makeModel(after: second, from: model, world) || afterMessage[second].isIdle }
      guard update(afterFirst, to: right, by: second) else { return true }
      return identity.isSame(model, right.address)
    case .commuting:
      guard makeModel(after: second, from: model, world) else { return true }
      let afterSecond = UnsafeRawPointer(afterMessage[second].model.address)
      switch (isIdle, afterMessage[second].isIdle) {
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

  /// Makes the model after a message, once for each world; returns `false` where `update` throws.
  private func makeModel(after message: Int, from model: UnsafeRawPointer, _ world: Int) -> Bool {
    if afterMessage[message].world != world {
      afterMessage[message].world = world
      afterMessage[message].hasFailed = !update(model, to: afterMessage[message].model, by: message)
      afterMessage[message].isIdle =
        !afterMessage[message].hasFailed && identity.isSame(model, afterMessage[message].model.address)
    }
    return !afterMessage[message].hasFailed
  }

  /// - Returns: `false` where `update` throws.
  private func update(_ model: UnsafeRawPointer, to place: NextModel, by message: Int) -> Bool {
    place.update(model, by: afterMessage[message].message)
  }
}
