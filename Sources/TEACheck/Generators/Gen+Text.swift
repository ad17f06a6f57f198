extension Gen where Value == Character {
  /// Characters: letters and digits first, then other ASCII, then troublesome ones from all of Unicode.
  public static var character: Gen {
    Gen { choices throws(Discarded) in
      let index = Int(choices.choose(through: UInt64(Alphabet.characters.count - 1), .edges))
      return Alphabet.characters[index]
    }
  }
}

extension Gen where Value == String {
  /// Strings of up to 100 characters, of any kind.
  public static var string: Gen { string(of: .character, count: 0...100) }

  /// Strings made of given characters, with a number of characters in a range.
  public static func string(of characters: Gen<Character>, count: ClosedRange<Int>) -> Gen {
    Gen<[Character]>.array(of: characters, count: count).map { String($0) }
  }
}

private enum Alphabet {
  /// From the simplest to the strangest.
  static let characters: [Character] =
    Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -_.,:;!?'\"()[]{}<>/\\|@#$%^&*+=~`")
    + ["\n", "\t", "\r\n", "\u{0}", "\u{1B}", "\u{7F}", "é", "e\u{301}", "ß", "ı", "İ", "ﬁ", "中", "ё", "א", "ع"]
    + ["\u{200B}", "\u{202E}", "\u{FEFF}", "\u{FFFD}", "\u{2028}", "👍🏽", "👨‍👩‍👧", "🇨🇭", "𝔘", "\u{10FFFF}"]
}
