import PoppelStyle
import Synchronization
import TEARuntime
import Testing

// An app with each feature that apps of Poppel have: a view that chooses between screens, pictures, and commands that a
// service outside of the app makes.

/// A camera that takes a picture when a test says so.
private final class Camera: Sendable {
  private let waiting = Mutex<[@Sendable ([UInt8]?) -> Void]>([])

  /// A command that waits for a picture; `read` makes the answer from its bytes, or from `nil` without a picture.
  func pictureCommand<Answer>(_ read: @escaping @Sendable ([UInt8]?) -> Answer) -> Command<Answer> {
    { answer in self.waiting.withLock { $0.append { answer(read($0)) } } }
  }

  var waitingCount: Int { waiting.withLock { $0.count } }

  /// Answers the waiting commands with the bytes of a picture, or with `nil` for no picture.
  func take(_ bytes: [UInt8]?) {
    let answers = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for answer in answers { answer(bytes) }
  }
}

private struct Greenhouse: Sendable {
  var openWindows = 0
  var isWatched = false
  var sight = Sight.none

  enum Sight: Sendable {
    case none
    case plants(UIImage)
    case fog
  }
}

private enum Wish: Sendable {
  case open(Int)
  case watch
  case saw(Greenhouse.Sight)
  case leave
}

private func greenhouse(_ camera: Camera) -> AppContainer<Greenhouse, Wish, FunctionCommand<Wish>> {
  Poppel.app(
    initial: Greenhouse(openWindows: 3),
    command: camera.pictureCommand { $0 == nil ? Wish.leave : .watch },
    view: { house in
      if house.isWatched {
        VStack {
          switch house.sight {
          case .none: ProgressView<Wish>()
          case .plants(let picture): Image<Wish>(uiImage: picture).resizable()
          case .fog: Text<Wish>("fog")
          }
          Button(onClick: Wish.leave) { Text("back") }
        }
      } else {
        VStack(spacing: 16) {
          Text<Wish>("\(house.openWindows) windows are open")
          if house.openWindows > 0 { Button(onClick: Wish.open(-1)) { Text("close one") } }
          Button(onClick: Wish.watch) { Text("watch") }
        }
      }
    },
    update: { (wish: Wish, house: Greenhouse) in
      var house = house
      switch wish {
      case .open(let count):
        house.openWindows += count
        return (house, { _ in })
      case .watch:
        house.isWatched = true
        return (
          house,
          camera.pictureCommand { bytes in
            guard let bytes, let picture = UIImage(data: bytes) else { return .saw(.fog) }
            return .saw(.plants(picture))
          }
        )
      case .saw(let sight): house.sight = sight
      case .leave: house.isWatched = false
      }
      return (house, { _ in })
    })
}

@Suite struct PoppelExampleTests {
  private let camera = Camera()

  private func lines<M: TEARuntime.Module>(_ program: Program<M>) -> [String] where M.View == ViewTree<Wish> {
    program.view.lines(width: 40).filter { !$0.isEmpty }
  }

  @Test func `an app switches between two screens, and its first command may be answered late`() {
    let program = greenhouse(camera).makeProgram()
    #expect(lines(program) == ["3 windows are open", "[ close one ]", "[ watch ]"])
    #expect(camera.waitingCount == 1)
    program.dispatch(.open(-1), .open(-2))
    #expect(lines(program) == ["0 windows are open", "[ watch ]"])
    camera.take([1])
    program.receive()
    #expect(lines(program) == ["…", "[ back ]"])
    #expect(camera.waitingCount == 1)
    program.dispatch(.leave)
    #expect(lines(program) == ["0 windows are open", "[ watch ]"])
  }

  @Test func `a picture is shown when it comes, and other bytes or none are shown as fog`() {
    let program = greenhouse(camera).makeProgram()
    camera.take(nil)
    program.receive()
    let sights: [(bytes: [UInt8]?, line: String)] = [
      ([0xFF, 0xD8, 0xFF], "<JPEG of 3 bytes>"), ([0x20], "fog"), (nil, "fog"),
    ]
    for (bytes, line) in sights {
      program.dispatch(.watch)
      camera.take(bytes)
      program.receive()
      #expect(lines(program) == [line, "[ back ]"])
    }
    #expect(program.model.state.openWindows == 3)
  }

  @Test func `the programs of one container are independent of each other`() {
    let app = greenhouse(camera)
    let (first, second) = (app.makeProgram(), app.makeProgram())
    #expect(camera.waitingCount == 2)
    camera.take(nil)
    first.dispatch(.open(1))
    second.dispatch(.watch)
    camera.take(nil)
    first.receive()
    second.receive()
    #expect(lines(first).first == "4 windows are open")
    #expect(lines(second) == ["fog", "[ back ]"])
  }
}
