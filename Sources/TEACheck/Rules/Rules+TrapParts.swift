internal import TEARuntime

extension Rules {
  /// The property that a part evaluates; `nil` for any other part.
  private func property(of part: TrapPart) -> Property<M>? {
    let (list, index): ([Property<M>], Int)
    switch part {
    case .always(let number): (list, index) = (always, number)
    case .relation(let number): (list, index) = (steps, number)
    case .sometimes(let number): (list, index) = (sometimes, number)
    case .liveness(let number): (list, index) = (liveness, number)
    default: return nil
    }
    return list.indices.contains(index) ? list[index] : nil
  }

  /// The name of a part in a report.
  func name(of part: TrapPart) -> String {
    if let property = property(of: part) { return "“\(property.name)”" }
    switch part {
    case .offer where offersViewMessages: return "view"
    case .target(let index) where targets.indices.contains(index): return "Target “\(targets[index].name)”"
    case .label(let index) where labels.indices.contains(index): return "Classify “\(labels[index].name)”"
    case .cover(let index) where covers.indices.contains(index): return "Cover “\(covers[index].name)”"
    default: return part.name
    }
  }

  /// The violation by a part that is known to trap.
  func violation(by part: TrapPart, trapping cause: TrapCause) -> Violation {
    var violation = Violation(trappingBy: cause)
    let name = name(of: part)
    violation.trappingPart = name
    if let property = property(of: part) {
      (violation.property, violation.place) = (property.name, property.place)
    } else {
      violation.property = "\(name) never traps"
    }
    return violation
  }
}
