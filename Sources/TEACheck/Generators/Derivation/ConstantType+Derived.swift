internal import TEARuntime

extension ConstantType: StandardType {
  static func generator(from derivation: Derivation) -> Gen<ConstantType> { .always(ConstantType()) }
}

extension ConstantType: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> ConstantType {
    guard text.text == structuralLiteral(value) else { throw .wrongForm(Instance.Type.self, text) }
    return ConstantType()
  }
}
