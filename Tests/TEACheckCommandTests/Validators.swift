import Foundation

/// Independent readers of the command's reports and records: Python packages that `.ci/validators` installs.
enum Validators {
  /// The folder of the programs; `nil` if they are not installed.
  static let folder = ProcessInfo.processInfo.environment["CI_TEACHECK_VALIDATORS"].flatMap { $0.isEmpty ? nil : $0 }

  /// The reason that is printed for a test that is skipped because the validators are not installed.
  static let hint: String = "install them, and say so: export CI_TEACHECK_VALIDATORS=\"$(.ci/validators)\""

  /// Runs a Python script on a text, and returns what it prints, its errors included.
  static func run(_ script: String, on text: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(folder ?? "")/python")
    let input = FileManager.default.temporaryDirectory.appendingPathComponent("validated-\(UUID().uuidString)")
    try text.write(to: input, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: input) }
    process.arguments = ["-c", script, input.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// The numbers of cases, failures, errors and skipped cases of a JUnit report, as `junitparser` counts them.
  static func totals(ofJUnit xml: String) throws -> String {
    try run(
      """
      import sys
      from junitparser import JUnitXml, Failure, Error, Skipped
      cases = [case for suite in JUnitXml.fromfile(sys.argv[1]) for case in suite]
      kinds = [type(result).__name__ for case in cases for result in case.result]
      print(len(cases), kinds.count("Failure"), kinds.count("Error"), kinds.count("Skipped"))
      """, on: xml)
  }

  /// The violations of the published schema in JSON Lines. A member that the schema does not describe is a violation.
  static func problems(ofRecords lines: String) throws -> String {
    return try run(
      """
      import json, sys
      from jsonschema import Draft202012Validator
      text = open(sys.argv[2], encoding="utf-8").read()
      schema = json.loads(text)
      Draft202012Validator.check_schema(schema)
      # For each kind, a strict schema: no undescribed members, and only this kind, because an error of `oneOf` over all kinds
      # does not tell the cause.
      kinds = {kind: dict(json.loads(text.replace('"additionalProperties": true', '"additionalProperties": false')),
                          oneOf=[{"$ref": "#/$defs/" + kind}]) for kind in schema["properties"]["kind"]["enum"]}
      for line in open(sys.argv[1], encoding="utf-8"):
        record = json.loads(line)
        for error in Draft202012Validator(schema).iter_errors(record): print("open:", error.message)
        for error in Draft202012Validator(kinds[record["kind"]]).iter_errors(record):
          for cause in error.context or [error]: print(cause.json_path, cause.message)
      """, on: lines, checkoutFolder.appendingPathComponent("docs/records.schema.json").path)
  }
}
