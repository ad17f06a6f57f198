internal import TEAGenerators
internal import TEASupport
internal import TEAText
internal import TEARuntime

/// The error of a closure of a specification in a world: the error that it threw, or a fault of its result.
struct DeclarationError: Error, CustomStringConvertible {
  /// The declaration, such as `Replies`.
  let name: String
  let place: SourcePlace
  /// The problem as a predicate that follows ``name`` in a sentence, such as `threw Overflow`.
  private let problem: String
  private let advice: String
  /// The flags of the start; empty where there is only one start.
  var start = ""
  /// The steps to the world, as lines of a script; `nil` where they are not known.
  var steps: [String]?

  init(name: String, place: SourcePlace, thrown: String) {
    self.init(name, place, "threw \(thrown)", "it is asked in every reachable world: let it return there instead")
  }

  init(sameNameOfEvents name: String, place: SourcePlace) {
    self.init(
      "events of the Environment", place, "names two different events '\(escaped(name))'",
      "name them apart: a stored counterexample finds its events by their names")
  }

  private init(_ name: String, _ place: SourcePlace, _ problem: String, _ advice: String) {
    (self.name, self.place, self.problem, self.advice) = (name, place, problem, advice)
  }

  var description: String { "\(name) at \(place) \(problem)\(position); \(advice)" }

  private static var maxListedSteps: Int { 12 }

  /// The words for the world in which the closure was called; empty where the steps to it are not known.
  private var position: String {
    guard let steps else { return "" }
    let origin = start.isEmpty ? "" : ", \(start)"
    if steps.isEmpty { return " at the start\(origin)" }
    let lastSteps = steps.suffix(Self.maxListedSteps).joined(separator: ", ")
    let count = steps.count > Self.maxListedSteps ? "\(counted(steps.count, "step")), the last of which are " : ""
    return " after \(count)\(lastSteps)\(origin)"
  }
}

extension SourcePlace {
  /// Calls a closure of a declaration, and adds the declaration's name and place to an error that the closure throws.
  ///
  /// The function is inlined: otherwise each call, in every world, would look up the type of the result.
  @inlinable @inline(__always)
  func namingErrors<Value>(of name: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw declarationError(error, name) }
  }

  @usableFromInline
  func declarationError(_ error: any Error, _ name: String) -> any Error {
    error is Discarded ? error : DeclarationError(name: name, place: self, thrown: literal(error))
  }
}
