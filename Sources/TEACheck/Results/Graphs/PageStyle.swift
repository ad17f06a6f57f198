/// The parts that all HTML pages share.
package enum PageStyle {
  /// The beginning of a page with graphs, up to its content. Its policy forbids loading anything.
  ///
  /// - Parameters:
  ///   - title: HTML, as ``markup(_:)`` returns it.
  ///   - style: The page's own styles.
  package static func head(title: String, style: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(title)</title>
    <style>
    \(text)
    \(GraphPicture.style)
    \(style)
    </style>
    </head>
    <body>

    """
  }

  /// The end of a page with graphs, with the page's own script.
  package static func end(script: String) -> String {
    "<script>\n\(GraphPicture.script)\n\(script)\n</script>\n</body>\n</html>\n"
  }

  /// Colours, fonts, and the elements that several pages use.
  private static let text = #"""
    :root {
      color-scheme: light dark;
      --ground: light-dark(#f6f7f9, #0f1216); --card: light-dark(#ffffff, #171b21);
      --sunk: light-dark(#f1f3f6, #1e232b); --line: light-dark(#dde1e7, #2c333d);
      --edge: light-dark(#b4bcc8, #4b5563); --text: light-dark(#1a1f27, #e6e9ee);
      --faint: light-dark(#5b6572, #9aa5b3); --here: light-dark(#0b5cc4, #74b0ff);
      --good: light-dark(#17743a, #57c785); --wrong: light-dark(#b91c2b, #ff8080);
      --undecided: light-dark(#8a5a00, #e3b341); --known: light-dark(#6b3fb5, #b99aff);
      --gone: light-dark(#fdecec, #3a1d21); --new: light-dark(#e3f6e8, #15321f);
      --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    * { box-sizing: border-box; }
    body { margin: 0; color: var(--text); background: var(--ground);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
    h1, h2, h3, h4, p, ol, ul, dl, dd { margin: 0; padding: 0; }
    code, pre, .mono { font-family: var(--mono); font-size: .8667rem; unicode-bidi: isolate; overflow-wrap: anywhere; }
    pre { margin: 0; white-space: pre-wrap; }
    .faint { color: var(--faint); }
    .wrong { color: var(--wrong); }
    :focus-visible { outline: 2px solid var(--here); outline-offset: 2px; border-radius: 4px; }
    """#
}
