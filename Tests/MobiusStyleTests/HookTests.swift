import MobiusStyle
import Testing

/// Errors of the program are reported to the hook, which ends the process.
@Suite(.timeLimit(.minutes(20))) struct HookTests {
  @Test func `an event, and an observer, after the end are errors`() async {
    let event = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let loop = Notebook.loop(Desk<Notebook.Effect>("desk", Log())).start(from: [])
      loop.dispose()
      loop.dispatchEvent(.ignore)
    }
    #expect(event.standardError.contains(": an event was dispatched after dispose()"))
    let observer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let loop = Notebook.loop(Desk<Notebook.Effect>("desk", Log())).start(from: [])
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
      Notebook.loop(Desk<Notebook.Effect>("desk", Log())).makeController(from: []).stop()
    }
    #expect(result.standardError.contains("replaced <MobiusController<Array<String>, Event, Effect>: stop() while no"))
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
