@testable import TEAGenerators
import Foundation
import Testing

@testable import TEACheck

/// Each line that a `DerivationError` advises to write compiles, for types of every kind.
@Suite struct DerivationAdviceTests {
  private static let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The indented lines of the advice for a type. Each `…` is replaced by `value`, but by `.start` at the end of a list.
  private func code(of type: any Any.Type, at path: [String], _ value: String) throws -> [String] {
    let error = DerivationError(
      root: Advised.Table.Message.self, type: type, path: path, reason: "values of it cannot be made from choices")
    let lines = "\(error)".split(separator: "\n").dropFirst().map(String.init)
    return lines.filter { $0.hasPrefix("    ") }.map {
      $0.replacing(", …]", with: ", .start]").replacing("…", with: value)
    }
  }

  /// The output of the compiler for the file `Advised.swift` with additional lines.
  private func errors(_ lines: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let types = try String(contentsOf: Self.testFolder.appendingPathComponent("Advised.swift"), encoding: .utf8)
    let file = folder.appendingPathComponent("Advice.swift")
    try (types + lines.map { "\($0)\n" }.joined()).write(to: file, atomically: true, encoding: .utf8)
    let modules = try ThrowAwayPackage.executable().deletingLastPathComponent().appendingPathComponent("Modules")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-package-name", "advice", "-I", modules.path,
      "-I", PrebuiltLibrary.memoryModule.path, file.path,
    ]
    let pipe = Pipe()
    (compiler.standardOutput, compiler.standardError) = (pipe, pipe)
    try compiler.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    compiler.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// Types that are no classes, each with an expression for a value of the type.
  private static let valueTypes: [(type: any Any.Type, value: String)] = [
    (Advised.Deck.self, "Advised.Deck {}"), (Advised.Hand.self, "[.empty, .dealt {}, .empty][number]"),
    (Advised.Pile<Int>.self, "Advised.Pile {}"), (PublicDeck.self, "PublicDeck {}"),
    (Calendar.self, "Calendar(identifier: .gregorian)"),
  ]
  private static let finalClasses: [(type: any Any.Type, value: String)] = [
    (Advised.Sound.self, "Advised.Sound(number)"), (Advised.Picture.self, "Advised.Picture(number)"),
    (Advised.Crate<Int>.self, "Advised.Crate(number)"), (Advised.Server.self, "Advised.Server(number)"),
  ]
  /// Payloads of cases of `Advised.Table.Message`, each with its case and an expression for the advised `Messages`.
  private static let payloads: [(type: any Any.Type, case: String, value: String)] = [
    (Advised.Player.self, "player", "[Advised.Player(1)]"), (Advised.Sound.self, "sound", "Advised.Sound(1)"),
    (Advised.Server.self, "server", "Advised.Server(1)"), (((Int) -> Void).self, "handler", "{ _ in }"),
    (Advised.Player.Type.self, "kind", "Advised.Player.self"), ((any Equatable).self, "any", "1"),
  ]

  @Test func everyAdvisedLineCompiles() throws {
    var lines: [String] = []
    for (type, value) in Self.valueTypes { lines += try code(of: type, at: ["a"], value) }
    for (type, value) in Self.finalClasses {
      lines += try code(of: type, at: ["a"], value).filter { !$0.contains("Messages") }
    }
    #expect(lines.count { $0.contains("extension") } == Self.valueTypes.count + Self.finalClasses.count)
    for (number, (type, caseName, value)) in Self.payloads.enumerated() {
      let offers = try code(of: type, at: [caseName], value).filter { $0.contains("Messages") }
      #expect(offers.count == 1)
      let offer = try #require(offers.first)
      lines.append("let specification\(number) = Specification(of: Advised.Table.self) {\n\(offer)\n}")
    }
    #expect(try errors(lines) == "", "\(lines.joined(separator: "\n"))")
  }

  /// The reason for the words “if the class is final” in the advice.
  @Test func aNonFinalClassCannotRegisterAGenerator() throws {
    let error = DerivationError(
      root: Advised.Table.Message.self, type: Advised.Player.self, path: ["player"], reason: "values of a class")
    #expect(
      "\(error)".contains("\nOr register a generator for it, if the class is final:\n    extension Advised.Player: "))
    let lines = try code(of: Advised.Player.self, at: ["player"], "Advised.Player(number)")
      .filter { !$0.contains("Messages") }
    #expect(try errors(lines).contains("cannot be satisfied by a non-final class"))
  }
}
