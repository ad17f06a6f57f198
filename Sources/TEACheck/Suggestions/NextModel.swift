internal import TEARuntime

/// Memory for the model after a message; not generic, for the reason that ``EquationTester`` gives.
final class NextModel {
  let address: UnsafeMutableRawPointer
  private var isInitialized = false
  private let makeNext: UpdateOfCopy
  private let witnesses: ValueWitnesses
  /// The address of an array of the module's commands.
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

  /// - Returns: `false` where `update` throws.
  func update(_ model: UnsafeRawPointer, by message: UnsafeRawPointer) -> Bool {
    let outcome = makeNext(
      model, address, isInitialized ? .holdsOtherModel : .uninitialized, message, nil, commands)
    isInitialized = true
    return outcome.failure == nil
  }
}
