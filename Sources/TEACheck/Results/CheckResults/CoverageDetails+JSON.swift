extension CoverageDetails: Record {
  package static var blank: Self { Self(isProof: false, classesAreBy: "") }

  package static let fields: [RecordField<Self>] = [
    .required("proof", \.isProof), .member("messages", \.messages), .required("classesAreBy", \.classesAreBy),
    .member("classes", \.classes), .member("conditions", \.conditions),
  ]

  /// The texts stay as they are: a page or a note makes them safe.
  package func shown(by text: (String) -> String) -> Self { self }
}

extension CoverageDetails.Message: Record {
  package static var blank: Self { Self(name: "") }

  package static let fields: [RecordField<Self>] = [
    .member("name", \.name), .member("sent", \.sent), .member("changesSomething", \.changesSomething),
    .member("replied", \.replied), .member("changesSomethingAsReply", \.changesSomethingAsReply),
  ]
}

extension CoverageDetails.WorldClass: Record {
  package static var blank: Self { Self(name: "", steps: []) }

  package static let fields: [RecordField<Self>] = [
    .member("name", \.name), .member("worlds", \.worlds), .member("steps", \.steps),
  ]
}

extension CoverageDetails.Condition: Record {
  package static var blank: Self { Self(property: "", place: "", isMet: false) }

  package static let fields: [RecordField<Self>] = [
    .member("property", \.property), .member("place", \.place), .member("met", \.isMet),
  ]
}
