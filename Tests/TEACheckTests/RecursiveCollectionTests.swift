import Testing

@testable import TEACheck

/// Models of dictionaries that hold dictionaries of their own type, directly, in arrays or in sets.
@Suite struct RecursiveCollectionTests {
  /// A tree with numbered changes, each of one place.
  protocol ChangedTree: Hashable, Sendable {
    static var first: Self { get }
    /// The numbers of the changes.
    static var changes: Range<Int> { get }
    mutating func change(_ number: Int)
  }

  enum Editor<Tree: ChangedTree>: Module {
    static func start(with flags: Void) -> Tree { Tree.first }
    static func update(for change: Int, model: inout Tree, perform: (Never) -> Void) { model.change(change) }
  }

  /// A tree in which several nodes of each level change, some of them after a node that holds others.
  struct Folder: ChangedTree {
    var number = 0
    var folders: [String: Folder] = [:]

    static var first: Folder {
      func folder(_ names: String...) -> Folder {
        Folder(folders: Dictionary(uniqueKeysWithValues: names.map { ($0, Folder()) }))
      }
      return Folder(folders: ["a": folder("x", "y", "z"), "b": Folder(), "c": folder("x"), "d": Folder()])
    }
    static var changes: Range<Int> { 0..<7 }

    mutating func change(_ number: Int) {
      switch number {
      case 0...2: folders["a"]?.folders[["x", "y", "z"][number]]?.turn()
      case 3: folders["b"]?.turn()
      case 4: folders["c"]?.folders["x"]?.turn()
      case 5: folders["d"]?.turn()
      default: if folders["e"] == nil { folders["e"] = Folder() } else { folders["e"] = nil }
      }
    }
    private mutating func turn() { number = (number + 1) % 2 }
  }

  struct Thread: ChangedTree {
    var number = 0
    var replies: [[Int: Thread]] = []

    static var first: Thread {
      let leaf = Thread(replies: [[1: Thread(), 2: Thread(), 3: Thread()]])
      return Thread(replies: [[1: leaf, 2: Thread(), 3: leaf]])
    }
    static var changes: Range<Int> { 0..<6 }

    mutating func change(_ number: Int) {
      switch number {
      case 0...2: replies[0][1]?.replies[0][number + 1]?.turn()
      case 3: replies[0][2]?.turn()
      case 4: replies[0][3]?.replies[0][2]?.turn()
      default: replies[0][3]?.replies.append([number: Thread()])
      }
      if let last = replies[0][3]?.replies, last.count > 2 { replies[0][3]?.replies = [last[0]] }
    }
    private mutating func turn() { number = (number + 1) % 3 }
  }

  struct Group: ChangedTree {
    var number = 0
    var groups: [Int: Set<Group>] = [:]

    static var first: Group {
      let inner = Group(groups: [1: [Group(number: 1)], 2: [Group(), Group(number: 5)], 3: []])
      return Group(groups: [1: [inner], 2: [Group()], 3: [inner, Group()]])
    }
    static var changes: Range<Int> { 0..<5 }

    mutating func change(_ number: Int) {
      func turn(_ key: Int, _ innerKey: Int) {
        groups[key] = Set(
          (groups[key] ?? []).map { group in
            var group = group
            if let inner = group.groups[innerKey] { group.groups[innerKey] = Set(inner.map(\.turned)) }
            return group
          })
      }
      switch number {
      case 0: turn(1, 1)
      case 1: turn(1, 2)
      case 2: groups[2] = Set((groups[2] ?? []).map(\.turned))
      case 3: turn(3, 2)
      default: turn(3, 1)
      }
    }
    private var turned: Group { Group(number: (number + 1) % 3, groups: groups) }
  }

  private func expectNaiveCount<Tree: ChangedTree>(_ type: Tree.Type, atLeast leastCount: Int, workers: Int) {
    var (found, unexpanded) = (Set([Tree.first]), [Tree.first])
    while let tree = unexpanded.popLast() {
      for number in Tree.changes {
        var next = tree
        next.change(number)
        if found.insert(next).inserted { unexpanded.append(next) }
      }
    }
    #expect(found.count >= leastCount)
    let result = Specification(of: Editor<Tree>.self) { Messages { _ in Array(Tree.changes) } }.check()
      .exploration(workers: workers)
    #expect(result.isComplete && result.states == found.count, "\(result.message ?? "")")
    #expect(result.transitions == found.count * Tree.changes.count)
  }

  @Test(arguments: [1, 2, 8]) func `a search finds all trees of dictionaries`(_ workers: Int) {
    expectNaiveCount(Folder.self, atLeast: 128, workers: workers)
    expectNaiveCount(Thread.self, atLeast: 243, workers: workers)
    expectNaiveCount(Group.self, atLeast: 50, workers: workers)
  }
}
