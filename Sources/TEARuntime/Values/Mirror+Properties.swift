extension Mirror {
  /// The ``propertyChildren`` of a value, after those that its class inherits. Empty for a key path, which inherits an address.
  package var allProperties: [Child] {
    subjectType is AnyKeyPath.Type ? [] : (superclassMirror?.allProperties ?? []) + propertyChildren
  }

  /// The children under their names in the program's source, because properties with a wrapper and lazy properties are stored
  /// under other names.
  ///
  /// A property `name` with a wrapper is stored as `_name`. If the wrapper stores its `wrappedValue`, this value comes
  /// first, as `name`. The other fields of the wrapper follow, such as `_name.range`. All other children stay as they are.
  package var propertyChildren: Children {
    let lazyPrefix = "$__lazy_storage_$_"
    guard children.contains(where: { $0.label?.hasPrefix("_") == true || $0.label?.hasPrefix(lazyPrefix) == true })
    else { return children }
    let labels = Set(children.compactMap(\.label))
    return Children(
      children.flatMap { child -> [Child] in
        if let label = child.label, label.hasPrefix(lazyPrefix) {
          return [(String(label.dropFirst(lazyPrefix.count)), child.value)]
        }
        guard let label = child.label, label.hasPrefix("_"), !labels.contains(String(label.dropFirst())),
          case let parts = Mirror(reflecting: child.value).children,
          let wrapped = parts.first(where: { $0.label == "wrappedValue" })
        else { return [child] }
        let rest = parts.filter { $0.label != "wrappedValue" }
        return [(String(label.dropFirst()), wrapped.value)] + rest.map { ("\(label).\($0.label ?? "")", $0.value) }
      })
  }
}
