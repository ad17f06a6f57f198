@testable import TEASupport
import Testing

@testable import TEACheck

/// The joint results of the records of several shards.
@Suite struct ShardMergeTests {
  /// The result of a check in one shard, such as `1/3`.
  private func result(
    _ shard: String, _ verdict: CheckResult.Verdict = .inconclusive, _ coverage: CheckResult.Coverage? = nil,
    name: String = "", search: String = "check --seed 1", change: (inout CheckResult) -> Void = { _ in }
  ) -> CheckResult {
    var result = CheckResult(module: "M", name: name, place: "M/M.swift:1", verdict: verdict)
    result.coverage = coverage
    result.shard = Shard(shard).map { ShardSummary(shard: $0) }
    result.shard?.search = search
    if verdict == .inconclusive {
      result.message = "too many"
      result.shard?.reason = "too many"
    }
    change(&result)
    return result
  }

  private func text(_ results: [CheckResult]) -> String {
    results.map { $0.record(suite: "Checks").text + "\n" }.joined()
  }

  /// Merges files with the names 1, 2, …
  private func merge(_ files: [[CheckResult]]) throws -> ShardMerge {
    try merge(files.map(text))
  }

  private func merge(_ texts: [String]) throws -> ShardMerge {
    try ShardMerge(texts.enumerated().map { try ShardFile(name: "\($0 + 1)", text: $1) })
  }

  /// The result of merging shards of one check, each in a file of its own.
  private func joint(_ results: CheckResult...) throws -> CheckResult {
    let merge = try merge(results.map { [$0] })
    #expect(merge.checks.map(\.suite) == ["Checks"])
    return try #require(merge.checks.first).result
  }

  private func counterexample(_ steps: Int, _ property: String = "holds") -> Counterexample {
    Counterexample(
      property: property, place: "M/M.swift:\(steps)", detail: nil, flags: nil, start: [], startPerforms: [],
      steps: (0..<steps).map {
        .init(message: "m\($0)", answers: nil, changes: [], performs: [], outstanding: [], failure: nil)
      }, loop: nil)
  }

  private func violated(_ shard: String, _ steps: Int, _ property: String = "holds") -> CheckResult {
    result(shard, .violated) {
      $0.counterexample = counterexample(steps, property)
      $0.finding = "violated after \(steps) steps"
    }
  }

  private func expectError(
    _ message: String, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: ReadingError.self, sourceLocation: sourceLocation) { try merge(texts) }
    if let error { #expect(error.description == message, sourceLocation: sourceLocation) }
  }

  @Test func `notes beyond the twelfth are counted, and a single one has no plural`() throws {
    for (count, rest) in [(13, "1 more note stands"), (14, "2 more notes stand")] {
      let merged = try joint(result("1/2") { $0.notes = (1...count).map { "note \($0)" } }, result("2/2"))
      #expect(merged.notes.last == "\(rest) in the records of the shards", "\(merged.notes)")
    }
  }

  @Test func `a share is never rounded to none or to all`() {
    let texts = [(0, 5_000), (1, 5_000), (4_999, 5_000), (5_000, 5_000), (1, 3), (1, 1_000_000), (2_999, 3_000)].map {
      percent($0, of: $1)
    }
    #expect(texts == ["0 %", "0.02 %", "99.98 %", "100 %", "33.3 %", "0.0001 %", "99.97 %"])
    let cover = ShardSummary.Cover(name: "full", place: "M/M.swift:1", hits: 49_999, runs: 50_000, share: 1)
    #expect(cover.note == "“full”: 99.998 % of 50 000 runs, at least 100 % asked")
  }

  // MARK: Verdicts

  @Test func `a check that no shard ran does not pass`() throws {
    func notRun(_ shard: String) -> CheckResult {
      result(shard) {
        $0.message = "it was not run, because of the interruption"
        $0.shard?.reason = nil
      }
    }
    let merged = try joint(notRun("1/2"), notRun("2/2"))
    #expect(merged.verdict == .inconclusive && merged.coverage == nil)
    #expect(merged.message == "it was not run, because of the interruption")
    // A proof of one shard needs no other shard; the random runs of one shard do.
    #expect(try joint(result("1/2", .passed, .complete), notRun("2/2")).verdict == .passed)
    #expect(try joint(result("1/2", .passed, .sampled(runs: 9, steps: 9)), notRun("2/2")).verdict == .inconclusive)
  }

