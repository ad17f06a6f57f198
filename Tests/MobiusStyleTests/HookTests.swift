import MobiusStyle
import Testing

/// Errors in the use of loops and controllers are reported to the error handler of `MobiusHooks`, which ends the process.
@Suite(.timeLimit(.minutes(20))) struct HookTests {
  @Test func `sending an event or adding an observer after the end of a loop is an error`() async {
    let event = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let loop = Notebook.loop(LoggingConnectable<Notebook.Effect>("desk", Log())).start(from: [])
      loop.dispose()
      loop.dispatchEvent(.ignore)
    }
    #expect(event.standardError.contains(": an event was dispatched after dispose()"))
    let observer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let loop = Notebook.loop(LoggingConnectable<Notebook.Effect>("desk", Log())).start(from: [])
      loop.dispose()
      loop.addObserver { _ in }
    }
    #expect(observer.standardError.contains(": an observer was added after dispose()"))
  }

  @Test func `the handler of errors can be replaced`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      MobiusHooks.setErrorHandler { message, file, line in
        fatalError("replaced <\(message)>", file: file, line: line)
      }
      Notebook.loop(LoggingConnectable<Notebook.Effect>("desk", Log())).makeController(from: []).stop()
    }
    #expect(result.standardError.contains("replaced <MobiusController<Array<String>, Event, Effect>: stop() while no"))
  }

  @Test func `the handler of errors is told where the error was found`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      MobiusHooks.setErrorHandler { _, file, line in fatalError("found at <\(file) \(line > 0)>") }
      _ = Notebook.loop(EffectRouter<Notebook.Effect, Notebook.Event>().asConnectable)
        .start(from: [], effects: [.ring])
    }
    #expect(result.standardError.contains("MobiusStyle/EffectRouter.swift true>"))
    let called = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      MobiusHooks.setErrorHandler { _, file, line in fatalError("found at <\(file) \(line)>") }
      MobiusHooks.errorHandler("", "Here.swift", 7)
    }
    #expect(called.standardError.contains("found at <Here.swift 7>"))
  }

  @Test func `the default handler can be set again, and be called`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      MobiusHooks.setErrorHandler { message, _, _ in fatalError("replaced <\(message)>") }
      MobiusHooks.setDefaultErrorHandler()
      MobiusHooks.errorHandler("a text", #file, #line)
    }
    #expect(result.standardError.contains("a text"))
    #expect(!result.standardError.contains("replaced"))
  }
}
