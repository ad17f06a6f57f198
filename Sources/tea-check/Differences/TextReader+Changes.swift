internal import TEAResults
import TEARuntime

/// Changes of screens, which are read from texts because a graph has no values.
extension TextReader {
  typealias Change = Counterexample.Change

  /// An empty text stands for the value of a field that a screen lacks.
  func changes(from before: Behaviour.Screen, to after: Behaviour.Screen) -> [Change] {
    var changes: [Change] = []
    for field in after {
      guard let earlier = before.first(where: { $0.name == field.name }) else {
        changes.append(Change(path: field.name, before: "", after: field.value))
        continue
      }
      if earlier.value != field.value { changes += self.changes(of: field.name, earlier.value, field.value) }
    }
    for field in before where !after.contains(where: { $0.name == field.name }) {
      changes.append(Change(path: field.name, before: field.value, after: ""))
    }
    return changes
  }

  /// The changes of the parts of a value that is too long for a line, as the report of a check has them, where they are shorter
  /// than both whole values.
  private func changes(of name: String, _ before: String, _ after: String) -> [Change] {
    let whole = [Change(path: name, before: before, after: after)]
    // The length to which a report cuts a value, in characters.
    guard max(before.utf8.count, after.utf8.count) > 60 else { return whole }
    let parts = Self.changes(at: name, terms(of: before), terms(of: after))
    func length(_ changes: [Change]) -> Int {
      changes.reduce(0) { $0 + $1.path.utf8.count + $1.before.utf8.count + $1.after.utf8.count }
    }
    return !parts.isEmpty && length(parts) < length(whole) ? parts : whole
  }

  private static func changes(at path: String, _ before: [Term], _ after: [Term]) -> [Change] {
    guard before != after else { return [] }
    if before.dropLast() == after.dropLast(), case .group(let bracket, let old)? = before.last,
      case .group(bracket, let new)? = after.last
    {
      if bracket == "[", before.count == 1, let changes = elementChanges(at: path, old, new) { return changes }
      // A label stands before a colon and a space.
      if before.last!.isLabelled, after.last!.isLabelled, old.map(\.first) == new.map(\.first) {
        return zip(old, new).flatMap { old, new in
          let label = old[0].text
          return changes(
            at: path.isEmpty ? label : "\(path).\(label)", Array(old.dropFirst(3)), Array(new.dropFirst(3)))
        }
      }
    }
    return [Change(path: path, before: text(before), after: text(after))]
  }

  /// - Returns: `nil` for dictionaries, and where the whole lists say more.
  private static func elementChanges(at path: String, _ old: [[Term]], _ new: [[Term]]) -> [Change]? {
    guard !(old + new).contains(where: { $0.contains(.otherText(":")) }) else { return nil }
    // Structs have a text for each field that changes, as in the comparison of values, whose bounds these are.
    let haveFields = old.first?.last?.isLabelled ?? false
    let comparison = ListComparison(old.count, new.count) { old[$0] == new[$1] }
    return comparison.edits(limit: 200, savedChanges: haveFields ? 1 : 3, alignmentLimit: 100)?.flatMap { edit in
      switch edit {
      case .change(let one, let other): return changes(at: "\(path)[\(other)]", old[one], new[other])
      case .removal(let index): return [Change(path: "\(path)[\(index)]", before: text(old[index]), after: "absent")]
      case .insertion(let index): return [Change(path: "\(path)[\(index)]", before: "absent", after: text(new[index]))]
      case .move(let index, let target):
        return [Change(path: "\(path)[\(index)]", before: text(old[index]), after: "moved to [\(target)]")]
      }
    }
  }

  private static func text(_ terms: [Term]) -> String { terms.map(\.text).joined() }
}
