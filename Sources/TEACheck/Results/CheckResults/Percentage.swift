/// A share of a whole, written as a number and a percent sign: `5%`.
public struct Percentage: Sendable, Equatable {
  /// The share, from 0 to 1.
  public let fraction: Double

  /// - Precondition: The fraction is from 0 to 1.
  public init(fraction: Double) {
    guard (0...1).contains(fraction) else { fatalError("A percentage is from 0% to 100%, not \(fraction * 100)%") }
    self.fraction = fraction
  }
}

postfix operator %

/// Makes a percentage from a number of hundredths.
public postfix func % (hundredths: Double) -> Percentage { Percentage(fraction: hundredths / 100) }
