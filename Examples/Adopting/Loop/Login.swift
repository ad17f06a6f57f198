struct LoginModel: Hashable {
  enum Status { case loggedOut, loggingIn, failed, loggedIn }
  var status = Status.loggedOut
}

enum LoginEvent: Hashable {
  case loginTapped
  case logoutTapped
  case loginSucceeded
  case loginFailed
}

enum LoginEffect: Hashable {
  case logIn
  case forgetUser
}

/// A login, wrong on purpose: a second attempt may begin during the first, and if the second fails, the session of the first
/// ends.
func updateLogin(model: LoginModel, event: LoginEvent) -> Next<LoginModel, LoginEffect> {
  switch event {
  case .loginTapped: .next(LoginModel(status: .loggingIn), effects: [.logIn])
  case .logoutTapped: .next(LoginModel(), effects: [.forgetUser])
  case .loginSucceeded: .next(LoginModel(status: .loggedIn))
  case .loginFailed: .next(LoginModel(status: .failed))
  }
}
