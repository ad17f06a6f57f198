import PoppelCounterApp
import PoppelStyle
import SeedTerminal
import TEARuntime

/// The counter, an app made by `Poppel.sandbox`, in a terminal. Poppel's own example uses a playground's live view instead.
@main struct PoppelCounter {
  @MainActor static func main() async {
    await Terminal.run(app.makeProgram())
  }
}
