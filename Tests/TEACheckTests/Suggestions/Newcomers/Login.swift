import TEACheck
import TEARuntime

extension Newcomers {
  /// A login form that looks up the name 300 ms after the last key.
  enum Login: Module {
    struct Model: Hashable, Sendable {
      var name = ""
      var password = ""
      var isChecking = false
      var isKnown: Bool?
      var isSubmitting = false
      var error: String?
      var user: String?
    }
    enum Message: Hashable, Sendable {
      case typedName(String), typedPassword(String), looked(String, isKnown: Bool), submit, succeeded(String), failed(
        String), logOut
    }
    enum Command: Hashable, Sendable { case lookUp(String), logIn(name: String, password: String) }
    struct View: Hashable, Sendable {
      var name: String
      var isSubmitEnabled: Bool
      var message: String?
      var isSpinning: Bool
    }

    static func start(with flags: Void) -> Model { Model() }
    static func policy(for command: Command) -> EffectPolicy<Int> {
      switch command {
      case .lookUp: .debounce(1, .milliseconds(300))
      case .logIn: .all
      }
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .typedName(let name):
        guard !model.isSubmitting, model.user == nil else { return }
        model.name = name
        model.isKnown = nil
        model.error = nil
        model.isChecking = !name.isEmpty
        if !name.isEmpty { perform(.lookUp(name)) }
      case .typedPassword(let password):
        guard !model.isSubmitting, model.user == nil else { return }
        model.password = password
      case .looked(let name, let isKnown):
        guard name == model.name else { return }
        model.isChecking = false
        model.isKnown = isKnown
      case .submit:
        guard !model.name.isEmpty, !model.password.isEmpty, !model.isSubmitting, model.user == nil else { return }
        model.isSubmitting = true
        model.error = nil
        perform(.logIn(name: model.name, password: model.password))
      case .succeeded(let name):
        model.isSubmitting = false
        model.user = name
        model.password = ""
      case .failed(let error):
        model.isSubmitting = false
        model.error = error
      case .logOut:
        guard model.user != nil else { return }
        model = Model()
      }
    }
    static func view(for model: Model) -> View {
      View(
        name: model.name,
        isSubmitEnabled: !model.name.isEmpty && !model.password.isEmpty && !model.isSubmitting && model.user == nil,
        message: model.error, isSpinning: model.isChecking || model.isSubmitting)
    }

    static var specification: Specification<Self> {
      Specification(of: Login.self) {
        Messages { (_: Login.View) in
          [
            Login.Message.typedName(""), .typedName("ann"), .typedName("bob"), .typedPassword(""), .typedPassword("x"),
            .submit, .logOut,
          ]
        }
        Replies { (command: Login.Command) -> [Login.Message] in
          switch command {
          case .lookUp(let name): [.looked(name, isKnown: true), .looked(name, isKnown: false)]
          case .logIn(let name, _): [.succeeded(name), .failed("wrong password")]
          }
        }
      }
    }
  }
}
