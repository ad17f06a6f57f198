extension StateMiner {
  /// Adds the likely invariants that a value of the view equals a value of the model: they hold in all worlds seen, and the
  /// value of the model is not the same in all of them.
  mutating func addViewEqualities() {
    for (view, model) in worlds.modelCounterparts.sorted(by: { $0.key < $1.key }) {
      let (ofView, ofModel) = (worlds.observations[view].access, worlds.observations[model].access)
      let firstValue = worlds.rowCount > 0 ? worlds.value(model, of: 0) : 0
      guard (0..<worlds.rowCount).contains(where: { worlds.value(model, of: $0) != firstValue }) else { continue }
      let isSameName = ofView.words.split(separator: ".").last == ofModel.words.split(separator: ".").last
      // A view that only hands a field of the model on is less worth a property.
      guard
        let score = Statement.score(
          weight: isSameName ? 1.5 : 4, expected: Statement.exceptionRate * Double(worlds.rowCount), exceptionCount: 0)
      else { continue }
      let (words, expression): (String, String)
      switch worlds.observations[view].kind {
      case .number:
        let (viewNumber, modelNumber) = (worlds.access(toNumber: view), worlds.access(toNumber: model))
        (words, expression) = (
          "\(viewNumber.words) equals \(modelNumber.words)", "\(viewNumber.swift) == \(modelNumber.swift)"
        )
      case .text: (words, expression) = ("\(ofView.words) is \(ofModel.words)", "\(ofView.swift) == \(ofModel.swift)")
      case .flag where ofView.optional == nil && ofModel.optional == nil:
        (words, expression) = ("\(ofView.words) exactly if \(ofModel.words)", "\(ofView.swift) == \(ofModel.swift)")
      case .presence where !hasModelCounterpart(inside: ofView):
        (words, expression) = (
          "\(ofView.words) is set exactly if \(ofModel.words) is",
          "(\(ofView.swift) != nil) == (\(ofModel.swift) != nil)"
        )
      default: continue
      }
      statements.append(
        .ofWorlds(
          words, Formula(expression: expression, isSimple: false), total: worlds.worldCount,
          support: worlds.worldCount, observations: [view, model], score: score))
    }
  }

  /// Returns whether the value inside of an optional of the view equals a value of the model in all worlds seen. This statement
  /// is stronger than that both are set in the same worlds.
  private func hasModelCounterpart(inside optional: Access) -> Bool {
    worlds.modelCounterparts.keys.contains { worlds.observations[$0].access.optional == optional.swift }
  }
}
