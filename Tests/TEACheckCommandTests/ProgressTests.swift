@testable import TEAResults
@testable import TEASupport
import TEARuntime
import Testing

@testable import TEACheck

/// The progress of a check: as text and as a record, as it is measured, and as the engines report it.
@Suite struct ProgressTests {
  private func progress(_ change: (inout CheckProgress) -> Void = { _ in }) -> CheckProgress {
    var progress = CheckProgress(
      title: "Player · queue", states: 12_345, transitions: 45_678, depth: 12, frontier: 3_456)
    change(&progress)
    return progress
  }

  @Test func `the progress of an exploration without bounds has counts, and predicts nothing`() {
    #expect(
      TextReport.line(of: progress())
        == "Player · queue: 12 345 worlds, depth 12, frontier 3 456, 45 678 transitions")
  }

  @Test func `rates, memory and bounds stand beside the counts that they concern`() {
    let fullProgress = progress {
      $0.limits.states = 250_000
      $0.limits.depth = 20
      $0.limits.memory = 300 << 20
      $0.rate = 6_100
      $0.memory = 120 << 20
      $0.unmetProperties = ["the end is reached", "a song plays", "it rains"]
      $0.judgedAtEnd = ["it settles"]
    }
    #expect(
      TextReport.line(of: fullProgress, position: "3/12")
        == "3/12 Player · queue: 12 345 of 250 000 worlds, 6 100/s, depth 12 of 20, frontier 3 456, "
        + "45 678 transitions, 120M of 300M, not met yet: “the end is reached” and 2 more, "
        + "judged at the end: “it settles”, bound in 39 s at this pace")
  }

  @Test(arguments: [
    (
      120,
      "Player · queue: 12 345 of 250 000 worlds, 6 100/s, depth 12, frontier 3 456, 120M, bound in 39 s at this pace"
    ),
    (80, "Player · queue: 12 345 of 250 000 worlds, 6 100/s, depth 12, frontier 3 456"),
    (60, "Player · queue: 12 345 of 250 000 worlds, depth 12"),
    (40, "Player · queue: 12 345 of 250 000 worlds"),
    (39, "Player · que…: 12 345 of 250 000 worlds"),
    (20, "Player · qu…: 12 34…"),
    (1, "…"),
    (0, ""),
  ])
  func `less important parts are left out where there is no room`(_ width: Int, _ line: String) {
    let fullProgress = progress {
      $0.limits.states = 250_000
      $0.rate = 6_100
      $0.memory = 120 << 20
    }
    #expect(TextReport.line(of: fullProgress, width: width) == line)
    #expect(columns(of: line) <= width)
  }

  @Test func `a falling frontier is marked, and no time to the bound is predicted`() {
    let falling = progress {
      $0.limits.states = 20_000
      $0.rate = 1_000
      $0.isFrontierFalling = true
    }
    #expect(
      TextReport.line(of: falling)
        == "Player · queue: 12 345 of 20 000 worlds, 1 000/s, depth 12, frontier 3 456 and falling, 45 678 transitions")
  }

  @Test(arguments: [
    (0.2, "1 s"), (12, "12 s"), (99.5, "1 min 40 s"), (3_599, "59 min 59 s"), (7_320, "2 h 2 min"),
    (1e300, "277 777 h 46 min"),
  ])
  func `with a bound of time, the remaining time is shown instead of a prediction`(_ seconds: Double, _ text: String) {
    let timed = progress {
      $0.limits.remainingSeconds = seconds
      $0.limits.states = 20_000
      $0.rate = 1_000
    }
    #expect(
      TextReport.line(of: timed)
        == "Player · queue: 12 345 of 20 000 worlds, 1 000/s, depth 12, frontier 3 456, 45 678 transitions, "
        + "time ends in \(text)")
  }

  @Test func `random runs are counted among all that are to come`() {
    var sampled = CheckProgress(title: "Player", states: 9_000, transitions: 81_000, runs: 1_200)
    sampled.limits.runs = 2_000
    sampled.rate = 40_000
    sampled.unmetProperties = ["rarely"]
    #expect(
      TextReport.line(of: sampled)
        == "Player: 1 200 of 2 000 runs, 81 000 steps, 40 000 steps/s, not met yet: “rarely”")
  }

  @Test func `the progress of a stage has no counts`() {
    let stage = progress {
      $0.stage = "making the violating run shorter"
      $0.memory = 5 << 20
    }
    #expect(TextReport.line(of: stage) == "Player · queue: making the violating run shorter, 5M")
  }

  @Test func `a title can do no harm`() {
    var hostile = CheckProgress(title: "a\u{1B}[2J\nb\r", states: 1)
    hostile.unmetProperties = ["\u{1B}]0;x\u{7}"]
    let line = TextReport.line(of: hostile)
    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }

  @Test func `a record is read back as it was, but for impossible values`() throws {
    var fullProgress = progress {
      $0.limits.states = 1
      $0.limits.depth = 2
      $0.limits.runs = 3
      $0.limits.memory = 4
      $0.limits.remainingSeconds = 5.5
      $0.unmetProperties = ["a"]
      $0.judgedAtEnd = ["b", "c"]
      $0.seconds = 6.25
      $0.rate = 7
      $0.memory = 8
      $0.isFrontierFalling = true
    }
    #expect(CheckProgress(json: try JSON(parsing: fullProgress.json.text)) == fullProgress)
    fullProgress.stage = "judging"
    #expect(CheckProgress(json: try JSON(parsing: fullProgress.json.text)) == fullProgress)
    let hostile = #"""
      {"version":1,"kind":"progress","states":-1,"rate":9000000000000000000,"limits":{"seconds":-4},"open":[1],
      "seconds":1e300}
      """#
    var read = CheckProgress(title: "")
    read.rate = CheckResult.largestCount
    #expect(CheckProgress(json: try JSON(parsing: hostile)) == read)
  }

  // MARK: Measurements

  /// Asks a meter for a reading, at a time in milliseconds and with these counts of a search; `nil` if none is due.
  private func reading(
    _ meter: inout ProgressMeter, _ milliseconds: Int, states: Int, frontier: Int = 0
  ) -> CheckProgress? {
    meter.reading(
      of: CheckProgress(title: "A", states: states, frontier: frontier), at: .milliseconds(milliseconds),
      memory: { 64 << 20 })
  }

  @Test func `a meter lets five readings a second through`() {
    var meter = ProgressMeter()
    var memoryReadings = 0
    let dueTimes = stride(from: 0, through: 1_000, by: 50).filter { time in
      meter.reading(of: CheckProgress(title: "A"), at: .milliseconds(time)) {
        memoryReadings += 1
        return nil
      } != nil
    }
    #expect(dueTimes == [200, 400, 600, 800, 1_000])
    #expect(memoryReadings == 5)
  }

  @Test func `a rate is that of the last seconds of one search`() {
    var meter = ProgressMeter()
    let first = reading(&meter, 1_000, states: 100_000)
    // The first reading has no rate: its worlds may come from a checkpoint.
    #expect(first?.rate == nil && first?.memory == 64 << 20 && first?.seconds == 1)
    #expect(reading(&meter, 1_400, states: 100_100)?.rate == nil)
    #expect(reading(&meter, 2_000, states: 102_000)?.rate == 2_000)
    #expect(reading(&meter, 3_000, states: 104_000)?.rate == 2_000)
    #expect(reading(&meter, 5_000, states: 104_000)?.rate == 1_000)
    #expect(reading(&meter, 7_000, states: 104_000)?.rate == 0)
    // Another search begins.
    #expect(reading(&meter, 7_200, states: 10)?.rate == nil)
    #expect(reading(&meter, 8_200, states: 510)?.rate == 500)
  }

  @Test func `a frontier falls where fewer worlds wait than before`() {
    var meter = ProgressMeter()
    #expect(reading(&meter, 1_000, states: 10, frontier: 10)?.isFrontierFalling == false)
    #expect(reading(&meter, 2_000, states: 30, frontier: 20)?.isFrontierFalling == false)
    #expect(reading(&meter, 3_000, states: 40, frontier: 5)?.isFrontierFalling == true)
  }

  @Test func `a log gets a line every few seconds at first, and every minute later`() {
    var plain = PlainProgress()
    var lines: [Int] = []
    for second in 0..<600 {
      var progress = CheckProgress(title: "A")
      progress.seconds = Double(second)
      if plain.noteLineIfDue(for: progress) { lines.append(second) }
    }
    #expect(lines == [5, 10, 15, 20, 25, 32, 40, 50, 63, 79, 99, 124, 155, 194, 243, 303, 363, 423, 483, 543])
    var other = CheckProgress(title: "B")
    other.seconds = 5
    let isDue = plain.noteLineIfDue(for: other)
    #expect(isDue)
    // The check begins anew, as in a later round of --watch.
    var secondRound: [Int] = []
    for second in 1..<20 {
      var progress = CheckProgress(title: "A")
      progress.seconds = Double(second)
      if plain.noteLineIfDue(for: progress) { secondRound.append(second) }
    }
    #expect(secondRound == [5, 10, 15])
  }

  // MARK: Progress of engines

  @Test func `the progress of an exploration has its bounds and the properties that are not met yet`() {
    let specification = Specification(of: Digits.self) {
      Sometimes("nine is reached") { $0 == 9 }
      Sometimes("a hundred is reached") { $0 == 100 }
      Repeatedly("zero comes again") { $0 == 0 }
    }
    var settings = CheckSettings()
    settings.workers = 1
    settings.depth = 30
    settings.time = .seconds(1_000)
    nonisolated(unsafe) var reports: [CheckProgress] = []
    _ = specification.check(states: 40).outcome(settings) { reports.append($0) }
    #expect(reports.first?.unmetProperties == ["nine is reached", "a hundred is reached"])
    let last = reports.last { $0.stage == nil }
    #expect(last?.unmetProperties == ["a hundred is reached"])
    #expect(last?.judgedAtEnd == ["zero comes again"])
    #expect(last?.limits.states == 40 && last?.limits.depth == 30)
    #expect(last?.limits.remainingSeconds.map { $0 > 0 && $0 <= 1_000 } == true)
    #expect(reports.contains { $0.stage == "judging “zero comes again” by all worlds" })
  }

  @Test func `the progress of random runs has their number and the properties that are not met yet`() {
    let specification = Specification(of: Digits.self) {
      Sometimes("nine is reached") { $0 == 9 }
      Sometimes("a hundred is reached") { $0 == 100 }
      Cover("five", atLeast: 1%) { $0 == 5 }
    }
    var settings = CheckSettings()
    settings.workers = 1
    settings.engine = .sample
    settings.cases = 200
    nonisolated(unsafe) var reports: [CheckProgress] = []
    _ = specification.check().outcome(settings) { reports.append($0) }
    // While a `Sometimes` is not met, there are up to ten times as many runs.
    #expect(reports.last?.runs == 2_000 && reports.last?.limits.runs == 2_000)
    #expect(reports.first?.limits.runs == 200)
    #expect(reports.last?.unmetProperties.first == "a hundred is reached")
  }

  @Test func `a log tells settings, rules and times`() {
    let specification = Specification(of: Digits.self) { Always("small") { $0 < 100 } }
    var settings = CheckSettings()
    settings.workers = 1
    nonisolated(unsafe) var lines: [String] = []
    settings.log = CheckLog { lines.append($0.replacing(/[0-9]+\.[0-9]{2} s$/, with: "0.00 s")) }
    _ = specification.check("log", depth: 12).outcome(settings) { _ in }
    #expect(
      lines == [
        "Digits · log: explores at most 250 000 worlds, to depth 12, at most 16 commands outstanding, "
          + "3 values of each payload, or all if there are at most 16",
        "Digits · log: makes 2 000 random runs of at most 12 steps, if any, from seed 1",
        "Digits · log: 1 thread, steps of at most 10.00 s, counterexamples not kept",
        "Digits · log: Always: “small”",
        "Digits · log: messages (derived, any at any time): next",
        "Digits · log: starts: 1; worlds are told apart by all that they store",
        "Digits · log: exploring took 0.00 s",
      ])
  }
}

extension ProgressTests {
  @Test func `a log says when all values of a payload are explored`() {
    #expect(
      [1, 15, 16, 40].map { CheckRunner<Digits>.text(ofScope: $0) } == [
        "1 value of each payload, or all if there are at most 16",
        "15 values of each payload, or all if there are at most 16",
        "at most 16 values of each payload", "at most 40 values of each payload",
      ])
  }
}

/// Counts from 0 to 9, again and again.
private enum Digits: Module {
  enum Message: CaseIterable { case next }
  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = (model + 1) % 10 }
}
