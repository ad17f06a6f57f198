import Foundation
import TEARuntime
import Testing

@testable import TEACheck

#if canImport(Glibc)
  /// The bytes between the fields of a C structure may be bit-fields. A search does not compare these bytes, but each step must
  /// begin with those of its own model.
  @Suite struct UnseenBytesTests {
    enum Folder: Module {
      struct Model {
        /// The last five bytes of an entry belong to no field.
        var entry = dirent()
        var count = 0

        var lastByte: UInt8 {
          get { withUnsafeBytes(of: entry) { $0[$0.count - 1] } }
          set { withUnsafeMutableBytes(of: &entry) { $0[$0.count - 1] = newValue } }
        }
      }

      enum Message { case mark, count, closed }
      enum Command: Hashable { case close }

      static func start(with flags: Void) -> Model { Model() }

      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .mark: model.lastByte = 1
        case .count: if model.lastByte == 1 { model.count += 1 }
        case .closed: break
        }
      }

      static let specification = Specification(of: Self.self) {
        Messages(of: .model) { $0.count < 3 ? [.mark, .count] : [] }
        Replies { _ in [.closed] }
      }

      static let specificationWithLaw = Specification(of: Self.self) {
        specification
        Laws(.deterministic)
      }
    }

    @Test(arguments: [1, 2]) func `a step never begins with the bytes of another step`(workers: Int) throws {
      for specification in [Folder.specification, Folder.specificationWithLaw] {
        let rules = try Rules(specification, scope: 3)
        let exploration = specification.engines.explore(rules, ExplorationBounds(), workers) { _ in }
        guard case .exhausted = exploration.end else {
          Issue.record("\(exploration.end)")
          continue
        }
        // No step sees the mark that another step set, so the count stays 0 and there is one world.
        #expect(exploration.progress.states == 1)
      }
    }

    /// A world here is its model alone. The rows of this model are not copies of its memory, because it has an optional.
    enum Drawer: Module {
      struct Model {
        var entry = dirent()
        var lastEntry: dirent?
        var count = 0

        init(lastByte: UInt8 = 0) {
          self.lastByte = lastByte
          lastEntry = entry
        }

        var lastByte: UInt8 {
          get { withUnsafeBytes(of: entry) { $0[$0.count - 1] } }
          set { withUnsafeMutableBytes(of: &entry) { $0[$0.count - 1] = newValue } }
        }
      }

      enum Message: CaseIterable { case mark, countUnmarked, countLast }

      static func start(with lastByte: UInt8) -> Model { Model(lastByte: lastByte) }

      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .mark: model.lastByte = 1
        case .countUnmarked: if model.lastByte == 0, model.count < 3 { model.count += 1 }
        case .countLast:
          guard let last = model.lastEntry, withUnsafeBytes(of: last, { $0[$0.count - 1] }) == 7 else { return }
          model.count = 10
        }
      }

      static func worldCount(startingWith lastByte: UInt8, workers: Int) throws -> Int {
        let specification = Specification(of: Self.self) {
          Start(with: [lastByte])
          Messages(of: .model) { _ in Message.allCases }
        }
        let rules = try Rules(specification, scope: 3)
        return specification.engines.explore(rules, ExplorationBounds(), workers) { _ in }.progress.states
      }
    }

    @Test(arguments: [1, 2])
    func `a step begins with the bytes of its own model also where rows are not the memory of models`(
      workers: Int
    ) throws {
      // With a last byte of 0, `countUnmarked` counts to 3, unless it begins with the mark of another step.
      #expect(try Drawer.worldCount(startingWith: 0, workers: workers) == 4)
      // With 7, only `countLast` changes the count, once, if it begins with the last byte of its model's `lastEntry`.
      #expect(try Drawer.worldCount(startingWith: 7, workers: workers) == 2)
    }
  }
#endif
