internal import TEAResults
internal import TEARuntime

extension Rules {
  private func property(of part: TrapPart) -> (name: String, place: SourcePlace)? {
    func find<Subject>(_ list: [Property<Subject>], _ partAt: (Int) -> TrapPart) -> (name: String, place: SourcePlace)?
    {
      list.indices.first { partAt($0) == part }.map { (list[$0].name, list[$0].place) }
    }
    return find(always, TrapPart.always) ?? find(stepProperties, TrapPart.relation)
      ?? find(sometimes, TrapPart.sometimes) ?? find(liveness, TrapPart.liveness)
  }

  /// The names that replace ``TrapPart/name`` in reports.
  var partNames: [TrapPart: String] {
    var names: [TrapPart: String] = [:]
    func add(_ part: (Int) -> TrapPart, _ texts: [String]) {
      for (index, name) in texts.enumerated() { names[part(index)] = name }
    }
    add(TrapPart.always, always.map { "“\($0.name)”" })
    add(TrapPart.relation, stepProperties.map { "“\($0.name)”" })
    add(TrapPart.sometimes, sometimes.map { "“\($0.name)”" })
    add(TrapPart.liveness, liveness.map { "“\($0.name)”" })
    add(TrapPart.target, targets.map { "Target “\($0.name)”" })
    add(TrapPart.label, labels.map { "Classify “\($0.name)”" })
    add(TrapPart.cover, covers.map { "Cover “\($0.name)”" })
    if offersViewMessages { names[.offer] = "view" }
    return names
  }

  func violation(by part: TrapPart, trapping cause: TrapCause) -> Violation {
    var violation = Violation(trappingBy: cause)
    let name = partNames[part] ?? part.name
    violation.trappingPart = name
    if let property = property(of: part) {
      (violation.property, violation.place) = (property.name, property.place)
    } else {
      violation.property = "\(name) never traps"
    }
    return violation
  }
}
