import TEACheck

/// ``updateLogin(model:event:)`` with a fix: one attempt is made at a time.
func updateFixedLogin(model: LoginModel, event: LoginEvent) -> Next<LoginModel, LoginEffect> {
  if event == .loginTapped, model.status == .loggingIn { return .noChange }
  return updateLogin(model: model, event: event)
}

enum FixedLoginModule: Module {
  typealias Command = LoginEffect

  static func start(with flags: Void) -> LoginModel { LoginModel() }

  static func update(for event: LoginEvent, model: inout LoginModel, perform: (LoginEffect) -> Void) {
    updateFixedLogin(model: model, event: event).apply(to: &model, perform)
  }
}
