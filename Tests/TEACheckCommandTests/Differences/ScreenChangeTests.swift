import Testing

@testable import TEAResults
@testable import tea_check

/// The changes of lists on a screen, as the report of a check tells them.
@Suite struct ScreenChangeTests {
  static let photos = [
    "Photo(id: 1, status: uploading)", "Photo(id: 2, status: queued)", "Photo(id: 3, status: queued)",
  ]

  private func changes(_ before: String, _ after: String) -> [String] {
    func screen(_ value: String) -> Behaviour.Screen { [Behaviour.Field(name: "photos", value: value)] }
    return TextReader().changes(from: screen(before), to: screen(after)).map {
      "\($0.path): \($0.before) → \($0.after)"
    }
  }

  @Test func `a long list names the elements that come, go, move and change`() {
    let (one, two, three) = (Self.photos[0], Self.photos[1], Self.photos[2])
    #expect(changes("[\(one), \(two)]", "[\(two)]") == ["photos[0]: \(one) → absent"])
    #expect(changes("[\(one)]", "[\(one), \(two)]") == ["photos[1]: absent → \(two)"])
    #expect(changes("[\(one), \(two), \(three)]", "[\(two), \(three), \(one)]") == ["photos[0]: \(one) → moved to [2]"])
    let waiting = one.replacing("uploading", with: "waiting")
    #expect(
      changes("[\(one), \(two), \(three)]", "[\(waiting), \(two), \(three)]")
        == ["photos[0].status: uploading → waiting"])
  }

  @Test func `short lists, dictionaries and lists without a common element are shown whole`() {
    #expect(changes("[1, 2]", "[2]") == ["photos: [1, 2] → [2]"])
    let (one, two, three) = (Self.photos[0], Self.photos[1], Self.photos[2])
    #expect(changes("[\(one), \(two)]", "[\(three)]") == ["photos: [\(one), \(two)] → [\(three)]"])
    #expect(changes("[1: \(one), 2: \(two)]", "[1: \(one)]") == ["photos: [1: \(one), 2: \(two)] → [1: \(one)]"])
  }

  @Test func `a list within a struct is named by the field`() {
    let (one, two) = (Self.photos[0], Self.photos[1])
    #expect(
      changes("Album(name: \"a, b\", items: [\(one), \(two)])", "Album(name: \"a, b\", items: [\(one)])")
        == ["photos.items[1]: \(two) → absent"])
  }
}
