/// A key path as in Swift: `\Model.count`; `nil` where its text has an address, which differs from run to run.
func pathText(of keyPath: AnyKeyPath) -> String? {
  let text = String(describing: keyPath)
  return text.hasPrefix("\\") && !text.contains(" 0x") ? text : nil
}
