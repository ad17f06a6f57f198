import TEACheck

/// A search tree that is a heap by its priorities. An insertion makes the nodes on its path anew, and shares all others.
enum Treap: Module {
  indirect enum Tree: Hashable {
    case leaf
    case node(Tree, key: Int, priority: Int, Tree)
  }

  struct Model: Hashable {
    var tree = Tree.leaf
    var count = 0
    /// The keys are the numbers from 0 to `size - 1`.
    let size: Int
  }

  enum Message { case insert(Int, priority: Int), delete(Int) }

  static func start(with size: Int) -> Model { Model(size: size) }

  static func offers(_ model: Model) -> [Message] {
    (0..<model.size).flatMap { key in
      [.insert(key, priority: 0), .insert(key, priority: 1), .insert(key, priority: 2), .delete(key)] as [Message]
    }
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .insert(let key, let priority):
      guard !contains(key, in: model.tree) else { return }
      model.tree = inserting(key, priority, into: model.tree)
      model.count += 1
    case .delete(let key):
      guard contains(key, in: model.tree) else { return }
      model.tree = deleting(key, from: model.tree)
      model.count -= 1
    }
  }

  private static func contains(_ key: Int, in tree: Tree) -> Bool {
    guard case .node(let left, let ownKey, _, let right) = tree else { return false }
    return key == ownKey || contains(key, in: key < ownKey ? left : right)
  }

  private static func inserting(_ key: Int, _ priority: Int, into tree: Tree) -> Tree {
    guard case .node(let left, let ownKey, let ownPriority, let right) = tree else {
      return .node(.leaf, key: key, priority: priority, .leaf)
    }
    if key < ownKey {
      return rotatedRight(.node(inserting(key, priority, into: left), key: ownKey, priority: ownPriority, right))
    }
    return rotatedLeft(.node(left, key: ownKey, priority: ownPriority, inserting(key, priority, into: right)))
  }

  /// The tree with its left child as the root, where the priority of this child is higher.
  private static func rotatedRight(_ tree: Tree) -> Tree {
    guard case .node(let left, let key, let priority, let third) = tree,
      case .node(let first, let leftKey, let leftPriority, let second) = left, leftPriority > priority
    else { return tree }
    return .node(first, key: leftKey, priority: leftPriority, .node(second, key: key, priority: priority, third))
  }

  /// The tree with its right child as the root, where the priority of this child is higher.
  private static func rotatedLeft(_ tree: Tree) -> Tree {
    guard case .node(let first, let key, let priority, let right) = tree,
      case .node(let second, let rightKey, let rightPriority, let third) = right, rightPriority > priority
    else { return tree }
    return .node(.node(first, key: key, priority: priority, second), key: rightKey, priority: rightPriority, third)
  }

  private static func deleting(_ key: Int, from tree: Tree) -> Tree {
    guard case .node(let left, let ownKey, let priority, let right) = tree else { return .leaf }
    if key < ownKey { return .node(deleting(key, from: left), key: ownKey, priority: priority, right) }
    if key > ownKey { return .node(left, key: ownKey, priority: priority, deleting(key, from: right)) }
    return merged(left, right)
  }

  private static func merged(_ one: Tree, _ other: Tree) -> Tree {
    guard case .node(let left, let key, let priority, let right) = one else { return other }
    guard case .node(let otherLeft, let otherKey, let otherPriority, let otherRight) = other else { return one }
    if priority >= otherPriority { return .node(left, key: key, priority: priority, merged(right, other)) }
    return .node(merged(one, otherLeft), key: otherKey, priority: otherPriority, otherRight)
  }

  static func keys(of tree: Tree) -> [Int] {
    guard case .node(let left, let key, _, let right) = tree else { return [] }
    return keys(of: left) + [key] + keys(of: right)
  }

  static func specification(_ size: Int) -> Specification<Treap> {
    Specification(of: Treap.self) {
      Start(with: [size])
      Messages(of: .model) { offers($0) }
      Always("no more keys than there are") { $0.count <= size }
    }
  }
}
