internal import TEARuntime

/// Memory for the model after a message. The model is made by the `update` that is specialised for the module.
///
/// The class is not generic, for the reason that ``EquationTester`` gives.
final class NextModel {
  let address: UnsafeMutableRawPointer
  private var isInitialized = false
  private let makeNext:
    @Sendable (
      _ model: UnsafeRawPointer, _ next: UnsafeMutableRawPointer, _ state: CopyState, _ message: UnsafeRawPointer,
      _ answered: UnsafeRawPointer?, _ commands: UnsafeMutableRawPointer
    ) -> UpdateOutcome
  private let witnesses: ValueWitnesses
  /// The memory of the array of performed commands.
  private let commands: UnsafeMutableRawPointer
  private let freeCommands: () -> Void

  init<M: Module>(_ functions: ModuleFunctions<M>) {
    makeNext = functions.update
    witnesses = ValueWitnesses(of: M.Model.self)
    address = .allocate(
      byteCount: max(1, MemoryLayout<M.Model>.size), alignment: MemoryLayout<M.Model>.alignment)
    let commands = UnsafeMutablePointer<[M.Command]>.allocate(capacity: 1)
    commands.initialize(to: [])
    self.commands = UnsafeMutableRawPointer(commands)
    freeCommands = {
      commands.deinitialize(count: 1)
      commands.deallocate()
    }
  }

  deinit {
    if isInitialized { witnesses.destroy(address) }
    address.deallocate()
    freeCommands()
  }

  /// Makes the model after a message.
  ///
  /// - Returns: `false` where `update` throws.
  func update(_ model: UnsafeRawPointer, by message: UnsafeRawPointer) -> Bool {
    let outcome = makeNext(
      model, address, isInitialized ? .holdsOtherModel : .uninitialized, message, nil, commands)
    isInitialized = true
    return outcome.failure == nil
  }
}
