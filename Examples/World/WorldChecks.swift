import TEACheck

/// Checks of programs in an environment: debounced commands, timers, lost replies, stale views, and a server.
@main struct WorldChecks: CheckSuite {
  static var checks: [Check] {
    Specification(of: DebouncedSettings.self) {
      Messages(of: .world) { world in
        // The person taps while fewer than two commands wait for their deadline or their reply.
        world.outstanding.count + world.agenda.entries.count < 2
          ? DebouncedSettings.Switch.allCases.map { .toggle($0) } : []
      }
      Environment(
        SettingsServer(), performing: { $0.perform($1) }, replies: { $0.replies(to: $1) })
      Always("what is still to be written is shown", of: .world) { world in
        world.agenda.entries.allSatisfy { entry in
          guard case .command(.write(let key, let isOn), _) = entry.item else { return true }
          return world.model.on.contains(key) == isOn
        }
      }
      Settles("at rest, the switches are the server's", of: .modelAndEnvironment(SettingsServer.self)) {
        model, server in
        model.on == server.on
      }
    }
    .check("written after a pause")
    .knownIssue("a refresh overwrites what is still to be written", steps: 6, worlds: 81)

    Specification(of: TrustingSearchBox.self) {
      Messages(of: .model) { typing($0) }
      Replies { replies(to: $0) }
      LostReplies()
      Recovers("loading always ends") { $0.searching == nil }
    }
    .check("without a timeout")
    .knownIssue("the last search is lost, and its spinner stays on", steps: 4, worlds: 21)

    Specification(of: PatientSearchBox.self) {
      Messages(of: .model) { typing($0).map { .box($0) } }
      Replies { command in
        switch command {
        case .box(let command): replies(to: command).map { .box($0) }
        case .giveUp: nil
        }
      }
      LostReplies()
      Recovers("loading always ends") { $0.searching == nil }
      Eventually("and it does, if time passes") { $0.searching == nil }
      Always("what is outstanding is the search that is shown", of: .world) { world in
        world.outstanding.allSatisfy { command in
          if case .box(.search(let query)) = command { query == world.model.searching } else { true }
        }
      }
      Step("a pause ends the typing, and a reply its search") { step in
        switch step.message {
        case .box(.paused): !step.after.isTyping
        case .box(.loaded), .box(.failed): step.after.searching == nil
        case .box(.typed), .timedOut: true
        }
      }
    }
    .check("with a timeout")

    TickingStopwatch.buttons.check("the runtime's own cancellation")

    Specification(of: TickingStopwatch.self) {
      TickingStopwatch.buttons
      RacyCancellation()
    }
    .check("racy cancellation")
    .knownIssue("a second that was queued when the stopwatch was stopped is counted", steps: 4, worlds: 6)

    Specification(of: BackButton.self) {
      Messages { view in (view.canOpen ? [.open] : []) + (view.canGoBack ? [.back] : []) }
      StaleViews()
      Laws(.updateNeverFails)
    }
    .check("tapped twice")
    .knownIssue("back is tapped once more before the view without it is shown", steps: 3, worlds: 5)
  }

  /// The person types "a" and then "ab", and pauses when they like.
  private static func typing(_ model: TrustingSearchBox.Model) -> [TrustingSearchBox.Message] {
    let nextQuery = ["": "a", "a": "ab"][model.query]
    return (nextQuery.map { [.typed($0)] } ?? []) + (model.isTyping ? [.paused] : [])
  }

  private static func replies(to command: TrustingSearchBox.Command) -> [TrustingSearchBox.Message] {
    switch command {
    case .search(let query): [.loaded(query, items: [query + "!"]), .failed(query)]
    }
  }
}
