internal import TEAGenerators
internal import TEAResults
public import TEARuntime

/// A score that random runs try to raise.
///
/// Some runs continue from the worlds with the highest scores, to reach states that uniform choices rarely reach.
public struct Target<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares a score of the model.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ score: @escaping @Sendable (M.Model) throws -> Double
  ) {
    self.init(name, of: .model, fileID: fileID, filePath: filePath, line: line, score)
  }

  /// Declares a score of the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ score: @escaping @Sendable (Value) throws -> Double
  ) {
    declarations = [
      Declaration(
        .target(Measure(name: name) { try score(try subject.read($0)) }), fileID, filePath, line,
        needing: subject.neededEnvironment)
    ]
  }
}

/// A label of worlds; the report has the share of random runs from the start that meet a world with the label.
///
/// Some random runs continue from worlds with a new label.
public struct Classify<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares a label by a condition on the model.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ condition: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, of: .model, fileID: fileID, filePath: filePath, line: line, condition)
  }

  /// Declares a label by a condition on the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ condition: @escaping @Sendable (Value) throws -> Bool
  ) {
    declarations = [
      Declaration(
        .label(Measure(name: name) { try condition(try subject.read($0)) ? "" : nil }), fileID, filePath, line,
        needing: subject.neededEnvironment)
    ]
  }

  /// Declares labels by a text for each model, such as the name of a phase.
  public init(
    by name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ label: @escaping @Sendable (M.Model) throws -> String
  ) {
    self.init(by: name, of: .model, fileID: fileID, filePath: filePath, line: line, label)
  }

  /// Declares labels by a text for each model, view or world.
  public init<Value>(
    by name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ label: @escaping @Sendable (Value) throws -> String
  ) {
    declarations = [
      Declaration(
        .label(Measure(name: name) { try label(try subject.read($0)) }), fileID, filePath, line,
        needing: subject.neededEnvironment)
    ]
  }
}

/// A share of the random runs that must meet a condition.
///
/// ```swift
/// Cover("the cart gets full", atLeast: 5%) { $0.items.count == 10 }
/// ```
///
/// Runs are added until the share is certain to be reached or missed. A Wilson score interval judges this after every round,
/// with odds of an error of 1 in 10⁹. The tolerance is nine tenths, as in QuickCheck's `checkCoverage`. If the share is still
/// uncertain after ten times the runs of the check, the check is inconclusive.
///
/// Only runs from the start count. Half of these runs omit some message cases and make others rare, and the first quarter are
/// shorter than the others: the share refers to this mixture.
public struct Cover<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the share of runs in which some model satisfies a condition.
  public init(
    _ name: String, atLeast share: Percentage, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ condition: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, atLeast: share, of: .model, fileID: fileID, filePath: filePath, line: line, condition)
  }

  /// Declares the share of runs in which some model, view or world satisfies a condition.
  public init<Value>(
    _ name: String, atLeast share: Percentage, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ condition: @escaping @Sendable (Value) throws -> Bool
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    declarations = [
      Declaration(
        kind: .cover(CoverCondition(name: name, share: share, place: place) { try condition(try subject.read($0)) }),
        place: place, neededEnvironment: subject.neededEnvironment)
    ]
  }
}

/// A ``Target`` or a ``Classify`` as data: a function of worlds, with its name.
struct Measure<M: Module, Value>: Sendable {
  let name: String
  /// Returns the score of a world, or the text of its label: empty for a label by a condition, `nil` without the label.
  let read: @Sendable (World<M>) throws -> Value
}

struct CoverCondition<M: Module>: Sendable {
  let name: String
  let share: Percentage
  let place: SourcePlace
  let isMet: @Sendable (World<M>) throws -> Bool
}
