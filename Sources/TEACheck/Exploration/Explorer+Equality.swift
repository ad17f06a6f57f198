internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Explorer {
  /// Looks for new worlds with a model or a command that is equal to an earlier one by `==`, and yet stores something else.
  ///
  /// The first such world that a worker found becomes the worker's ``Expansion/candidateViolation``, unless an earlier
  /// candidate violates something.
  mutating func findDishonestEquality() {
    for worker in 0..<expansions.count {
      var found: CandidateViolation?
      for candidate in candidates[worker].newCandidates where found == nil {
        let number = Int(candidates[worker].worldNumbers[Int(candidate)])
        guard let violation = violationOfEquality(of: number) else { continue }
        // The worker's last step violates something by itself, and that is reported.
        if expansions[worker].violation != nil, Int(candidate) == expansions[worker].stepCount - 1 { continue }
        found = CandidateViolation(candidate: Int(candidate), violation: violation, isOfStep: true)
      }
      guard let found else { continue }
      if let candidateViolation = expansions[worker].candidateViolation, candidateViolation.candidate < found.candidate
      {
        continue
      }
      expansions[worker].candidateViolation = found
    }
  }

  /// The violation of the law `honestEquality` by a world's model or commands; `nil` for none. Records the model and the
  /// commands, with which later ones are compared.
  mutating func violationOfEquality(of number: Int) -> Violation? {
    if let key = keyOfEquality(world(number).model), let earlier = firstWorldsWithModels.firstEqual(to: key, number),
      earlier != number,
      let violation = rules.violationOfEquality(
        world(number), takenFor: world(earlier), "of a world found before")
    {
      return violation
    }
    for command in world(number).outstanding {
      guard let key = keyOfEquality(command) else { return nil }
      guard let firstCommand = firstEqualCommands.firstEqual(to: key, command) else { continue }
      if let detail = textOfDifference(firstCommand, command, trustingEquality: false) {
        return Violation(
          property: Law.honestEquality.rawValue,
          detail: "by its ==, a command equals one that was performed before, and differs: \(detail)")
      }
    }
    return nil
  }

  /// The number of different models, or commands, up to which a new one is compared with each of them by `==`.
  ///
  /// Above this number, hashes decide, so that a large search does not take quadratic time. A type's own hash may differ
  /// between equal values.
  static var maxScannedValues: Int { 1_000 }

  /// The number of steps, from the first of a search, in which hidden differences and repeated messages are looked for.
  ///
  /// Equal models are looked for among as many worlds. All three lead only to notes, which must not slow down a long search.
  static var maxComparedSteps: Int { 4_000 }

  /// Sets ``hiddenDifference`` by the first step of the batch that leads to a new world whose model equals the parent's model
  /// by `==`, and yet stores something else.
  ///
  /// Such a difference is no violation: a note says that worlds are told apart by all that they store.
  mutating func findHiddenDifference(after transitionsBefore: Int) {
    guard hiddenDifference == nil, let areEqual = modelsAreEqual else { return }
    var transitionsBefore = transitionsBefore
    for workerCandidates in candidates {
      for candidate in workerCandidates.newCandidates.lazy.map(Int.init) {
        let transition = transitionsBefore + candidate
        if transition >= Self.maxComparedSteps { return }
        let parentRow = UnsafeRawPointer(arena[workerCandidates.parent(of: candidate)])
        let difference = rows.withModel(of: parentRow, packing) { parentModel in
          rows.withModel(of: UnsafeRawPointer(workerCandidates.row(candidate)), packing) { model -> HiddenDifference? in
            guard model != parentModel, UserCode.calling(.comparison, { areEqual(parentModel, model) }),
              !rules.identity.isSame(parentModel, model)
            else { return nil }
            return HiddenDifference(parentModel.pointee, model.pointee)
          }
        }
        if let difference {
          hiddenDifference = (transition + 1, difference)
          return
        }
      }
      transitionsBefore += workerCandidates.count
    }
  }

  /// The difference between two models that are equal by `==`, among ``maxComparedSteps`` worlds: the first ones, or in a
  /// compact search the first that are not expanded.
  ///
  /// The difference may keep a search from ending, for example a number that only grows, such as the first index of a slice.
  func differenceBetweenEqualModels() -> HiddenDifference? {
    guard M.Model.self is any Hashable.Type else { return nil }
    // `==` alone decides among no more than 64 models, because every search that ends at a bound pays for this note.
    var firstNumbers = FirstEquals<AnyHashable, Int>(scanning: 64)
    // A compact search releases the rows of expanded worlds, which ``expandedCount`` does not count yet while it resumes.
    let lowestNumber = bounds.isCompact ? max(expandedCount, arena.firstHeld) : 0
    for number in lowestNumber..<min(foundWorldCount, lowestNumber + Self.maxComparedSteps) {
      let model = world(number).model
      let equalNumber = UserCode.calling(.comparison) { () -> Int? in
        (model as? AnyHashable).flatMap { firstNumbers.firstEqual(to: $0, number) }
      }
      guard let equalNumber, equalNumber != number, case let equalModel = world(equalNumber).model,
        !rules.identity.models.areSame(equalModel, model)
      else { continue }
      return HiddenDifference(equalModel, model)
    }
    return nil
  }
}
