internal import TEARuntime

extension Expansion {
  /// Takes the steps of a world before the one that is known to trap, which is then the breach.
  ///
  /// - Returns: Whether one of its steps is.
  @usableFromInline
  mutating func stopsBeforeTrap(_ parent: Int, _ state: UnsafeMutablePointer<State>) throws -> Bool {
    let here = traps.filter { [.step, .offer].contains($0.key.kind) && $0.key.place == parent }
    guard let (first, cause) = here.min(by: { $0.key.bits & 0xFF_FFFF < $1.key.bits & 0xFF_FFFF }) else { return false }
    if let cause = traps[Crumb(.offer, place: parent)] {
      breach = Breach(trappingBy: cause)
      trappingParent = parent
      return true
    }
    let world = state.pointee.world
    structuralHash.hashFields(of: UnsafeRawPointer(state), into: fieldHashes)
    let steps = try rules.value.steps(in: state.pointee)
    guard first.number < steps.count else { return false }
    if rows == nil, interned?.isOfRows != true { unpackCandidates() }
    let record = Ancestry.record(parent: parent, step: 0)
    let begin = count
    defer { if isWordwise { hashWords(from: begin, at: state, record) } }
    for (number, step) in steps[..<first.number].enumerated() {
      let (next, failure) = rules.value.take(step, in: world, performing: &commands)
      try add(step, to: next, failure, in: world, at: state, Ancestry.record(parent: parent, step: number))
      if breach != nil { return true }
    }
    if count == capacity { try grow() }
    // It leads nowhere, which is as if it changed nothing.
    if let packing, let parentBytes {
      (bytes + count * packing.size).copyMemory(from: parentBytes, byteCount: packing.size)
    } else {
      (states + count).initialize(to: state.pointee)
    }
    indices[count] = UInt32(truncatingIfNeeded: parent)
    origins[count] = first.bits
    (self.steps + count).initialize(to: steps[first.number])
    count += 1
    breach = Breach(trappingBy: cause)
    return true
  }
}
