import Testing

@testable import TEACheck

/// Modules without properties, such as a first-time user writes.
enum Newcomers {}

/// The first ten suggestions for each of the ``Newcomers``: statements that a maintainer might have written as properties.
@Suite struct NewcomerTests {
  /// The suggested statements in words; near misses begin with `nearly`.
  private func words<M: Module>(_ specification: Specification<M>, suggestsAll: Bool = false) -> [String] {
    var settings = CheckSettings()
    settings.suggestsAll = suggestsAll
    settings.engine = .suggest
    settings.states = 3_000
    let result = specification.check().outcome(settings, onProgress: { _ in }).result
    return result.suggestions?.map { ($0.exceptions > 0 ? "nearly: " : "") + $0.words } ?? []
  }

  @Test func `ten statements are suggested for a cart`() {
    #expect(
      words(Newcomers.Cart.specification) == [
        "phase is .paying exactly if a pay is outstanding",
        "coupon is set exactly if hasDiscount",
        "view.spinner exactly if phase is .paying",
        "at most one pay is outstanding",
        "lines.count is at most itemCount",
        "view.badge equals itemCount",
        "view.rows equals lines.count",
        "itemCount grows only while phase is not .paying",
        "lines is not empty whenever view.canCheckOut",
        "removeCoupon takes back applyCoupon while coupon is nil",
      ])
  }

  @Test func `ten statements are suggested for a form that looks up names`() {
    #expect(
      words(Newcomers.Login.specification) == [
        "nearly: isChecking whenever a lookUp is outstanding",
        "nearly: whether isKnown is set changes only while not isSubmitting",
        "nearly: isChecking changes only while not isSubmitting",
        "isSubmitting exactly if a logIn is outstanding",
        "at rest, not isChecking",
        "at most one lookUp is outstanding",
        "user is name, where there is one",
        "at most one: isSubmitting, error is set, user is set",
        "view.message is error",
        "password is not empty whenever view.isSubmitEnabled",
      ])
  }

  @Test func `ten statements are suggested for a player with a clock`() {
    #expect(
      words(Newcomers.Player.specification) == [
        "exactly one: isPlaying, isPaused, isStopped",
        "at rest, not isPlaying",
        "position grows only while isPlaying",
        "index is an index of songs",
        "isPaused changes only while not isStopped",
        "volume is never below 0",
        "position changes only while not isStopped",
        "mute takes back mute",
        "it can always come to this again: repeats is .off",
        "position is never below 0",
      ])
  }

  @Test func `ten statements are suggested for a chat with a dictionary`() {
    let words = words(Newcomers.Chat.specification)
    #expect(words.count == 10 && !words.contains { $0.hasPrefix("nextID is more than") }, "\(words)")
    #expect(
      Array(words.prefix(8)) == [
        "nearly: at most one deliver is outstanding",
        "pending is not empty exactly if a deliver is outstanding",
        "open is one of order, where there is one",
        "open is one of rooms, where there is one",
        "all of order are among rooms",
        "rooms is not empty exactly if order is not empty",
        "a connect is outstanding whenever connection is .connecting",
        "pending.count grows only while open is set",
      ])
  }

  @Test func `ten statements are suggested for a list in pages`() {
    let words = words(Newcomers.Pages.specification)
    #expect(
      Set(words.filter { $0.hasPrefix("nearly: ") }) == [
        "nearly: favourites.count changes only while selection is set", "nearly: hasMore or phase is .idle",
      ])
    #expect(
      Array(words.drop { $0.hasPrefix("nearly: ") }.prefix(7)) == [
        "selection is an index of items, where there is one",
        "no two of favourites have the same id",
        "all of favourites are among items",
        "favourites.count grows only while selection is set",
        "page grows only while hasMore",
        "a load is outstanding whenever phase is .loading",
        "items is not empty whenever selection is set",
      ])
  }

  @Test func `trivial statements about constant and rising fields are not suggested`() {
    let playerWords = words(Newcomers.Player.specification, suggestsAll: true)
    #expect(!playerWords.contains { $0.contains("songs have the same") || $0.contains("songs are in order") })
    #expect(!playerWords.contains { $0.hasPrefix("nearly: ") && $0.hasSuffix(" never rises") })
    #expect(!words(Newcomers.Login.specification, suggestsAll: true).contains { $0.contains("name.count") })
  }

  @Test func `a change is suggested with its strictest condition`() {
    let playerWords = words(Newcomers.Player.specification, suggestsAll: true)
    #expect(playerWords.contains("position grows only while isPlaying"))
    #expect(!playerWords.contains("position grows only while not isPaused"))
    #expect(!playerWords.contains("never both: isPlaying, isPaused"))
  }

  @Test func `a suggestion can name the few messages that change a field`() {
    let loginWords = words(Newcomers.Login.specification, suggestsAll: true)
    #expect(loginWords.contains { $0.hasPrefix("only ") && $0.contains(" and .") }, "\(loginWords)")
    let cartWords = words(Newcomers.Cart.specification, suggestsAll: true)
    #expect(cartWords.contains { $0.hasPrefix("only .applyCoupon and .removeCoupon change ") }, "\(cartWords)")
  }
}
