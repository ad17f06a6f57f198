import Testing

@testable import TEARuntime

final class HeldToken {
  let name: String
  init(_ name: String) { self.name = name }
}

struct WeakHolder {
  weak var held: HeldToken?
}

struct UnownedHolder {
  unowned var held: HeldToken
}

/// References that do not retain their object, in values as text.
struct WeakReferenceTests {
  @Test func aReferenceIsWrittenAsItsObjectWhileThatLives() {
    let token = HeldToken("a")
    withExtendedLifetime(token) {
      let object = literal(token)
      #expect(literal(WeakHolder(held: token)) == "WeakHolder(held: \(object))")
      #expect(literal(UnownedHolder(held: token)) == "UnownedHolder(held: \(object))")
    }
  }

  @Test func aWeakReferenceIsNilAfterItsObject() {
    var token: HeldToken? = HeldToken("a")
    let holder = WeakHolder(held: token)
    token = nil
    #expect(literal(holder) == "WeakHolder(held: nil)")
  }
}
