import TEACheck

/// What lies between a program and the outside: pauses, timers, losses, stale views, and a server.
@main struct WorldChecks: CheckSuite {
  static var checks: [Check] {
    Specification(of: DebouncedSettings.self) {
      Messages(of: .world) { world in
        // The person taps while fewer than two switches wait or are being written.
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
    .knownIssue("a refresh overwrites what is still to be written", steps: 6, worlds: 59)

    Specification(of: TrustingSearch.self) {
      Messages(of: .model) { _ in [.search] }
      Replies { _ in [.loaded([]), .loaded(["a"])] }
      LostReplies()
      Recovers("loading always ends") { !$0.isLoading }
    }
    .check("without a timeout")
    .knownIssue("a reply that is lost leaves the spinner on for ever", steps: 3, worlds: 6)

    Specification(of: PatientSearch.self) {
      Messages(of: .model) { _ in [.search] }
      Replies { command in
        switch command {
        case .fetch: [.loaded([]), .loaded(["a"])]
        case .giveUp: []
        }
      }
      LostReplies()
      Recovers("loading always ends") { !$0.isLoading }
      Eventually("and it does, if time passes") { !$0.isLoading }
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
}
