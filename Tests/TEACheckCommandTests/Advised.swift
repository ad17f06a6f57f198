import Foundation
import TEACheck

/// Types of which no generator can be derived. `DerivationAdviceTests` compiles this file together with the advice.
enum Advised {
  struct Deck { var shuffle: () -> Void }
  enum Hand { case dealt(() -> Void), empty }
  struct Pile<Card> { var shuffle: () -> Void }
  class Player { init(_ number: Int) {} }
  final class Sound { init(_ number: Int) {} }
  final class Picture: Sendable { init(_ number: Int) {} }
  final class Crate<Value> { init(_ number: Int) {} }
  actor Server { init(_ number: Int) {} }

  enum Table: Module {
    enum Message {
      case start
      case player([Player]), sound(Sound?), server(Server), crate(Crate<Int>), calendar(Calendar)
      case handler((Int) -> Void), kind(Player.Type), any(any Equatable)
    }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }
}

public struct PublicDeck { var shuffle: () -> Void }
