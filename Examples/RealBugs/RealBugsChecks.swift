import TEACheck

/// Programs with bugs that real programs had, and the same programs fixed: see the README beside this file.
@main struct RealBugsChecks: CheckSuite {
  static var checks: [Check] {
    // Rows of the shown list, taken for rows of the whole list.
    Todos.deletion.check("delete in a filtered list")
      .knownIssue("another todo is deleted than the one shown", steps: 5, worlds: 67)
    Todos.moving.check("move in a filtered list")
      .knownIssue("another todo is moved than the one shown", steps: 6, worlds: 125)
    RowTodos.everyRow.check("move to the end")
      .knownIssue("the end is looked up as a row", steps: 3, worlds: 16)
    FixedTodos.deletion.check("delete in a filtered list")
    FixedTodos.moving.check("move in a filtered list")
    FixedTodos.everyRow.check("move to the end")

    // Effects that outlive the thing that they were started for.
    MemoPlayer<VoiceMemos>.tickedMemoExists.check("delete the only memo while it plays")
      .knownIssue("its timer ticks on, and finds no memo", steps: 3, worlds: 5)
    MemoPlayer<VoiceMemos>.ticks.check("delete the first memo while it plays")
      .knownIssue("its timer ticks on, for the next memo", steps: 3, worlds: 15)
    MemoPlayer<TimedVoiceMemos>.audio.check("delete a memo while it plays")
      .knownIssue("the player plays on", steps: 2, worlds: 6)
    MemoPlayer<FixedVoiceMemos>.tickedMemoExists.check("delete the only memo while it plays")
    MemoPlayer<FixedVoiceMemos>.ticks.check("delete the first memo while it plays")
    MemoPlayer<FixedVoiceMemos>.audio.check("delete a memo while it plays")
    Timers.identity.check("one timer for an id")
      .knownIssue("a timer that runs is not cancelled by the next one", steps: 2, worlds: 4)
    FixedTimers.identity.check("one timer for an id")
    NavigateAndLoad.closing.check("back while it loads")
      .knownIssue("the load fills a screen that is closed", steps: 3, worlds: 6)
    FixedNavigateAndLoad.closing.check("back while it loads")
    StopwatchTimer<Stopwatch>.counting.check("stop while a second is on its way")
      .knownIssue("the second is counted after the stop", steps: 4, worlds: 7)
    StopwatchTimer<FixedStopwatch>.counting.check("stop while a second is on its way")

    // Replies to an earlier request.
    NumberFact.facts.check("count on while a fact loads")
      .knownIssue("a fact about the number before", steps: 3, worlds: 18)
    NumberFact.loading.check("ask twice")
      .knownIssue("the first reply ends the loading of both", steps: 3, worlds: 23)
    FixedNumberFact.facts.check("count on while a fact loads")
    FixedNumberFact.loading.check("ask twice")
    SettingsServer<Settings>.refreshing.check("switch while a refresh is on its way")
      .knownIssue("the refresh undoes the switch, which is not written yet", steps: 5, worlds: 52)
    SettingsServer<FixedSettings>.refreshing.check("switch while a refresh is on its way")
    AudioDevice<AudioPlayer>.events.check("another song while the first one loads")
      .knownIssue("the first one becomes ready, and nothing waits for it", steps: 5, worlds: 18)
    AudioDevice<AudioPlayer>.songs.check("play another song while the first one loads")
      .knownIssue("the first one becomes ready, and the other one plays", steps: 6, worlds: 27)
    AudioDevice<FixedAudioPlayer>.events.check("another song while the first one loads")
    AudioDevice<FixedAudioPlayer>.songs.check("play another song while the first one loads")

    // Values that nobody tried, and small mistakes.
    Meeting.speaking([.init(seconds: 300, attendees: 7)]).check("seven people in five minutes")
      .knownIssue("the time does not divide, and an eighth one speaks", steps: 48, worlds: 295)
    Meeting.speaking(Meeting.all(minutes: 5...5)).check("up to a dozen people in five minutes")
      .knownIssue("the time divides by none of seven, eight, nine and eleven", steps: 37, worlds: 2_472)
    FixedMeeting.speaking(Meeting.all(minutes: 5...8)).check("up to a dozen people in five to eight minutes")
    Stats.extremes.check("the lowest and the highest")
      .knownIssue("an increment lowers the highest", steps: 3, worlds: 12)
    FixedStats.extremes.check("the lowest and the highest")
    SlowScreen<Stack>.tapping.check("back, twice")
      .knownIssue("a second tap comes when there is no way back", steps: 3, worlds: 5)
    SlowScreen<FixedStack>.tapping.check("back, twice")

    // Runtimes.
    Dispatcher.publishing.check("an observer sends")
      .knownIssue(
        "its action waits for the next send", property: "what is sent is done before send returns", steps: 1, worlds: 3)
    NestedDispatcher.publishing.check("an observer sends")
      .knownIssue(
        "the other one sees an old state last", property: "observers see the states in order", steps: 1, worlds: 3)
    FixedDispatcher.publishing.check("an observer sends")
    Cancellation.searching.check("the next search cancels the last")
      .knownIssue("the last is cancelled before it has registered", steps: 5, worlds: 77)
    FixedCancellation.searching.check("the next search cancels the last")
    ProgramOrder.queue.check("a command dispatches")
      .knownIssue("its message is processed before those that wait", steps: 1, worlds: 6)
    ProgramOrder.views.check("a view and its commands")
      .knownIssue("the commands are carried out before the view", steps: 1, worlds: 3)
    FixedProgramOrder.queue.check("a command dispatches")
    FixedProgramOrder.views.check("a view and its commands")
    SandboxRuntime.updatesMade.check("two messages before the model is written")
      .knownIssue("the second update starts from the model before the first", steps: 4, worlds: 10)
    FixedSandboxRuntime.updatesMade.check("two messages before the model is written")
  }
}
