import Testing

@testable import TEACheck
@testable import tea_check

/// The place in the source of a specification at which a suggestion is inserted.
@Suite struct SuggestionEditTests {
  private let suggestion = "Always(\"a\") { $0 }"

  @Test func aSuggestionIsInsertedBeforeTheClosingBrace() {
    let source = """
      let search = Specification(of: Search.self) {
        // What holds: nothing yet. }
        Replies { _ in [] }
      }

      """
    #expect(
      SuggestionEdit.adding(suggestion, toSpecificationAt: 1, in: source) == """
        let search = Specification(of: Search.self) {
          // What holds: nothing yet. }
          Replies { _ in [] }
          Always("a") { $0 }
        }

        """)
  }

  @Test func aSuggestionIsFoundInItsSpecificationOnly() {
    let source = """
      let one = Specification(of: Search.self) {
        Always("a") { $0 }
      }
      let two = Specification(of: Search.self) {
        Replies { _ in [] }
      }

      """
    #expect(SuggestionEdit.contains(suggestion, inSpecificationAt: 1, of: source))
    #expect(!SuggestionEdit.contains(suggestion, inSpecificationAt: 4, of: source))
  }

  /// `init` writes suggestions as comments.
  @Test func aSuggestionInACommentIsNotInTheSpecification() {
    let source = "Specification(of: A.self) {\n  // \(suggestion)\n  /* \(suggestion) */\n}\n"
    #expect(!SuggestionEdit.contains(suggestion, inSpecificationAt: 1, of: source))
    #expect(SuggestionEdit.contains(suggestion, inSpecificationAt: 1, of: source.replacing("// ", with: "")))
  }

  @Test func aSuggestionTakesThePlaceOfItsComment() {
    let source = """
      let search = Specification(of: Search.self) {
        // Uncomment what is meant:
        // Step("a") { step in
        //   return true
        // }
        // Always("b") { $0 }
        Replies { _ in [] }
      }

      """
    #expect(
      SuggestionEdit.adding("Step(\"a\") { step in\n  return true\n}", toSpecificationAt: 1, in: source) == """
        let search = Specification(of: Search.self) {
          // Uncomment what is meant:
          Step("a") { step in
            return true
          }
          // Always("b") { $0 }
          Replies { _ in [] }
        }

        """)
  }

  @Test func aSuggestionIsInsertedIntoTheSpecificationThatBeginsOnTheLine() {
    let source = """
      static var one: Specification<Search> {
        Specification(of: Search.self) {
          Replies { _ in [] }
        }
      }
      static var two: Specification<Search> {
        Specification(of: Search.self) {
          one
        }
      }

      """
    #expect(
      SuggestionEdit.adding("Step(\"b\") { step in\n  return true\n}", toSpecificationAt: 7, in: source) == """
        static var one: Specification<Search> {
          Specification(of: Search.self) {
            Replies { _ in [] }
          }
        }
        static var two: Specification<Search> {
          Specification(of: Search.self) {
            one
            Step("b") { step in
              return true
            }
          }
        }

        """)
  }

  @Test func aSuggestionIsInsertedIntoBracesOnOneLine() {
    #expect(
      SuggestionEdit.adding(suggestion, toSpecificationAt: 1, in: "  Specification(of: A.self) {}.check()\n")
        == "  Specification(of: A.self) {\n    Always(\"a\") { $0 }\n  }.check()\n")
    #expect(
      SuggestionEdit.adding(suggestion, toSpecificationAt: 1, in: "let a = Specification(of: A.self) { other }\n")
        == "let a = Specification(of: A.self) { other\n  Always(\"a\") { $0 }\n}\n")
  }

  @Test func aSuggestionIsInsertedIntoACheckInATest() {
    #expect(
      SuggestionEdit.adding(suggestion, toSpecificationAt: 2, in: "func f() throws {\n  try check(A.self) {\n  }\n}\n")
        == "func f() throws {\n  try check(A.self) {\n    Always(\"a\") { $0 }\n  }\n}\n")
  }

  @Test func aFunctionAroundASpecificationIsNotTheSpecification() {
    #expect(
      SuggestionEdit.adding(
        suggestion, toSpecificationAt: 1, in: "func f() -> S { Specification(of: A.self) {} }\nfunc g() {}\n")
        == "func f() -> S { Specification(of: A.self) {\n  Always(\"a\") { $0 }\n} }\nfunc g() {}\n")
  }

  @Test(arguments: [
    "", "let a = b", "Specification(of: A.self)", "Specification(of: A.self) { Replies { _ in [] }", "}}}",
    "Specification(of: A.self, declarations)\nfunc g() {}",
    "func f() -> S { Specification(of: A.self, declarations) }\nfunc g() {}",
  ])
  func aSpecificationWithoutBracesIsLeftAlone(_ source: String) {
    #expect(SuggestionEdit.adding(suggestion, toSpecificationAt: 1, in: source) == nil)
  }
}
