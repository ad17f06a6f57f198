/// A reducer's requests, as a value: a stand-in for the effect type of the user's library.
indirect enum Effect<Request, CancelID> {
  case none
  case run(Request)
  case merge([Effect])
  case cancel(CancelID)
  case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
  case debounce(Request, id: CancelID, for: Duration)
  case throttle(Request, id: CancelID, for: Duration)

  func cancellable(id: CancelID, cancelInFlight: Bool = false) -> Effect {
    .cancellable(self, id: id, cancelInFlight: cancelInFlight)
  }
}
