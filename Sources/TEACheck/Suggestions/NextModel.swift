internal import TEARuntime

/// Memory for the model after a message, which `update` makes as it is specialised for the module.
final class NextModel<M: Module> {
  let address: UnsafeMutableRawPointer
  private var isInitialized = false
  private let functions: ModuleFunctions<M>
  private let commands = UnsafeMutablePointer<[M.Command]>.allocate(capacity: 1)

  init(_ functions: ModuleFunctions<M>) {
    self.functions = functions
    address = .allocate(
      byteCount: max(1, MemoryLayout<M.Model>.size), alignment: MemoryLayout<M.Model>.alignment)
    commands.initialize(to: [])
  }

  deinit {
    if isInitialized { address.assumingMemoryBound(to: M.Model.self).deinitialize(count: 1) }
    address.deallocate()
    commands.deinitialize(count: 1)
    commands.deallocate()
  }

  /// Makes the model after a message.
  ///
  /// - Returns: `false` where `update` throws.
  func update(_ model: UnsafeRawPointer, by message: UnsafeRawPointer) -> Bool {
    let outcome = functions.update(
      model, address, isInitialized ? .holdsOtherModel : .uninitialized, message, nil, commands)
    isInitialized = true
    return outcome.failure == nil
  }
}