  @Test func `a search that was interrupted does not pass`() throws {
    func interrupted(_ shard: String, _ coverage: CheckResult.Coverage) -> CheckResult {
      result(shard, .inconclusive, coverage) {
        $0.message = "it was interrupted"
        $0.shard?.reason = nil
      }
    }
    let runs = CheckResult.Coverage.sampled(runs: 5, steps: 50)
    let merged = try joint(interrupted("1/2", runs), interrupted("2/2", runs))
    #expect(merged.verdict == .inconclusive && merged.message == "it was interrupted")
    // The exploration of the first shard was complete, but not the runs that decide its covers.
    #expect(try joint(interrupted("1/2", .complete), result("2/2", .passed, runs)).verdict == .inconclusive)
  }

  @Test func `a record is read as it was written`() throws {
    let original = result("2/3", .inconclusive, .scattered(places: 4, runs: 5, steps: 6)) {
      $0.shard?.unmet = ["far", "high"]
      $0.shard?.checks = 12
      $0.shard?.covers = [.init(name: "c", place: "M/M.swift:3", hits: 1, runs: 10, share: 0.5)]
    }
    #expect(CheckResult(record: try JSON(parsing: original.record(suite: "Checks").text)) == original)
  }

  @Test func `a record of a search without shards is read as it was written`() throws {
    var plain = result("1/1", .passed, .complete)
    plain.shard = nil
    #expect(plain.record(suite: "Checks")["shard"] == nil)
    #expect(CheckResult(record: plain.record(suite: "Checks")) == plain)
  }

  @Test func `a single shard is merged to its own result`() throws {
    var single = result("1/1", .passed, .complete) { $0.states = 7 }
    let merged = try joint(single)
    single.shard = nil
    #expect(merged == single)
  }

