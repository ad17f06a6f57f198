import Foundation
import TEARuntime
import Testing

@testable import TEACheck

#if canImport(Glibc)
  /// The bytes between the fields of a C structure may be bit-fields. A search does not compare them, but each step must get
  /// the bytes of its own model.
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
        // No step meets the mark of another one, so the count stays 0 and there is one world.
        #expect(exploration.progress.states == 1)
      }
    }
  }
#endif
