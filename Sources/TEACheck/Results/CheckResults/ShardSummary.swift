package import TEASupport

/// The summary of one shard's work on a check, from which the merged verdict is computed.
package struct ShardSummary: Sendable, Equatable {
  /// The statistics of one declared `Cover`: the number of runs, and of the runs that met its condition (`hits`).
  package struct Cover: Sendable, Equatable {
    package var name: String
    package var place: String
    package var hits: Int
    package var runs: Int
    /// The required share of runs, from 0 to 1.
    package var share: Double

    package init(name: String, place: String, hits: Int, runs: Int, share: Double) {
      self.name = name
      self.place = place
      self.hits = hits
      self.runs = runs
      self.share = share
    }
  }

  package var shard: Shard
  /// The command and the options that all shards have in common, with the seed; empty where the suite ended early.
  package var search = ""
  /// The number of checks that the run of this shard selected, including this check; `nil` in records of earlier versions.
  package var checks: Int?
  /// The names of the ``Sometimes`` properties that no world satisfied.
  package var unmet: [String] = []
  /// The numbers of the message cases that only the outside world sends, as far as the shard has learned them.
  package var casesFromOutside: Set<Int> = []
  package var covers: [Cover] = []
  /// The reason why the check is inconclusive, other than unmet properties; `nil` where there is none.
  package var reason: String?

  package init(shard: Shard) { self.shard = shard }
}

extension ShardSummary.Cover {
  package var verdict: Wilson.Verdict { Wilson.verdict(hits, of: runs, atLeast: Percentage(fraction: share)) }

  package var note: String { "“\(name)”: \(foundShare), \(requiredShare) asked" }

  package var shortfall: String? {
    switch verdict {
    case .reached: nil
    case .missed: "“\(name)” was met in \(foundShare); \(requiredShare) must be"
    case .undecided:
      "“\(name)” was met in \(foundShare), which is too near to \(percent(share)) to tell; allow more --cases"
    }
  }

  private var foundShare: String { "\(percent(hits, of: runs)) of \(counted(runs, "run"))" }
  private var requiredShare: String { "at least \(percent(share))" }
}

package func percent(_ part: Int, of whole: Int) -> String { percent(Double(part) / Double(max(1, whole))) }

/// A share in percent with one decimal, unless the decimal is 0. Near 0 or 1, further decimals tell the share from none or all.
func percent(_ fraction: Double) -> String {
  var scale = 10
  var number: Int { Int((fraction * 100 * Double(scale)).rounded()) }
  while scale < 1_000_000_000, number == 0 && fraction > 0 || number == 100 * scale && fraction < 1 {
    scale *= 10
  }
  let (whole, rest) = number.quotientAndRemainder(dividingBy: scale)
  return rest == 0 ? "\(whole) %" : "\(whole).\(String(scale + rest).dropFirst()) %"
}

extension ShardSummary: RecordValue {
  /// The record of a shard whose run selected no check.
  package static func recordOfNoChecks(_ shard: Shard) -> JSON {
    .record("nothing", ["shard": ShardSummary(shard: shard)])
  }

  package var json: JSON {
    .object([
      "index": shard.index, "count": shard.count, "search": search, "checks": checks, "unmet": unmet,
      "covers": covers, "sentByWorld": casesFromOutside.isEmpty ? nil : casesFromOutside.sorted(), "reason": reason,
    ])
  }

  package init?(json: JSON) {
    guard let index = json["index"]?.integer, let count = json["count"]?.integer,
      let shard = Shard(index: index, count: count), let search = json["search"]?.string,
      let unmet = json["unmet"]?.array, let covers = json["covers"]?.array
    else { return nil }
    self.init(shard: shard)
    self.search = search
    self.unmet = unmet.compactMap(\.string)
    self.covers = covers.compactMap(Cover.init(json:))
    casesFromOutside = Set(json["sentByWorld"]?.array?.compactMap(\.integer) ?? [])
    reason = json["reason"]?.string
    checks = json["checks"]?.integer
    guard (1...CheckResult.largestCount).contains(checks ?? 1), json["checks"] == nil || checks != nil else {
      return nil
    }
    guard self.unmet.count == unmet.count, self.covers.count == covers.count else { return nil }
  }
}

extension ShardSummary.Cover: Record {
  package static var blank: Self { Self(name: "", place: "", hits: 0, runs: 0, share: 0) }

  package static let fields: [RecordField<Self>] = [
    .required("name", \.name), .required("place", \.place), .required("hits", \.hits), .required("runs", \.runs),
    .required("share", \.share),
  ]

  package var isValid: Bool { hits >= 0 && hits <= runs && (0...1).contains(share) }
}
