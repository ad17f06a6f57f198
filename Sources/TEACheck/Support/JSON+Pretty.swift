extension JSON {
  /// The value with a line for each member and element.
  package var prettyText: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    let innerIndent = indent + "  "
    func block<Part>(_ open: String, _ parts: [Part], _ close: String, _ write: (Part) -> Void) {
      text += open
      for (index, part) in parts.enumerated() {
        text += (index > 0 ? "," : "") + "\n" + innerIndent
        write(part)
      }
      text += (parts.isEmpty ? "" : "\n" + indent) + close
    }
    switch self {
    case .array(let values): block("[", values, "]") { $0.write(to: &text, indent: innerIndent) }
    case .object(let members):
      block("{", members, "}") { member in
        text += JSON.string(member.name).text + ": "
        member.value.write(to: &text, indent: innerIndent)
      }
    default: text += self.text
    }
  }
}
