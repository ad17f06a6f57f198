@testable import TEASupport
import Foundation
import Testing

@testable import TEACheck
@testable import tea_check

/// The contents of the report page. Texts of a program are never markup or script.
@Suite struct ReportTests {
  private let page: String

  init() throws {
    page = try ReportFixtures.page([("Checks", [ReportFixtures.search.check("every <order>")])])
  }

  /// The page without its scripts and styles.
  private var body: String {
    page.replacing(/(?s)<script[^>]*>.*?<\/script>/, with: "").replacing(/(?s)<style>.*?<\/style>/, with: "")
  }

  @Test func thePageLoadsNoOtherFile() {
    #expect(page.hasPrefix("<!doctype html>\n"))
    #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\""))
    #expect(!page.contains("://"), "nothing is loaded")
    #expect(!page.contains(" src=") && !page.contains("<link") && !page.contains("@import") && !page.contains("url(h"))
  }

  @Test func theTitleOfThePageIsTheVerdict() {
    #expect(page.contains("<title>1 violated of 1 check · My &lt;Package&gt;</title>"))
    #expect(page.contains("<h1>1 violated of 1 check</h1>"))
    #expect(page.contains("<p class=\"faint\">1 check: 1 violated</p>"))
  }

  @Test func theCounterexampleIsAFilmStrip() {
    let last = body.split(separator: "<li class=\"frame").last ?? ""
    #expect(
      last.hasPrefix(
        #" end" data-frame="4"><p class="number">4</p>"#
          + "\n<h5 class=\"message\"><code class=\"answers\">search(&quot;"))
    #expect(last.contains("<span class=\"faint\">replies</span> "))
    #expect(last.contains("<div class=\"change\"><span class=\"path\">results[0]</span> <del><"))
    #expect(last.contains("<div class=\"screen\" aria-label=\"What is shown\">"))
    #expect(last.contains("<p class=\"verdict wrong\">✗ no &lt;i&gt;late&lt;/i&gt; reply</p>"))
    #expect(body.contains("<div class=\"commands outstanding\">"))
  }

  @Test func nothingOfAProgramIsMarkupOrScript() {
    #expect(!body.contains("<i>late"))
    #expect(!body.contains("<!--"))
    #expect(!page.contains("<b onclick"))
    #expect(!page.contains("<h1></"))
    #expect(page.ranges(of: "</script>").count == 2, "the graph's and the page's own")
    for scalar in page.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(![.control, .format, .lineSeparator, .paragraphSeparator].contains(category), "\(scalar.value)")
    }
    #expect(body.contains(#"\u{202E}\u{2028}\u{1B}[31m"#), "what does not print is shown")
  }

  @Test func aTextIsEscapedForElementsAttributesAndScripts() throws {
    #expect(
      markup("<a b=\"c\" d='e'>&\u{202E}\u{7}\nf") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\\u{202E}\\u{7}\nf")
    #expect(markup("\na\n") == "\na\n")
    let text = scriptText(.string("</script><!-- & \u{2028}\u{2029}"))
    #expect(text == #""\u003c/script\u003e\u003c!-- \u0026 \u2028\u2029""#)
    #expect(try JSON(parsing: text) == .string("</script><!-- & \u{2028}\u{2029}"))
  }

  @Test func aLongValueIsFolded() {
    let folded = Markup.code(String(repeating: "x", count: 30_000))
    #expect(folded.hasPrefix("<details class=\"long\"><summary><code>\(String(repeating: "x", count: 100))…xxx"))
    #expect(folded.contains("the first 20 000 of 30 000 characters"))
    #expect(folded.utf8.count < 21_000)
    #expect(Markup.code("short") == "<code>short</code>")
  }

  // MARK: Graphs

  @Test func theGraphHoldsThePathOfTheCounterexample() throws {
    let graph = try #require(try pictureData(of: ReportFixtures.search.check()))
    let trail = (graph["trail"]?.array ?? []).compactMap(\.integer)
    try #require(trail.count == 5)
    #expect(trail.first == 0)
    let edges = (graph["edges"]?.array ?? []).compactMap(\.integer)
    let pairs = Set(stride(from: 0, to: edges.count, by: 3).map { [edges[$0], edges[$0 + 1]] })
    for (from, to) in zip(trail, trail.dropFirst()) { #expect(pairs.contains([from, to])) }
    #expect(graph["nodes"]?.array?[trail[4]]["violates"] != nil)
  }

  @Test func aGraphThatIsTooLargeIsCutToTheWorldsNearestToTheStart() throws {
    let graph = try #require(try pictureData(of: ReportFixtures.counters.check(depth: 6), limit: 20))
    #expect(graph["nodes"]?.array?.count == 20)
    #expect(
      graph["shortfall"]?.string
        == "of 210 worlds, the 20 that are the fewest steps away from the start; 84 worlds not expanded")
    let unexpandedCount = graph["nodes"]?.array?.count { $0["unexpanded"] == .bool(true) }
    #expect(unexpandedCount ?? 0 > 0)
  }

  @Test func aGraphThatIsTooLargeHasANodeForEachScreenIfThatIsEnough() throws {
    let graph = try #require(try pictureData(of: ReportFixtures.search.check(), limit: 7))
    #expect(graph["quotient"] == .bool(true))
    #expect(graph["nodes"]?.array?.count == 6)
    #expect(graph["trail"]?.array?.count == 5)
  }

  @Test func theGraphOfACompactSearchIsCutAtTheLimit() throws {
    var settings = CheckSettings()
    settings.pictureLimit = 100
    settings.isCompact = true
    let picture = ReportFixtures.counters.check(depth: 5).outcome(settings, onProgress: { _ in }).picture
    #expect(picture?.nodes.count == 100)
  }

  /// The data of the graph that a report shows for a check; `nil` where the check keeps no picture.
  ///
  /// - Parameter limit: The largest number of nodes.
  private func pictureData(of check: Check, limit: Int = 10_000) throws -> JSON? {
    var settings = CheckSettings()
    settings.pictureLimit = limit
    return check.outcome(settings, onProgress: { _ in }).picture?.pageData
  }

  @Test func noPictureIsKeptWithoutAPictureLimit() {
    #expect(ReportFixtures.search.check().outcome(CheckSettings(), onProgress: { _ in }).picture == nil)
  }

  /// - Parameter change: A JSON object whose members replace those of a valid record.
  @Test(arguments: [
    #"{"edges":[0,1,0]}"#, #"{"edges":[0,0]}"#, #"{"edges":[0,0,9]}"#, #"{"starts":[[1,0]]}"#, #"{"starts":[]}"#,
    #"{"trail":[-1]}"#, #"{"nodes":[]}"#, #"{"nodes":[{"fields":[0]}]}"#, #"{"nodes":[{"fields":[0,1]}]}"#,
    #"{"nodes":[7]}"#, #"{"texts":[7]}"#, #"{"nodes":[{"fields":[],"outstanding":[5]}]}"#, #"{"title":7}"#,
  ])
  func anInvalidGraphIsRefused(_ change: String) throws {
    let valid = try JSON(
      parsing: """
        {"title":"A","quotient":false,"nodes":[{"fields":[0,0]}],"edges":[0,0,0],"starts":[[0,0]],"trail":[0],"texts":["x"]}
        """)
    #expect(ReportGraph(valid) != nil)
    guard case .object(let members) = valid, case .object(let changes) = try JSON(parsing: change) else { return }
    let changed = members.map { member in changes.first { $0.name == member.name } ?? member }
    #expect(ReportGraph(.object(changed)) == nil)
  }

  @Test func aGraphForWhichThePageHasNoRoomIsLeftOut() throws {
    let page = try ReportFixtures.page([("Checks", [ReportFixtures.search.check()])], room: 100)
    #expect(!page.contains("<div class=\"graph-here\">"))
    #expect(page.contains("<code>swift run tea-check graph &#39;Search&#39; -o graph.html</code> draws it"))
  }

  // MARK: The command line

  @Test func listsGraphsAndLineCoverageHaveNoReport() throws {
    for command in ["check", "explore", "sample", "replay", "merge"] {
      #expect(try Invocation(arguments: [command, "--report", "a.html"]).report == "a.html")
    }
    for command in ["list", "graph", "coverage"] {
      #expect {
        try Invocation(arguments: [command, "--report", "a.html"])
      } throws: {
        "\($0)"
          == "The option '--report' is for 'check', 'explore', 'sample', 'merge', 'replay', 'suggest' and 'diff' only"
      }
    }
    #expect {
      try Invocation(arguments: ["--report", ""])
    } throws: {
      "\($0)" == "The value of '--report' is empty: it must be a path"
    }
  }
}
