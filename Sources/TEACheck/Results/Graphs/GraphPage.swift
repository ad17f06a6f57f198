/// An HTML page with one graph: its beginning, up to the data of the graph, and the script that draws the data.
enum GraphPage {
  /// The page up to the data. The title is HTML, as ``markup(_:)`` returns it.
  static func head(title: String) -> String {
    PageStyle.head(title: title, style: style)
      + "<header><h1>\(title)</h1><p id=\"summary\" class=\"faint\"></p></header>\n<main id=\"root\"></main>\n"
  }

  private static let style = #"""
    body { min-height: 100vh; display: grid; grid-template-rows: auto 1fr; }
    header { padding: .8rem 1.2rem; }
    h1 { font-size: 1.1rem; line-height: 1.3; overflow-wrap: anywhere; }
    .graph { margin: 0 1.2rem 1.2rem; height: calc(100vh - 6rem); min-height: 24rem; }
    @media (max-width: 50rem) { .graph { margin: 0 .6rem .6rem; height: auto; } }
    """#

  static let script = #"""
    const data = JSON.parse(document.getElementById("graph").textContent);
    const plural = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
    document.getElementById("summary").textContent =
      [plural(data.nodes.length, data.quotient ? "screen" : "world"), plural(data.edges.length / 3, "step"),
        data.nodes.length > 300 ? "the picture shows what is around the world that you stand in" : null, data.shortfall]
        .filter(text => text).join(" · ");
    const wanted = location.hash.slice(1);
    const graph = showGraph(document.getElementById("root"), data, (here, isFirst) => {
      if (!isFirst) location.replace("#" + here);
    });
    if (wanted) graph.go(Number(wanted));
    """#
}
