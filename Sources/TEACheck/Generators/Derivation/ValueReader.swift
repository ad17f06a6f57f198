internal import TEASupport
internal import TEARuntime

/// Reads values from their text, the inverse of `structuralLiteral`.
///
/// A value that cannot be built is looked for in the type's `allCases`, or among the smallest values of its registered
/// generator.
package enum ValueReader {
  package static func read<Value>(_ type: Value.Type, from text: ValueText) throws(TextReadingError) -> Value {
    if let readable = type as? any ReadableFromText.Type { return try readable.read(from: text) as! Value }
    if Value.self == (any Error).self {
      guard text.text == structuralLiteral(SampleError.failure) else { throw .wrongForm(type, text) }
      return SampleError.failure as! Value
    }
    do {
      return try readStructure(of: type, from: text)
    } catch {
      if let value = listedValues(type).first(where: { structuralLiteral($0) == text.text }) { return value }
      throw error
    }
  }

  static func read<Value>(
    _ type: Value.Type, at part: String, from text: ValueText
  ) throws(TextReadingError) -> Value {
    do {
      return try read(type, from: text)
    } catch {
      throw TextReadingError(kind: error.kind, path: [part] + error.path, problem: error.problem)
    }
  }

  private static func readStructure<Value>(of type: Value.Type, from text: ValueText) throws(TextReadingError) -> Value
  {
    if TypeShape.isOfLibrary(type) {
      guard TypeShape.isOfSystem(type), let lossless = type as? any LosslessStringConvertible.Type else {
        if let value = decoded(type, from: text) { return value }
        throw TextReadingError(kind: .unreadable, problem: "values of \(type) cannot be read from text")
      }
      guard let value = lossless.init(text.text) as? Value else { throw .wrongForm(type, text) }
      return value
    }
    switch TypeShape(of: type) {
    case .structure(let fields):
      guard case .call(_, let arguments) = text.form else { throw .wrongForm(type, text) }
      return try read(fields, of: type, from: arguments)
    case .tuple(let fields):
      guard case .tuple(let arguments) = text.form else { throw .wrongForm(type, text) }
      return try read(fields, of: type, from: arguments)
    case .enumeration(let cases): return try readCase(of: type, among: cases, from: text)
    case .other(let kind):
      throw TextReadingError(kind: .unreadable, problem: "values of \(kind) cannot be read from text")
    }
  }

  /// `nil` where the type does not decode itself from the text, or the decoded value has another text.
  private static func decoded<Value>(_ type: Value.Type, from text: ValueText) -> Value? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    // A `URL` encodes itself under a key.
    let forms = [EncodedValue(argumentsOf: text), .text(text.text), .keyed([("relative", .text(text.text))])]
    return forms.lazy.compactMap { (try? $0?.decode(decodable)) as? Value }.first { structuralLiteral($0) == text.text }
  }

  private static func readCase<Value>(
    of type: Value.Type, among cases: [TypeShape.Case], from text: ValueText
  ) throws(TextReadingError) -> Value {
    let name: String
    let arguments: [ValueText.Argument]?
    switch text.form {
    case .name(let found): (name, arguments) = (found, nil)
    case .call(let found, let values): (name, arguments) = (found, values)
    default: throw .wrongForm(type, text)
    }
    let tags = cases.indices.filter { withoutBackticks(cases[$0].name) == name }
    // Cases may share a name where their labels differ.
    let labels = (arguments ?? []).enumerated().map { $1.label ?? "\($0)" }
    guard let tag = tags.first(where: { Self.labels(of: cases[$0]) == labels }) ?? tags.first else {
      throw .noCase(name, of: type, cases: cases.map(\.name))
    }
    let payload = cases[tag].payload
    guard (payload == nil) == (arguments == nil) else {
      let presentPayload = payload.map { "holds \(payloadText(of: $0)) now" } ?? "holds nothing now"
      throw TextReadingError(
        kind: .mismatch, problem: "the case '\(name)' of \(qualifiedName(of: type)) \(presentPayload)")
    }
    var initialize: Initializer?
    if let payload, let arguments {
      let argument: ValueText
      if case .tuple = TypeShape(of: payload) {
        argument = ValueText(form: .tuple(arguments), source: [])
      } else {
        guard arguments.count == 1 else {
          throw TextReadingError(
            kind: .mismatch,
            problem: "the case '\(name)' of \(qualifiedName(of: type)) holds \(payloadText(of: payload)) now, and not "
              + "\(counted(arguments.count, "value"))")
        }
        argument = arguments[0].value
      }
      initialize = try initializer(of: payload, at: name, from: argument, isBoxed: cases[tag].isIndirect)
    }
    return build(type) { memory in
      initialize?(memory)
      ValueWitnesses(of: type).injectEnumTag(tag, into: memory)
    }
  }

  /// Initialises memory with a value that was read.
  private typealias Initializer = (UnsafeMutableRawPointer) -> Void

  private static func initializer(
    of type: Any.Type, at part: String, from text: ValueText, isBoxed: Bool = false
  ) throws(TextReadingError) -> Initializer {
    func open<Value>(_ type: Value.Type) throws(TextReadingError) -> Initializer {
      let value = try read(type, at: part, from: text)
      return isBoxed
        ? { $0.initializeMemory(as: Boxed<Value>.self, to: .value(value)) }
        : { $0.initializeMemory(as: Value.self, to: value) }
    }
    return try _openExistential(type, do: open)
  }

  /// Reads all fields before any memory is initialised, so that an error leaves nothing behind.
  private static func read<Value>(
    _ fields: [TypeShape.Field], of type: Value.Type, from arguments: [ValueText.Argument]
  ) throws(TextReadingError) -> Value {
    var initializers: [Initializer] = []
    for (field, text) in zip(fields, try match(arguments, with: fields, of: type)) {
      initializers.append(try initializer(of: field.type, at: field.name, from: text))
    }
    return build(type) { memory in
      for (field, initialize) in zip(fields, initializers) { initialize(memory + field.offset) }
    }
  }

  /// The labels of a case's associated values; the index of a value stands for a missing label.
  private static func labels(of typeCase: TypeShape.Case) -> [String] {
    guard let payload = typeCase.payload else { return [] }
    guard case .tuple(let fields) = TypeShape(of: payload) else { return ["0"] }
    return fields.map { withoutBackticks($0.name) }
  }

  /// Returns the texts of the fields, in the order of the fields.
  private static func match(
    _ arguments: [ValueText.Argument], with fields: [TypeShape.Field], of type: Any.Type
  ) throws(TextReadingError) -> [ValueText] {
    let labels = arguments.enumerated().map { $1.label ?? "\($0)" }
    let names = fields.map { withoutBackticks($0.name) }
    if let unknownLabel = labels.first(where: { !names.contains($0) }) {
      throw TextReadingError(
        kind: .mismatch, problem: "\(type) has no field '\(unknownLabel)'; it has \(fieldList(fields))")
    }
    var texts: [ValueText] = []
    for (field, name) in zip(fields, names) {
      guard let index = labels.firstIndex(of: name) else {
        throw TextReadingError(
          kind: .mismatch, problem: "the text says nothing of the field '\(field.name)' of \(type)")
      }
      texts.append(arguments[index].value)
    }
    guard texts.count == arguments.count else {
      throw TextReadingError(kind: .mismatch, problem: "a field of \(type) is given twice")
    }
    return texts
  }

  /// A name that is no identifier is declared in backticks, which texts omit.
  private static func withoutBackticks(_ name: String) -> String { name.filter { $0 != "`" } }

  private static func fieldList(_ fields: [TypeShape.Field]) -> String {
    fields.isEmpty ? "none" : TextReadingError.quotedList(fields.map(\.name))
  }

  /// The first 1,000 of `allCases`, or the 200 smallest values of a registered generator; empty for other types.
  private static func listedValues<Value>(_ type: Value.Type) -> [Value] {
    func smallest<Registered: Generatable>(_ type: Registered.Type) -> [Any] {
      type.generator.smallest(200, attempts: 2_000).values
    }
    if let finite = type as? any CaseIterable.Type { return finite.allCases.prefix(1_000).compactMap { $0 as? Value } }
    if let registered = type as? any Generatable.Type { return smallest(registered).compactMap { $0 as? Value } }
    return []
  }
}
