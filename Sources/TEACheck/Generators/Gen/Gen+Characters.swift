extension Gen where Value == Character {
  /// Lower-case and then upper-case letters of ASCII; `a` is the simplest.
  public static var letter: Gen { .element(of: Characters.lowercase + Characters.uppercase) }

  /// The digits from `0` to `9`.
  public static var digit: Gen { .element(of: Characters.digits) }

  /// Lower-case letters, digits, upper-case letters and then all other characters of ASCII that print; `a` is the simplest.
  public static var printableASCII: Gen { .element(of: Characters.printable) }

  /// All characters of ASCII: first those that print, then control characters.
  public static var ascii: Gen { .element(of: Characters.printable + Characters.controls) }

  /// Characters of one scalar from all of Unicode; `a` is the simplest.
  public static var unicode: Gen { Gen<Unicode.Scalar>.scalar.map { Character($0) } }

  /// Characters of one scalar, in a range; the first is the simplest.
  ///
  /// - Precondition: Each bound is one scalar, and the scalar of the lower bound is not the greater one. Characters have
  ///   another order than scalars: `"é"` is less than `"f"`, but its scalar is greater.
  public static func character(in range: ClosedRange<Character>) -> Gen {
    for bound in [range.lowerBound, range.upperBound] {
      guard bound.unicodeScalars.count == 1 else {
        fatalError("Gen.character(in:) needs bounds of one scalar, got \(bound)")
      }
    }
    let (first, last) = (range.lowerBound.unicodeScalars.first!, range.upperBound.unicodeScalars.first!)
    guard first <= last else {
      fatalError("Gen.character(in:) counts scalars, of which \(range.lowerBound) comes after \(range.upperBound)")
    }
    return Gen<Unicode.Scalar>.scalar(in: first...last).map { Character($0) }
  }

  /// Characters as a person sees them, which Unicode writes with several scalars: accents, flags, families, syllables.
  public static var graphemeCluster: Gen {
    .frequency([
      (
        4,
        zip(.letter, Gen<[Character]>.array(of: .element(of: Characters.marks), count: 1...4)).map { base, marks in
          Character(marks.reduce(into: String(base)) { $0.append($1) })
        }
      ),
      (2, .element(of: Characters.clusters)),
      (1, zip(Gen<Unicode.Scalar>.regionalIndicator, .regionalIndicator).map { Character("\($0)\($1)") }),
    ])
  }

  /// Characters that programs often handle wrongly: without width, right to left, of several scalars, line breaks and
  /// others.
  public static var troublesome: Gen { .element(of: Characters.troublesome) }
}

extension Gen where Value == Unicode.Scalar {
  /// Scalars from all of Unicode: ASCII first, then from plane to plane.
  public static var scalar: Gen {
    Gen { choices throws(Discarded) in
      // Every code point except the surrogates. The scalars of ASCII have an order of their own, from the simplest to the
      // strangest.
      let number = UInt32(choices.chooseFavouringEdges(through: 0x10_FFFF - 0x800))
      if number < Characters.firstScalars.count { return Characters.firstScalars[Int(number)] }
      return Unicode.Scalar(number < 0xD800 ? number : number + 0x800)!
    }
  }

  /// Scalars in a range; the first is the simplest.
  public static func scalar(in range: ClosedRange<Unicode.Scalar>) -> Gen {
    let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF
    let (first, last) = (range.lowerBound.value, range.upperBound.value)
    let skipsSurrogates = first < surrogates.lowerBound && last > surrogates.upperBound
    return Gen { choices throws(Discarded) in
      let number = first + UInt32(choices.choose(through: UInt64(last - first) - (skipsSurrogates ? 0x800 : 0)))
      return Unicode.Scalar(skipsSurrogates && number >= surrogates.lowerBound ? number + 0x800 : number)!
    }
  }

  fileprivate static var regionalIndicator: Gen { scalar(in: "\u{1F1E6}"..."\u{1F1FF}") }
}

/// Each list goes from the simplest to the strangest.
enum Characters {
  static let lowercase = Array("abcdefghijklmnopqrstuvwxyz")
  static let uppercase = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  static let digits = Array("0123456789")
  static let printable = lowercase + digits + uppercase + Array(" -_.,:;!?'\"()[]{}<>/\\|@#$%^&*+=~`")
  static let controls = (0..<32).map { Character(Unicode.Scalar(UInt8($0))) } + ["\u{7F}"]
  static let marks: [Character] = ["\u{301}", "\u{308}", "\u{303}", "\u{323}", "\u{20DD}", "\u{FE0F}"]
  static let clusters: [Character] = ["👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "1️⃣", "🇨🇭", "\u{1112}\u{1161}\u{11AB}", "e\u{301}", "\r\n"]
  static let troublesome: [Character] =
    [
      "ß", "ı", "İ", "ﬁ", "ǅ", "Σ", "ς", "é", "e\u{301}", "中", "א", "ع", "\n", "\r\n", "\t", "\u{0}", "\u{1B}",
      "\u{7F}",
    ]
    + [
      "\u{85}", "\u{A0}", "\u{200B}", "\u{200D}", "\u{200F}", "\u{202E}", "\u{2028}", "\u{2029}", "\u{FEFF}",
      "\u{FFFD}",
    ]
    + ["𝔘", "👍🏽", "👨‍👩‍👧", "🇨🇭", "\u{301}", "\u{FFFF}", "\u{10FFFF}"]

  /// The scalars of ASCII.
  static let firstScalars = (printable + controls).map { $0.unicodeScalars.first! }
}
