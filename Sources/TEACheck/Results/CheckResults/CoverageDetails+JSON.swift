internal import TEASupport

extension CoverageDetails {
  var json: JSON {
    .object([
      "proof": .bool(isProof),
      "messages": .array(
        messages.map {
          .object([
            "name": .string($0.name), "sent": .integer($0.sent), "changesSomething": .bool($0.changesSomething),
            "replied": .integer($0.replied), "changesSomethingAsReply": .bool($0.changesSomethingAsReply),
          ])
        }),
      "classesAreBy": .string(classesAreBy),
      "classes": .array(
        classes.map {
          .object([
            "name": .string($0.name), "worlds": .integer($0.worlds), "steps": .array($0.steps.map { .integer($0) }),
          ])
        }),
      "conditions": .array(
        conditions.map {
          .object(["property": .string($0.property), "place": .string($0.place), "met": .bool($0.isMet)])
        }),
    ])
  }

  init?(json: JSON) {
    guard let isProof = json["proof"]?.bool, let classesAreBy = json["classesAreBy"]?.string else { return nil }
    self.init(isProof: isProof, classesAreBy: classesAreBy)
    func list(_ name: String) -> [JSON] { json[name]?.array ?? [] }
    messages = list("messages").map {
      Message(
        name: $0["name"]?.string ?? "", sent: $0["sent"]?.integer ?? 0,
        changesSomething: $0["changesSomething"]?.bool ?? false, replied: $0["replied"]?.integer ?? 0,
        changesSomethingAsReply: $0["changesSomethingAsReply"]?.bool ?? false)
    }
    classes = list("classes").map {
      WorldClass(
        name: $0["name"]?.string ?? "", worlds: $0["worlds"]?.integer ?? 0,
        steps: ($0["steps"]?.array ?? []).compactMap(\.integer))
    }
    conditions = list("conditions").map {
      Condition(
        property: $0["property"]?.string ?? "", place: $0["place"]?.string ?? "", isMet: $0["met"]?.bool ?? false)
    }
  }
}
