#if canImport(SwiftUI)
  import Foundation
  public import Observation
  public import SwiftUI
  public import TEARuntime

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// A view tree on screen.
  public struct ViewTreeView<Message>: SwiftUI.View {
    private let tree: ViewTree<Message>
    private let send: (Message) -> Void

    /// Makes a view of a view tree.
    ///
    /// - Parameter send: Receives the messages of buttons and fields.
    public init(_ tree: ViewTree<Message>, send: @escaping (Message) -> Void) {
      self.tree = tree
      self.send = send
    }

    public var body: SwiftUI.AnyView {
      switch tree {
      case .text(let text): AnyView(SwiftUI.Text(verbatim: text))
      case .image(let picture): AnyView(picture.image)
      case .progress(nil): AnyView(SwiftUI.ProgressView())
      case .progress(let fraction?): AnyView(SwiftUI.ProgressView(value: fraction))
      case .button(let message, let label):
        AnyView(SwiftUI.Button(action: { send(message) }, label: { ViewTreeView(label, send: send) }))
      case .field(let field): AnyView(ViewFieldView(field, send: send))
      case .stack(.vertical, let spacing, let distribution, let parts):
        AnyView(
          SwiftUI.VStack(spacing: CGFloat(spacing)) {
            SwiftUI.ForEach(parts.indices, id: \.self) { index in
              ViewTreeView(parts[index], send: send).frame(maxHeight: distribution == .equal ? .infinity : nil)
            }
          })
      case .stack(.horizontal, let spacing, let distribution, let parts):
        AnyView(
          SwiftUI.HStack(spacing: CGFloat(spacing)) {
            SwiftUI.ForEach(parts.indices, id: \.self) { index in
              ViewTreeView(parts[index], send: send).frame(maxWidth: distribution == .equal ? .infinity : nil)
            }
          })
      }
    }
  }

  /// A field on screen, with the text that is being typed, which may differ from the text of the field.
  private struct ViewFieldView<Message>: SwiftUI.View {
    let field: ViewField<Message>
    let send: (Message) -> Void
    @SwiftUI.State private var draft: String
    /// The number of changes of the draft that were sent as messages.
    @SwiftUI.State private var sentCount = 0
    /// `true` if the draft was edited after the last end of typing.
    @SwiftUI.State private var isTyping = false
    @SwiftUI.FocusState private var isFocused: Bool

    init(_ field: ViewField<Message>, send: @escaping (Message) -> Void) {
      self.field = field
      self.send = send
      _draft = SwiftUI.State(initialValue: field.text)
    }

    var body: some SwiftUI.View {
      SwiftUI.TextField(field.placeholder, text: $draft)
        .focused($isFocused)
        .onChange(of: field.text) { _, text in draft = text }
        .onChange(of: draft) { _, draft in
          guard draft != field.text else { return }
          isTyping = true
          guard let message = field.changed(to: draft) else { return }
          send(message)
          sentCount += 1
        }
        // A program that filters the typed text may leave the field's text unchanged. The draft must show that text again.
        .onChange(of: sentCount) { draft = field.text }
        .onSubmit { endTyping() }
        .onChange(of: isFocused) { _, isFocused in if !isFocused, isTyping, field.endsOnLeave { endTyping() } }
    }

    private func endTyping() {
      isTyping = false
      if let message = field.ended(with: draft) { send(message) }
    }
  }

  extension ViewPicture {
    fileprivate var image: SwiftUI.Image {
      switch self {
      case .named(let name): SwiftUI.Image(name)
      case .symbol(let name): SwiftUI.Image(systemName: name)
      case .data(let bytes, _): Self.decoded(Data(bytes)) ?? SwiftUI.Image(systemName: "photo")
      case .resizable(let picture): picture.image.resizable()
      }
    }

    private static func decoded(_ data: Data) -> SwiftUI.Image? {
      #if canImport(UIKit)
        UIImage(data: data).map { SwiftUI.Image(uiImage: $0) }
      #else
        NSImage(data: data).map { SwiftUI.Image(nsImage: $0) }
      #endif
    }
  }

  extension Component {
    /// The component on screen.
    ///
    /// - Parameter sink: Receives the messages of buttons and fields.
    public func render(_ sink: @escaping (Message) -> Void) -> ViewTreeView<Message> { ViewTreeView(tree, send: sink) }
  }

  extension AppContainer: SwiftUI.View {
    /// The program on screen, which starts when its view appears.
    public var body: some SwiftUI.View { ContainerView(container: self) }
  }

  /// A program that starts when its view appears, and runs as long as SwiftUI keeps the view.
  private struct ContainerView<Model, Message, Command>: SwiftUI.View {
    let container: AppContainer<Model, Message, Command>
    @State private var screen: ProgramScreen<Poppel.Module<Model, Message, Command>>?

    var body: some SwiftUI.View {
      if let screen {
        ProgramView(screen)
      } else {
        SwiftUI.Color.clear.onAppear { screen = ProgramScreen(container.makeProgram()) }
      }
    }
  }

  /// Holds the view of a running program for ``ProgramView``: keep this object as long as the program is to run.
  ///
  /// ```swift
  /// @main struct CounterApp: App {
  ///   let screen = ProgramScreen(counter.makeProgram())
  ///   var body: some Scene { WindowGroup { ProgramView(screen) } }
  /// }
  /// ```
  @MainActor @Observable
  public final class ProgramScreen<M: TEARuntime.Module>: Delegate where M.View == ViewTree<M.Message> {
    /// The view after the last step.
    public private(set) var view: ViewTree<M.Message> = .text("")
    @ObservationIgnored private let program: Program<M>

    /// Shows a program of the main actor.
    public init(_ program: Program<M>) {
      self.program = program
      program.setDelegate(self)
    }

    /// Dispatches the message of a button or a field to the program.
    public func send(_ message: M.Message) { program.dispatch(message) }

    public func program(_ program: Program<M>, didUpdate view: ViewTree<M.Message>) { self.view = view }
  }

  /// A program on screen, whose buttons and fields send messages.
  public struct ProgramView<M: TEARuntime.Module>: SwiftUI.View where M.View == ViewTree<M.Message> {
    private let screen: ProgramScreen<M>

    /// Makes a view of a program's screen.
    ///
    /// - Parameter screen: The program's screen, which the caller must keep.
    public init(_ screen: ProgramScreen<M>) { self.screen = screen }

    public var body: some SwiftUI.View { ViewTreeView(screen.view) { screen.send($0) } }
  }
#endif
