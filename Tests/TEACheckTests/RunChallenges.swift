import TEACheck

/// A faulty map that confuses keys which are equal modulo 100, beside a correct map.
enum CollidingMap: Module {
  enum Message {
    case put(Int, Int)
    case get(Int)
  }

  struct Model: Hashable {
    var correct: [Int: Int] = [:]
    var faulty: [Int: Int] = [:]
    var shown: Int?

    func lookUp(_ key: Int) -> Int? { faulty[CollidingMap.slot(of: key)] }
  }

  static func slot(of key: Int) -> Int { (key % 100 + 100) % 100 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .put(let key, let value):
      model.correct[key] = value
      model.faulty[slot(of: key)] = value
    case .get(let key): model.shown = model.lookUp(key)
    }
  }

  static var specification: Specification<CollidingMap> {
    Specification(of: CollidingMap.self) {
      Always("every key has its own value") { model in
        model.correct.allSatisfy { model.lookUp($0.key) == $0.value }
      }
    }
  }
}

/// A store of versions, whose compaction removes versions that the older of two live snapshots needs.
enum SnapshotStore: Module {
  enum Message {
    case put(key: Int, value: Int)
    case snapshot
    case compact
    case release(id: Int)
    case read(id: Int, key: Int)
  }

  struct Version: Hashable {
    var time: Int
    var value: Int
  }

  struct Snapshot: Hashable {
    var time: Int
    /// The contents of the store when the snapshot was taken.
    var contents: [Int: Int]
  }

  struct Model: Hashable {
    var time = 0
    var versions: [Int: [Version]] = [:]
    var snapshots: [Int: Snapshot] = [:]
    var nextID = 0
    var contents: [Int: Int] = [:]
    var shown: Int?

    func read(_ key: Int, at time: Int) -> Int? { versions[key]?.last { $0.time <= time }?.value }
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .put(let key, let value):
      model.time += 1
      model.versions[key, default: []].append(Version(time: model.time, value: value))
      model.contents[key] = value
    case .snapshot:
      model.snapshots[model.nextID] = Snapshot(time: model.time, contents: model.contents)
      model.nextID += 1
    case .compact:
      let newest = model.snapshots.values.map(\.time).max() ?? model.time
      for (key, versions) in model.versions {
        let needed = versions.lastIndex { $0.time <= newest } ?? 0
        model.versions[key] = Array(versions[needed...])
      }
    case .release(let id): model.snapshots[id] = nil
    case .read(let id, let key): model.shown = model.snapshots[id].flatMap { model.read(key, at: $0.time) }
    }
  }

  static var specification: Specification<SnapshotStore> {
    Specification(of: SnapshotStore.self) {
      Always("a snapshot shows what was there when it was taken") { model in
        model.snapshots.values.allSatisfy { snapshot in
          snapshot.contents.allSatisfy { model.read($0.key, at: snapshot.time) == $0.value }
        }
      }
    }
  }
}

/// Doors, numbered in the order in which they are built. By a mistake, an outer and an inner door can be open at once.
enum Airlock: Module {
  enum Message {
    case build(isOuter: Bool)
    case unlock(door: Int)
    case open(door: Int)
  }

  struct Door: Hashable {
    var isOuter: Bool
    var isLocked = true
    var isOpen = false
  }

  static func start(with flags: Void) -> [Door] { [] }

  static func update(for message: Message, model doors: inout [Door], perform: (Command) -> Void) {
    switch message {
    case .build(let isOuter): doors.append(Door(isOuter: isOuter))
    case .unlock(let door): if doors.indices.contains(door) { doors[door].isLocked = false }
    case .open(let door): if doors.indices.contains(door), !doors[door].isLocked { doors[door].isOpen = true }
    }
  }

  static var specification: Specification<Airlock> {
    Specification(of: Airlock.self) {
      Always("no outer door is open beside an inner one") { doors in
        !doors.contains { $0.isOuter && $0.isOpen } || !doors.contains { !$0.isOuter && $0.isOpen }
      }
    }
  }
}
