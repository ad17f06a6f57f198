import PoppelCounterApp
import PoppelStyle
import SeedTerminal
import TEARuntime

/// The sandbox in a terminal, where the example of Poppel has a playground's live view.
@main struct PoppelCounter {
  @MainActor static func main() async {
    await Terminal.run(app.makeProgram())
  }
}
