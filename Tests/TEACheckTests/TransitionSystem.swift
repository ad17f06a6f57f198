/// A labelled transition system, read from a text in the Aldebaran format. Shares no code with the writer of the format.
struct TransitionSystem {
  var stateCount: Int
  var transitionCount: Int
  /// The number of steps from the first state to the farthest.
  var depth: Int
  /// `true` if the states are numbered in the order in which a breadth-first search meets them.
  var isNumberedBreadthFirst: Bool

  struct Malformed: Error { var line: String }

  /// - Throws: ``Malformed`` if a line breaks the grammar, names a state that does not exist or has a wrong count, or if a
  ///   state cannot be reached.
  init(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popLast() == "" else { throw Malformed(line: "the last line does not end") }
    let header = String(lines.popFirst() ?? "")
    guard let match = header.wholeMatch(of: #/des *\( *([0-9]+) *, *([0-9]+) *, *([0-9]+) *\) */#),
      let first = Int(match.1), let transitions = Int(match.2), let states = Int(match.3), first < states
    else { throw Malformed(line: header) }
    guard lines.count == transitions else { throw Malformed(line: "\(header), \(lines.count) lines") }
    var successors = Array(repeating: [Int](), count: states)
    for line in lines {
      // A label is the text between two double quotes, without escapes.
      guard let match = line.wholeMatch(of: #/\( *([0-9]+) *, *"[^"]*" *, *([0-9]+) *\) */#),
        let from = Int(match.1), let to = Int(match.2), from < states, to < states
      else { throw Malformed(line: String(line)) }
      successors[from].append(to)
    }
    var distances: [Int?] = Array(repeating: nil, count: states)
    distances[first] = 0
    var queue = [first]
    var depth = 0
    var nextPlace = 0
    while nextPlace < queue.count {
      let distance = distances[queue[nextPlace]] ?? 0
      depth = distance
      for successor in successors[queue[nextPlace]] where distances[successor] == nil {
        distances[successor] = distance + 1
        queue.append(successor)
      }
      nextPlace += 1
    }
    guard queue.count == states else { throw Malformed(line: "\(states - queue.count) states cannot be reached") }
    self.stateCount = states
    self.transitionCount = transitions
    self.depth = depth
    isNumberedBreadthFirst = queue.elementsEqual(0..<states)
  }
}
