import TEASupport
import TEACheck
import Testing

/// The names that are suggested for a misspelt word.
@Suite struct NearestNameTests {
  @Test(arguments: [
    ("Conter", ["Counter"]), ("counter", ["Counter"]), ("Counters", ["Counter"]), ("Cuonter", ["Counter"]),
    ("guard", ["Search · no guard"]), ("gard", ["Search · no guard"]), ("search", ["Search · no guard"]),
    ("Telephone", []),
  ])
  func misspeltNamesAndWordsOfTitlesAreNear(_ word: String, _ expected: [String]) {
    #expect(NearNames.nearest(to: word, among: ["Counter", "Search · no guard", "Buttons"]) == expected)
  }

  @Test func theNearestComesFirstAndEquallyNearNamesKeepTheirOrder() {
    #expect(NearNames.nearest(to: "abcd", among: ["abxy", "abcx", "bcd", "abcd"]) == ["abcd", "abcx", "bcd"])
  }

  @Test func atMostThreeNamesAreNear() {
    #expect(NearNames.nearest(to: "aa", among: ["ab", "ac", "ad", "ae"]) == ["ab", "ac", "ad"])
  }

  @Test func theBeginningOfANameIsNear() {
    #expect(NearNames.nearest(to: "Buttons", among: ["SearchBox", "ButtonsChecks"]) == ["ButtonsChecks"])
  }

  @Test func aWholeNameIsNearerThanAWordOfATitle() {
    #expect(NearNames.nearest(to: "Dial", among: ["Dial · turned", "Dial"]) == ["Dial", "Dial · turned"])
  }

  @Test func aLongWordMayDifferInAThirdOfItsLetters() {
    #expect(NearNames.nearest(to: "abcdefghijkl", among: ["abcdefghWXYZ"]) == ["abcdefghWXYZ"])
    #expect(NearNames.nearest(to: "abcdefghijkl", among: ["abcdefgVWXYZ"]) == [])
  }

  @Test func theNearestNameIsAppendedAsAQuestion() {
    #expect(Invocation.didYouMean("lisst", among: ["list", "check"]) == "; did you mean 'list'?")
    #expect(Invocation.didYouMean("xyzxyz", among: ["list", "check"]) == "")
  }
}
