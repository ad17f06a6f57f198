package import TEASupport

extension TrapReport {
  package func record(title: String) -> JSON {
    .object([
      "version": .integer(RecordFormat.version), "kind": .string("trap"), "title": .string(title),
      "site": .string("\(site)"), "part": .string(name), "seconds": .number(stepTime / .seconds(1)),
      "steps": steps.map { .array($0.map { .string($0) }) },
    ])
  }

  package init?(record: JSON) {
    guard let site = record["site"]?.string.flatMap(TrapSite.init), let name = record["part"]?.string,
      let seconds = record["seconds"]?.number
    else { return nil }
    self.init(site: site, name: name, stepTime: .seconds(seconds))
    steps = record["steps"]?.array.map { $0.compactMap(\.string) }
  }
}
