#if canImport(SwiftUI)
  public import SwiftUI

  /// An app: mark the conforming type with `@main`, and give it a container.
  ///
  /// ```swift
  /// @main struct Counter: Poppel.App {
  ///   let container = Poppel.sandbox(initial: 0, view: view, update: update)
  /// }
  /// ```
  public protocol PoppelApp: SwiftUI.App {
    /// The model of the program.
    associatedtype Model
    /// The messages of the program.
    associatedtype Message
    /// The type of the container's commands; `Never` for `Poppel.sandbox`.
    associatedtype AppCommand

    /// The program.
    var container: AppContainer<Model, Message, AppCommand> { get }
  }

  extension PoppelApp {
    /// A window with the program.
    public var body: some Scene { WindowGroup { container } }
  }
#else
  /// An app: mark the conforming type with `@main`, and give it a container.
  ///
  /// Without SwiftUI, the app runs in a terminal, line by line.
  ///
  /// ```swift
  /// @main struct Counter: Poppel.App {
  ///   let container = Poppel.sandbox(initial: 0, view: view, update: update)
  /// }
  /// ```
  @MainActor public protocol PoppelApp {
    /// The model of the program.
    associatedtype Model
    /// The messages of the program.
    associatedtype Message
    /// The type of the container's commands; `Never` for `Poppel.sandbox`.
    associatedtype AppCommand

    /// The program.
    var container: AppContainer<Model, Message, AppCommand> { get }

    /// Makes the app, once.
    init()
  }

  extension PoppelApp {
    /// Runs the app until the standard input ends or has the line `q`; a line with a number presses the button of that
    /// number.
    public static func main() async {
      await LineScreen.run(Self().container.makeProgram(), input: standardInput(), print: { print($0) })
    }
  }
#endif

extension Poppel {
  /// See ``PoppelApp``.
  public typealias App = PoppelApp
}
