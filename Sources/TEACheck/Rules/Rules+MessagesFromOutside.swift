internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

// The *outside world* sends the messages of replies, subscriptions, timers and the events of an environment. These are not
// derived as messages that a person may send at any time. Their cases are found by calls of declarations with derived commands
// and subscriptions, and by an exploration of the first worlds.

extension Rules {
  /// The numbers of the message cases that the outside world sends for derived commands and subscriptions. Sets
  /// ``mayMissMessagesFromOutside`` where the outside world may send messages of other cases too.
  ///
  /// A declaration that throws or traps for a derived value adds no case, because the program may never use the value.
  mutating func casesSentForDerivedValues(scope: Int) throws -> Set<Int> {
    // The third smallest number is negative, and traps where a declaration uses it as an index.
    let scope = min(scope, 2)
    var probes: [Probe] = []
    if !answersNothing {
      let commands = try smallestValues(of: M.Command.self, scope, "what commands bring")
      if !commands.isExhaustive || repliesDependOnWorld { mayMissMessagesFromOutside = true }
      for command in commands.values {
        for origin in origins {
          let probe = Probe(command) { [self] in
            try (possibleReplies(to: command, in: origin.world) ?? [])
              + (surroundingRules?.interimReplies?(command, origin.world.model) ?? [])
          }
          probes.append(probe)
        }
      }
    }
    if let subscriptionMessages = surroundingRules?.subscriptionMessages {
      let subscriptions = try smallestValues(of: M.Subscription.self, scope, "what subscriptions send")
      if !subscriptions.isExhaustive || repliesDependOnModel { mayMissMessagesFromOutside = true }
      for subscription in subscriptions.values {
        for origin in repliesDependOnModel ? origins[...] : origins.prefix(1) {
          probes.append(Probe(subscription) { try subscriptionMessages(subscription, origin.world.model) })
        }
      }
    }
    // An environment's events are known only where it is known: no derived value stands for its state.
    if surroundingRules?.environment?.events != nil { mayMissMessagesFromOutside = true }
    // Timers need no declaration: the module maps subscriptions to them, and only a list of subscriptions is needed.
    let subscriptions = try? Derivation(root: M.Subscription.self).listedValues(of: M.Subscription.self, scope: scope)
    if M.Subscription.self != Never.self, subscriptions?.isExhaustive != true { mayMissMessagesFromOutside = true }
    for subscription in subscriptions?.values ?? [] {
      let probe = Probe(subscription) {
        UserCode.calling(.timer) { M.timer(for: subscription).map { [$0.message] } ?? [] }
      }
      probes.append(probe)
    }
    return cases(sentBy: probes)
  }

  /// A call of a declaration with a derived command or subscription.
  private struct Probe {
    /// The derived value, as Swift source.
    let value: String
    /// The number of the value's case; `nil` for a value that is no enum.
    let valueCase: Int?
    let messages: () throws -> [M.Message]

    init<Value>(_ value: Value, messages: @escaping () throws -> [M.Message]) {
      (self.value, valueCase, self.messages) = (literal(value), enumCase(of: value), messages)
    }
  }

  /// After a probe that traps, other probes with values of the same case are left out, because each trap ends a process.
  private func cases(sentBy probes: [Probe]) -> Set<Int> {
    if probes.isEmpty { return [] }
    let phase = watch.beginPhase()
    defer { phase.end() }
    let values = probes.map { $0.value }
    phase.scriptToTrap = { breadcrumb in
      [
        "the derived value \(values[breadcrumb.number]), for which a declaration was called to learn which messages no person "
          + "sends; declare Messages { … }, and no values are derived"
      ]
    }
    var (cases, trappedCases): (Set<Int>, Set<Int?>) = ([], [])
    for (number, probe) in probes.enumerated() where !trappedCases.contains(probe.valueCase) {
      let breadcrumb = Breadcrumb(.probe, number: number)
      guard phase.knownTraps[breadcrumb] == nil else {
        trappedCases.insert(probe.valueCase)
        continue
      }
      let messages = phase.watched(breadcrumb) { (try? probe.messages()) ?? [] }
      cases.formUnion(messages.compactMap(numberOfCase))
    }
    return cases
  }

  /// The number of a message's case among the ``messageCases``.
  func numberOfCase(_ message: M.Message) -> Int? { messageCases?.number(of: message) }

  /// Replies, subscriptions, timers or events of an environment send messages of this message's case, and people do not.
  func isUnderived(_ message: M.Message) -> Bool {
    !underivedCases.isEmpty && numberOfCase(message).map(underivedCases.contains) ?? false
  }

  /// - Parameter subject: The subject of the declaration, for the error where no values can be derived.
  private func smallestValues<Value>(
    of type: Value.Type, _ scope: Int, _ subject: String
  ) throws -> Derivation.ListedValues<Value> {
    if TypeShape(of: type).isUninhabited { return .init(values: []) }
    do {
      return try Derivation(root: type).listedValues(of: type, scope: scope)
    } catch {
      let reason = error.description(
        advising: "say which messages a person or the system can send:\n    Messages { view in [ … ] }")
      throw SpecificationError(
        description: """
          The specification of \(moduleName(of: M.self)) says \(subject), and its messages are to be derived, but which of them come \
          from there cannot be told: \(reason)
          """)
    }
  }

  /// Must be called before the search: the logs have noted derived commands, which the program may never perform.
  func clearLogsOfReplies() {
    endlessCommands.clear()
    replyLog.clear()
  }
}
