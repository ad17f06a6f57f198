@testable import TEASupport
import Testing

@testable import RealBugsChecks
@testable import TEACheck
@testable import YardstickChecks

/// Graphs with more nodes than a picture or `--limit` allows.
@Suite struct GraphLimitTests {
  @Test func `a graph that is too large for a picture is refused with advice`() throws {
    let check = Race.specification(typed: 4, retries: 2, isFixed: false).check()
    let request = try GraphRequest(Invocation(arguments: ["graph"]))
    let graph = try check.graph(CheckSettings(), request.detail)
    #expect {
      try request.validateSize(of: graph) {
        try check.graph(CheckSettings(), StateGraph.Detail(mergesViews: true, maxDescribedNodes: 0)).nodes.count
      }
    } throws: {
      "\($0)" == "The graph of 'Race' has 735 nodes, too many for a picture of 500: merge worlds of equal views with "
        + "--quotient (106 nodes), or allow more with --limit 735, or write .aut or .json, which have no limit"
    }
    for arguments in [["--limit", "735"], ["-o", "a.aut"], ["-o", "a.json"], ["-o", "a.html"]] {
      let request = try GraphRequest(Invocation(arguments: ["graph"] + arguments))
      try request.validateSize(of: graph) { 0 }
    }
  }

  @Test(arguments: ["aut", "json"])
  func `a graph beyond a limit that is set for a format without one is refused with advice`(format: String) throws {
    let check = Race.specification(typed: 4, retries: 2, isFixed: false).check()
    let request = try GraphRequest(Invocation(arguments: ["graph", "--format", format, "--limit", "5"]))
    let graph = try check.graph(CheckSettings(), request.detail)
    #expect {
      try request.validateSize(of: graph) { 106 }
    } throws: {
      "\($0)" == "The graph of 'Race' has 735 nodes, too many for a limit of 5: merge worlds of equal views with "
        + "--quotient (106 nodes), or allow more with --limit 735, or leave out --limit, which .\(format) does not need"
    }
  }

  @Test func `a graph with too many edges for Mermaid is refused`() throws {
    let graph = try Grid.specification(counters: 3, modulus: 6).check().graph(
      CheckSettings(), StateGraph.Detail(maxDescribedNodes: 0))
    #expect(graph.nodes.count == 216)
    #expect {
      try GraphRequest(Invocation(arguments: ["graph", "-o", "a.mmd"])).validateSize(of: graph) { 216 }
    } throws: {
      "\($0)" == "The graph of 'Grid' has 216 nodes and 649 edges, too many for a picture of 500: look less far with "
        + "--depth, or allow more with --limit 649, or write .aut or .json, which have no limit"
    }
  }

  @Test func `a graph that is too large for any picture is refused without a search to its end`() throws {
    // 15 625 worlds.
    let check = Grid.specification(counters: 3, modulus: 25).check()
    let cases: [([String], String)] = [([], "a picture of 500"), (["-o", "a.html"], "a picture of 10 000")]
    for (arguments, subject) in cases {
      let request = try GraphRequest(Invocation(arguments: ["graph"] + arguments))
      let graph = try check.graph(CheckSettings(), request.detail)
      #expect(graph.nodes.count > 10_000 && graph.nodes.count < 15_625)
      #expect {
        try request.validateSize(of: graph) { 0 }
      } throws: {
        "\($0)" == "The graph of 'Grid' has more than 10 000 nodes, too many for \(subject): merge worlds of equal "
          + "views with --quotient, or look less far with --depth, or allow more with --limit, or write .aut or .json, "
          + "which have no limit"
      }
    }
    // With `--quotient`, and without a limit, the search goes to its end.
    for arguments in [["--quotient"], ["-o", "a.json"]] {
      #expect(try GraphRequest(Invocation(arguments: ["graph"] + arguments)).mostWorlds == nil)
    }
    #expect(try GraphRequest(Invocation(arguments: ["graph", "--limit", "20000"])).mostWorlds == 20_000)
  }

  @Test func `a graph that a bound cut has at least its nodes`() throws {
    var settings = CheckSettings()
    settings.states = 50
    let graph = try Grid.specification(counters: 3, modulus: 6).check().graph(
      settings, StateGraph.Detail(maxDescribedNodes: 0))
    #expect {
      try GraphRequest(Invocation(arguments: ["graph", "--limit", "9"])).validateSize(of: graph) { 216 }
    } throws: {
      "\($0)".hasPrefix("The graph of 'Grid' has at least \(graph.nodes.count) nodes, too many for a picture of 9: ")
    }
  }
}
