package import TEASupport

extension TrapReport {
  package func record(title: String) -> JSON {
    .record(
      "trap",
      ["title": title, "site": "\(site)", "part": name, "seconds": stepTime / .seconds(1), "steps": steps])
  }

  package init?(record: JSON) {
    guard let site = record["site"]?.string.flatMap(TrapSite.init), let name = record["part"]?.string,
      let seconds = record["seconds"]?.number
    else { return nil }
    self.init(site: site, name: name, stepTime: .seconds(seconds))
    steps = record["steps"]?.array.map { $0.compactMap(\.string) }
  }
}
