@testable import TEASupport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import TEACheck
@testable import tea_check

/// Hostile texts of a program do no harm in any report.
@Suite struct HostileOutputTests {
  private static let verdicts: [CheckResult.Verdict] = [.passed, .violated, .trapped, .inconclusive, .error]

  /// A result of each verdict, with `text` for every text and for the name of the suite.
  private static func results(_ text: String = SampleResults.hostileText) -> [(suite: String, result: CheckResult)] {
    verdicts.map { (text, SampleResults.hostile($0, text: text)) }
  }

  static let formats = ["text", "json", "markdown", "github", "gitlab", "junit"]

  private func report(_ format: String, _ results: [(suite: String, result: CheckResult)]) throws -> String {
    if format == "junit" { return try OutputTests.junit(results) }
    return try OutputTests.report(results) { write in
      switch format {
      case "text": TextOutput(printer: TextPrinter(titleWidth: 0, write: write), hasSummary: true)
      case "json": JSONOutput(write: write)
      case "markdown": MarkdownOutput(requiresComplete: false, write: write)
      case "github": GitHubAnnotations(requiresComplete: false, write: write)
      default: CodeQualityOutput(requiresComplete: false, write: write)
      }
    }
  }

  @Test(arguments: formats) func everyCharacterIsVisible(_ format: String) throws {
    let text = try report(format, Self.results())
    let invisible = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(
          scalar.properties.generalCategory)
    }
    #expect(invisible.isEmpty, "\(invisible.map { String($0.value, radix: 16) })")
  }

  @Test(arguments: formats.filter { $0 != "json" }) func noTextBecomesACommandOfACIEngine(_ format: String) throws {
    for line in try report(format, Self.results()).split(separator: "\n") {
      let isAnnotation = format == "github" && (line.hasPrefix("::error ") || line.hasPrefix("::warning "))
      #expect(isAnnotation || !line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
      #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
    }
  }

  @Test func noCombiningMarkHidesMarkup() {
    let code = MarkdownOutput.codeSpan("a|\u{301}`\u{301}", inTable: true)
    #expect(code.unicodeScalars.elementsEqual("``a\\|\u{301}`\u{301}``".unicodeScalars), "\(code)")
    #expect(MarkdownOutput.codeSpan("`\u{301}").unicodeScalars.elementsEqual("`` `\u{301} ``".unicodeScalars))
    // The letter and the backtick after it are one `Character`.
    #expect(MarkdownOutput.codeSpan("\u{D4E}`").unicodeScalars.elementsEqual("`` \u{D4E}` ``".unicodeScalars))
  }

  @Test func anAnnotationHasOnlyItsOwnProperties() throws {
    let text = try report("github", Self.results())
    let commands = text.split(separator: "\n")
    // One command for each verdict but `passed`.
    #expect(commands.count == 4)
    for command in commands {
      // GitHub's runner parses a command like this: the properties end at the next “::”.
      let parts = command.dropFirst(2).split(separator: "::", maxSplits: 1)
      let properties = parts[0].split(separator: " ", maxSplits: 1)[1].split(separator: ",")
      #expect(properties.allSatisfy { $0.hasPrefix("file=") || $0.hasPrefix("line=") || $0.hasPrefix("title=") })
      #expect(!parts[0].contains("%0A"))
    }
  }

  @Test func aGitHubCommentHasLongDetailsOnlyIfThereIsRoom() throws {
    var result = try #require(Self.results("a").first { $0.result.verdict == .violated })
    for (noteCount, areDetailsShown) in [(100, true), (10_000, false)] {
      result.result.notes = Array(repeating: "long long", count: noteCount)
      let text = try report("markdown", [result])
      #expect(text.utf8.count < 65_536)
      #expect(text.contains("long long") == areDetailsShown && text.contains("… and 1 more failure") != areDetailsShown)
    }
  }

  @Test func markdownHasNoMarkupOfTheProgram() throws {
    let text = try report("markdown", Self.results())
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if ticks.count > 2, line.hasSuffix("text") {
        fence = ticks
        continue
      }
      // `outside` becomes the part of the line outside code spans, which must not contain markup of the hostile text.
      var outside = ""
      var rest = line
      while let tick = rest.firstIndex(of: "`") {
        outside += rest[..<tick]
        let opening = rest[tick...].prefix { $0 == "`" }
        rest = rest[opening.endIndex...]
        var spanEnd: Substring.Index?
        var search = rest
        while let next = search.firstIndex(of: "`") {
          let closing = search[next...].prefix { $0 == "`" }
          search = search[closing.endIndex...]
          guard closing.count == opening.count else { continue }
          spanEnd = closing.endIndex
          break
        }
        guard let spanEnd else { break }
        rest = rest[spanEnd...]
      }
      outside += rest
      #expect(!outside.contains("script") && !outside.contains("@team") && !outside.contains("javascript"), "\(line)")
      if line.hasPrefix("| ") {
        let bars = line.indices.filter {
          line[$0] == "|" && ($0 == line.startIndex || line[line.index(before: $0)] != "\\")
        }
        // A row of three cells has four bars.
        #expect(bars.count == 4, "\(line)")
      }
    }
    #expect(fence == nil)
  }

  @Test func xmlIsWellFormedAndHasTheTexts() throws {
    final class Reader: NSObject, XMLParserDelegate {
      var messages: [String] = []
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
      ) {
        if let message = attributes["message"] { messages.append(message) }
      }
    }
    let reader = Reader()
    let parser = XMLParser(data: Data(try report("junit", Self.results()).utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    // One message for each verdict but `passed`.
    #expect(reader.messages.count == 4)
    #expect(reader.messages.allSatisfy { $0.contains(#"\u{1B}]0;title\u{7}\u{1B}[31mred\u{9B}2J\u{202E}evil"#) })
  }

  @Test func jsonHasTheTextsAsTheyAre() throws {
    let lines = try report("json", Self.results()).split(separator: "\n")
    #expect(lines.count == 5)
    for (line, (suite, result)) in zip(lines, Self.results()) {
      let record = try JSON(parsing: line)
      #expect(record["suite"]?.string == suite)
      var read = try #require(CheckResult(record: record))
      read.path = result.path
      #expect(read == result)
    }
  }

  @Test(arguments: formats.filter { $0 != "json" }) func longTextsAreCut(_ format: String) throws {
    let longLine = String(repeating: "a long word ", count: 10_000)
    let combiningMarks = "e" + String(repeating: "\u{301}", count: 60_000)
    let manyLines = String(repeating: "line\n", count: 12_000)
    for text in [longLine, combiningMarks, manyLines] {
      var result = SampleResults.hostile(.violated, text: text)
      // Reports do not cut these members, because people copy them.
      (result.again, result.file, result.token) = (nil, nil, nil)
      let report = try report(format, [("Checks", result)])
      // The texts have from 60 000 to 120 001 bytes, and stand at many places of the result.
      #expect(report.utf8.count < 100_000, "\(report.utf8.count)")
    }
  }
}