  @Test func `the shortest counterexample wins, and the first of equally short ones`() throws {
    let merged = try joint(
      result("1/4", .passed, .complete), violated("4/4", 3), violated("3/4", 3, "other"), violated("2/4", 5))
    #expect(merged.verdict == .violated)
    #expect(merged.counterexample == counterexample(3, "other"))
    #expect(
      merged.notes == [
        "found by shard 3 of 4", "shard 2: “holds” (M/M.swift:5) violated after 5 steps",
        "shard 4: “holds” (M/M.swift:3) violated after 3 steps",
      ])
  }

  @Test func `a trap or an error of one shard is the joint verdict, unless another shard found a violation`() throws {
    let trap = result("2/3", .trapped) {
      $0.message = "it died"
      $0.shard?.search = ""
    }
    let error = result("3/3", .error) { $0.message = "no such file" }
    #expect(try joint(result("1/3", .passed, .complete), trap, error).verdict == .trapped)
    #expect(try joint(result("1/2", .passed, .complete), result("2/2", .error)).verdict == .error)
    let merged = try joint(violated("1/3", 2), trap, error)
    #expect(merged.verdict == .violated)
    #expect(merged.notes == ["found by shard 1 of 3", "shard 2: it died", "shard 3: no such file"])
  }

  @Test func `the joint result is complete where the search of one shard is`() throws {
    for completeShard in ["1/3", "3/3"] {
      let otherShard = completeShard == "1/3" ? "3/3" : "1/3"
      let merged = try joint(
        result(completeShard, .passed, .complete) { ($0.states, $0.notes) = (12, ["messages: a"]) },
        result("2/3", .inconclusive, .scattered(places: 1, runs: 5, steps: 9)) { $0.states = 30 },
        result(otherShard, .inconclusive, .sampled(runs: 5, steps: 9)))
      #expect((merged.verdict, merged.coverage, merged.states) == (.passed, .complete, 12))
      #expect(merged.notes == ["messages: a"])
    }
  }

  @Test func `the steps and runs of incomplete searches are added up`() throws {
    let merged = try joint(
      result("1/3", .inconclusive, .boundedAndSampled(depth: 4, beyond: 9, runs: 10, steps: 100)) {
        ($0.states, $0.transitions, $0.depth, $0.seconds, $0.notes) = (50, 500, 5, 1.5, ["messages: a"])
      },
      result("2/3", .inconclusive, .scattered(places: 4, runs: 10, steps: 200)) {
        ($0.states, $0.transitions, $0.depth, $0.seconds, $0.notes) = (20, 300, 44, 2.5, ["messages: a", "found: 3"])
      },
      result("3/3", .inconclusive, .scattered(places: 1, runs: 10, steps: 400)) {
        ($0.states, $0.transitions, $0.depth, $0.notes) = (70, 600, 9, ["messages: a"])
      })
    #expect(merged.verdict == .inconclusive)
    #expect(merged.message == "too many")
    #expect(merged.coverage == .boundedAndSampled(depth: 4, beyond: 9, runs: 30, steps: 700))
    #expect((merged.states, merged.transitions, merged.depth, merged.seconds) == (70, 1_400, 44, 2.5))
    #expect(
      merged.notes == [
        "messages: a", "3 shards: steps are added up, and worlds are those of the one that met most",
        "shard 2: found: 3",
      ])
  }

  @Test func `a Sometimes that one shard met is met`() throws {
    func shard(_ number: String, _ unmet: [String]) -> CheckResult {
      result(number, .inconclusive, .sampled(runs: 5, steps: 9)) {
        $0.shard?.unmet = unmet
        $0.shard?.reason = nil
      }
    }
    let metResult = try joint(shard("1/2", ["far", "high"]), shard("2/2", ["low"]))
    #expect((metResult.verdict, metResult.message) == (.passed, nil))
    let unmetResult = try joint(shard("1/2", ["far", "high"]), shard("2/2", ["high", "low"]))
    #expect(
      (unmetResult.verdict, unmetResult.message)
        == (.inconclusive, "no world that any shard looked at satisfies “high”; it may lie beyond the bounds"))
  }

  @Test func `a shard that did not finish says nothing about a Sometimes, and counts as missing`() throws {
    func depthReached(_ shard: String, _ unmet: [String]) -> CheckResult {
      result(shard, unmet.isEmpty ? .passed : .inconclusive, .bounded(depth: 5, beyond: 3)) {
        $0.shard?.unmet = unmet
        $0.shard?.reason = nil
      }
    }
    func unfinished(_ message: String) -> CheckResult {
      result("2/2") {
        $0.message = message
        $0.shard?.reason = nil
      }
    }
    let notRun = unfinished("it was not run, because of the interruption")
    let cutOff = unfinished("it was interrupted, and did not end within 10 s: a step may be endless")
    for other in [notRun, cutOff] {
      let unmet = try joint(depthReached("1/2", ["x"]), other)
      #expect(
        (unmet.verdict, unmet.message)
          == (.inconclusive, "no world that any shard looked at satisfies “x”; it may lie beyond the bounds"))
      let met = try joint(depthReached("1/2", []), other)
      #expect((met.verdict, met.message) == (.inconclusive, "shards are missing or cut off"))
      for merged in [unmet, met] { #expect(merged.notes.last == "shard 2 of 2 did not finish", "\(merged.notes)") }
    }
    let proven = try joint(result("1/2", .passed, .complete), notRun)
    #expect(proven.verdict == .passed && proven.notes.isEmpty)
  }

  @Test func `covers are judged by the runs of all shards`() throws {
    func shard(_ number: String, _ hits: Int) -> CheckResult {
      result(number, .inconclusive, .sampled(runs: 1_000, steps: 9)) {
        let cover = ShardSummary.Cover(name: "full", place: "M/M.swift:9", hits: hits, runs: 1_000, share: 0.05)
        $0.shard?.covers = [cover]
        $0.shard?.reason = nil
        $0.message = cover.shortfall
        if cover.verdict == .missed { $0.verdict = .violated }
      }
    }
    #expect(shard("1/4", 60).message?.hasPrefix("“full” was met in 6 % of 1 000 runs, which is too near") == true)
    let twoShards = try joint(shard("1/2", 60), shard("2/2", 60))
    #expect((twoShards.verdict, twoShards.place) == (.inconclusive, "M/M.swift:9"))
    let fourShards = try joint(shard("1/4", 80), shard("2/4", 70), shard("3/4", 80), shard("4/4", 90))
    #expect((fourShards.verdict, fourShards.message) == (.passed, nil))
    #expect(fourShards.notes.contains("“full”: 8 % of 4 000 runs, at least 5 % asked"))
    let missed = try joint(shard("1/2", 3), shard("2/2", 5))
    #expect(
      (missed.verdict, missed.message)
        == (.violated, "“full” was met in 0.4 % of 2 000 runs; at least 5 % must be"))
  }

  @Test func `the note on a cover has the runs of all shards, also beside the proof of one`() throws {
    func shard(_ number: String, _ hits: Int, _ coverage: CheckResult.Coverage) -> CheckResult {
      result(number, .passed, coverage) {
        let cover = ShardSummary.Cover(name: "full", place: "M/M.swift:9", hits: hits, runs: 1_000, share: 0.05)
        $0.shard?.covers = [cover]
        $0.notes = ["time passes in units of 5 s", cover.note]
      }
    }
    let merged = try joint(shard("1/2", 80, .complete), shard("2/2", 100, .sampled(runs: 1_000, steps: 9)))
    #expect(merged.notes == ["time passes in units of 5 s", "“full”: 9 % of 2 000 runs, at least 5 % asked"])
  }

  @Test func `a known issue is found where one shard finds it`() throws {
    let absent = result("1/2", .violated) { ($0.knownIssue, $0.message) = ("old", "the known issue was not found") }
    let found = result("2/2", .passed) { ($0.knownIssue, $0.counterexample) = ("old", counterexample(2)) }
    let merged = try joint(absent, found)
    #expect((merged.verdict, merged.knownIssue) == (.passed, "old"))
    #expect(merged.notes == ["found by shard 2 of 2"])
    let nowhere = try joint(absent, result("2/2") { $0.knownIssue = "old" })
    #expect(nowhere.verdict == .violated)
  }

  @Test func `a known issue that one shard found is not said to be absent where another shard is an error`() throws {
    let merged = try joint(
      result("1/3", .violated) { ($0.knownIssue, $0.message) = ("old", "the known issue was not found") },
      result("2/3", .passed) { ($0.knownIssue, $0.counterexample) = ("old", counterexample(2)) },
      result("3/3", .error) { $0.message = "the replies threw" })
    #expect((merged.verdict, merged.message) == (.error, "the replies threw"))
    #expect(merged.notes == ["found by shard 3 of 3"])
  }

  // MARK: Missing shards

  @Test func `missing shards are named, and an incomplete check is inconclusive without them`() throws {
    let merge = try merge([
      [result("2/9", .passed, .sampled(runs: 1, steps: 1)), result("2/9", .passed, .complete, name: "b")],
      [result("7/9", .passed, .sampled(runs: 1, steps: 1)), result("7/9", .inconclusive, name: "b")],
    ])
    #expect(merge.missingShards == "shards 1, 3–6, 8–9 of 9")
    #expect(merge.checks.map(\.result.verdict) == [.inconclusive, .passed])
    #expect(merge.checks[0].result.message == "shards are missing or cut off")
    #expect(merge.checks.allSatisfy { $0.result.notes.last == "shards 1, 3–6, 8–9 of 9 are missing or cut off" })
  }

  @Test func `a shard that was cut off is missing for the checks that it did not reach`() throws {
    let merge = try merge([
      [result("1/2", .passed, .sampled(runs: 1, steps: 1))],
      [
        result("2/2", .passed, .sampled(runs: 1, steps: 1)),
        result("2/2", .passed, .sampled(runs: 1, steps: 1), name: "b"),
      ],
    ])
    #expect(merge.missingShards == "shard 1 of 2")
    #expect(merge.checks.map(\.result.verdict) == [.passed, .inconclusive])
    #expect(merge.checks[1].result.notes.last == "shard 1 of 2 is missing or cut off")
  }

  @Test func `checks that no shard reached are counted`() throws {
    func passed(_ shard: String, _ name: String, of count: Int?) -> CheckResult {
      result(shard, .passed, .complete, name: name) { $0.shard?.checks = count }
    }
    let cutOff = try merge(["1/2", "2/2"].map { [passed($0, "a", of: 3), passed($0, "b", of: 3)] })
    #expect(cutOff.missingShards == "shards 1–2 of 2" && cutOff.unreachedCount == 1)
    #expect(cutOff.checks.map(\.result.verdict) == [.passed, .passed])
    let oneReachedAll = try merge([
      [passed("1/2", "a", of: 2)], [passed("2/2", "a", of: 2), passed("2/2", "b", of: 2)],
    ])
    #expect(oneReachedAll.missingShards == "shard 1 of 2" && oneReachedAll.unreachedCount == 0)
    // The records of several runs, one after another.
    let runs = try merge(
      ["1/2", "2/2"].map { [passed($0, "a", of: 1), passed($0, "b", of: 2), passed($0, "c", of: 2)] })
    #expect(runs.missingShards == nil && runs.unreachedCount == 0)
    // An earlier version did not write the number of checks.
    let older = try merge(["1/2", "2/2"].map { [passed($0, "a", of: nil), passed($0, "b", of: nil)] })
    #expect(older.missingShards == nil && older.unreachedCount == 0)
    let invalid = text([passed("1/2", "a", of: 0)])
    expectError("'1', line 1 is no record of a shard: its shard number is invalid", [invalid])
  }

  @Test func `a shard that wrote nothing is missing`() throws {
    let merge = try merge(["", text([result("2/2", .passed, .complete)])])
    #expect(merge.missingShards == "shard 1 of 2")
    #expect(merge.checks[0].result.verdict == .passed)
  }

  @Test func `shards that had nothing to check are merged to no checks`() throws {
    func nothing(_ index: Int, of count: Int = 2) -> String {
      #"{"version":1,"kind":"nothing","shard":{"index":\#(index),"count":\#(count),"search":"","unmet":[],"covers":[]}}"#
        + "\n"
    }
    let all = try merge([nothing(1), nothing(2)])
    #expect(all.checks.isEmpty && all.missingShards == nil && all.unreachedCount == 0)
    #expect(try merge([nothing(1)]).missingShards == "shard 2 of 2")
    let mixed = try merge([nothing(1), text([result("2/2", .passed, .sampled(runs: 1, steps: 1))])])
    #expect(mixed.missingShards == "shard 1 of 2" && mixed.checks.map(\.result.verdict) == [.inconclusive])
    expectError("Shard 1 of 2 is in '1' and again in '2'", [nothing(1), nothing(1)])
    expectError("'1' is of 2 shards, and '2' of 3", [nothing(1), nothing(2, of: 3)])
    expectError("'1', line 1 is no record of a shard: its shard number is invalid", [nothing(3)])
  }

  // MARK: Files that do not fit together

  @Test func `files that do not fit together are named`() {
    expectError("Shard 1 of 2 is in '1' and again in '2'", [text([result("1/2")]), text([result("1/2")])])
    expectError("Shard 1 of 2 has 'M' twice in '1'", [text([result("1/2"), result("1/2")])])
    expectError("'1' is of 2 shards, and '2' of 3", [text([result("1/2")]), text([result("2/3")])])
    expectError(
      "'2' and '1' are of different checks: 'M · b' of Checks stands in the place of 'M' of Checks",
      [text([result("1/2")]), text([result("2/2", name: "b")])])
    expectError(
      "'2' and '1' are of different searches of 'M': 'check --seed 2' and 'check --seed 1'",
      [text([result("1/2")]), text([result("2/2", search: "check --seed 2")])])
  }

  @Test func `a file may hold several shards`() throws {
    let merge = try merge([[result("2/2"), result("1/2")]])
    #expect(merge.missingShards == nil)
    #expect(merge.checks.count == 1)
  }

  @Test func `a line that is no record is named by its number`() {
    let goodLine = text([result("1/2", .passed, .complete)])
    expectError("There is no record of a check in '1', '2'", ["", #"{"version":1,"kind":"listed"}"# + "\n\n"])
    expectError(
      "'1', line 2 is cut off in the middle: run that shard again, or remove the line",
      [goodLine + goodLine.prefix(90)])
    expectError("'1', line 1 is no record: not JSON: a value is missing at byte 0", ["hello\n" + goodLine])
    expectError("'1', line 1 is no record: it has no version or no kind", ["[]\n"])
    expectError("'1', line 1 is no record: it has no version or no kind", [#"{"version":"1","kind":"check"}"# + "\n"])
    expectError(
      "'1', line 1 is a record of version 2, and this command reads version 1",
      [#"{"version":2,"kind":"check"}"# + "\n"])
    expectError(
      "'1', line 1 is no record of a shard: its suite, module, name, place or verdict is missing",
      [goodLine.replacing(#""verdict":"passed""#, with: #""verdict":"fine""#)])
    expectError(
      "'1', line 1 is no record of a shard: it was recorded without --shard",
      [goodLine.replacing(#""shard":"#, with: #""shart":"#)])
    for impossible in [#""index":3"#, #""index":0"#, #""index":"1""#] {
      expectError(
        "'1', line 1 is no record of a shard: its shard number is invalid",
        [goodLine.replacing(#""index":1"#, with: impossible)])
    }
    for impossible in ["-1", "9223372036854775807", "1000000000001"] {
      expectError(
        "'1', line 1 is no record of a shard: one of its numbers is invalid",
        [goodLine.replacing(#""states":0"#, with: #""states":\#(impossible)"#)])
      expectError(
        "'1', line 1 is no record of a shard: one of its numbers is invalid",
        [
          text([result("1/2", .passed, .sampled(runs: 77, steps: 1))])
            .replacing(#""runs":77"#, with: #""runs":\#(impossible)"#)
        ])
    }
    expectError(
      "'1', line 1 is no record of a shard: one of its numbers is invalid",
      [goodLine.replacing(#""seconds":0.0"#, with: #""seconds":1e300"#)])
    expectError(
      "'1', line 1 is no record of a shard: its number of depth is missing",
      [goodLine.replacing(#""depth":0"#, with: #""depth":"0""#)])
    expectError(
      "'1', line 1 is no record of a shard: its coverage is of an unknown kind",
      [goodLine.replacing(#""kind":"complete""#, with: #""kind":"total""#)])
    let record = text([violated("1/2", 2)])
    expectError(
      "'1', line 1 is no record of a shard: its counterexample is incomplete",
      [record.replacing(#""message":"m0""#, with: #""message":7"#)])
    expectError(
      "'1', line 1 is no record of a shard: its counterexample is incomplete",
      [record.replacing(#""property":"holds""#, with: #""loop":9223372036854775807,"property":"holds""#)])
  }

  @Test func `every beginning of a file and every changed byte is merged or refused`() throws {
    let whole = Array(
      text([violated("1/2", 2), result("1/2", .inconclusive, .bounded(depth: 1, beyond: 2), name: "b")]).utf8)
    var refusedCount = 0
    for place in whole.indices {
      for bytes in [Array(whole[..<place]), whole[..<place] + [whole[place] ^ 1] + whole[(place + 1)...]] {
        do {
          for check in try merge([String(decoding: bytes, as: UTF8.self)]).checks {
            _ = TextReport.lines(of: check.result)
          }
        } catch {
          #expect(error is ReadingError)
          refusedCount += 1
        }
      }
    }
    #expect(refusedCount > whole.count)
  }

  @Test func `control characters in texts of a file are escaped, except ends of lines`() throws {
    let merged = try joint(
      result("1/1", .inconclusive) { $0.message = "one\u{1B}[31m\ntwo\u{202E}" })
    #expect(merged.message == #"one\u{1B}[31m"# + "\n" + #"two\u{202E}"#)
  }
}
