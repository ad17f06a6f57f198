import ElmButtonStyle
import ElmMemosApp
import SeedTerminal

/// The memos in a terminal; they are lost when the program ends.
@main struct ElmMemos {
  @MainActor static func main() async {
    let driver = Driver<Memos, Memos.Message>(
      Memos(), update: { memos, message in memos.update(message) }, view: { memos in memos.viewController })
    await Terminal.run(driver.program)
  }
}
