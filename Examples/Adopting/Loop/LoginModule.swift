import TEACheck

extension Next {
  func apply(to model: inout Model, _ perform: (Effect) -> Void) {
    if let next = self.model { model = next }
    effects.forEach(perform)
  }
}

enum LoginModule: Module {
  typealias Command = LoginEffect

  static func start(with flags: Void) -> LoginModel { LoginModel() }

  static func update(for event: LoginEvent, model: inout LoginModel, perform: (LoginEffect) -> Void) {
    updateLogin(model: model, event: event).apply(to: &model, perform)
  }
}

func loginSpecification<M: Module>(of module: M.Type) -> Specification<M>
where M.Message == LoginEvent, M.Model == LoginModel, M.Command == LoginEffect {
  Specification(of: module) {
    Messages(of: .model) { model in
      switch model.status {
      case .loggedOut, .loggingIn, .failed: [.loginTapped]
      case .loggedIn: [.logoutTapped]
      }
    }
    Replies { effect in
      switch effect {
      case .logIn: [.loginSucceeded, .loginFailed]
      case .forgetUser: nil
      }
    }
    Step("only a logout ends a session", when: { $0.before.status == .loggedIn }) { step in
      step.after.status == .loggedIn || step.message == .logoutTapped
    }
  }
}
