import TEAText
import Testing

/// Texts as Swift literals, as in suggestions and printed unit tests. Each value is compiled from the same literal here.
struct QuotedTextTests {
  @Test(arguments: [
    ("\"\\(x)\n\u{202E}", ###""\"\\(x)\n\u{202E}""###),
    ("\\", ###""\\""###),
    ("\\\\(x)", ###""\\\\(x)""###),
    ("\"\"\"", ###""\"\"\"""###),
    ("\\u{41}", ###""\\u{41}""###),
    ("\\n", ###""\\n""###),
    ("\r\n", ###""\r\n""###),
    ("\u{0}\u{1B}[31m", ###""\u{0}\u{1B}[31m""###),
    ("\u{2028}\u{2029}", ###""\u{2028}\u{2029}""###),
    ("\u{FEFF}\u{200B}", ###""\u{FEFF}\u{200B}""###),
    ("a\u{301}\"\u{301}\\\u{301}", ###""a\###u{301}\"\###u{301}\\\###u{301}""###),
    ("\u{7F}\u{85}\t", ###""\u{7F}\u{85}\t""###),
    ("\"#\\#(x)", ###""\"#\\#(x)""###),
    ("\u{E000}\u{FFFE}", ###""\u{E000}\u{FFFE}""###),
    ("👩\u{200D}👧", ###""👩\###u{200D}👧""###),
    ("//*/", ###""//*/""###),
  ]) func aTextIsTheLiteralThatCompilesToIt(_ value: String, _ source: String) {
    let isSame = quoted(value).unicodeScalars.elementsEqual(source.unicodeScalars)
    #expect(isSame, "\(source)")
  }
}
