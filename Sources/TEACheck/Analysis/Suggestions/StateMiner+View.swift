extension StateMiner {
  /// Adds an invariant for each value of the view that equals a value of the model in all observed worlds. Values that never
  /// vary are left out.
  mutating func addViewEqualities() {
    for (viewObservation, modelObservation) in worlds.modelCounterparts.sorted(by: { $0.key < $1.key }) {
      let viewAccess = worlds.observations[viewObservation].access
      let modelAccess = worlds.observations[modelObservation].access
      let firstValue = worlds.rowCount > 0 ? worlds.value(modelObservation, of: 0) : 0
      guard (0..<worlds.rowCount).contains(where: { worlds.value(modelObservation, of: $0) != firstValue }) else {
        continue
      }
      let isSameName = viewAccess.words.split(separator: ".").last == modelAccess.words.split(separator: ".").last
      let (words, expression): (String, String)
      switch worlds.observations[viewObservation].kind {
      case .number:
        let viewNumberAccess = worlds.access(toNumber: viewObservation)
        let modelNumberAccess = worlds.access(toNumber: modelObservation)
        (words, expression) = (
          "\(viewNumberAccess.words) equals \(modelNumberAccess.words)",
          "\(viewNumberAccess.expression) == \(modelNumberAccess.expression)"
        )
      case .flag where viewAccess.optional == nil && modelAccess.optional == nil:
        (words, expression) = (
          "\(viewAccess.words) exactly if \(modelAccess.words)", "\(viewAccess.expression) == \(modelAccess.expression)"
        )
      case .text, .flag:
        (words, expression) = (
          "\(viewAccess.words) is \(modelAccess.words)", "\(viewAccess.expression) == \(modelAccess.expression)"
        )
      case .presence where !hasModelCounterpart(inside: viewAccess):
        (words, expression) = (
          "\(viewAccess.words) is set exactly if \(modelAccess.words) is",
          "(\(viewAccess.expression) != nil) == (\(modelAccess.expression) != nil)"
        )
      default: continue
      }
      // Fields with the same name mostly mean that the view just passes on a field of the model: hardly worth a property.
      statements.append(
        Statement(
          .always, words, Formula(expression: expression, isSimple: false), weight: isSameName ? 1.5 : 4,
          expected: Statement.expectedExceptionShare * Double(worlds.rowCount), total: worlds.worldCount,
          support: worlds.worldCount,
          observations: [viewObservation, modelObservation]))
    }
  }

  /// Returns whether the value inside of an optional has a counterpart. The equality of the values then says more than that
  /// both optionals are set in the same worlds.
  private func hasModelCounterpart(inside optional: Access) -> Bool {
    worlds.modelCounterparts.keys.contains { worlds.observations[$0].access.optional == optional.expression }
  }
}
