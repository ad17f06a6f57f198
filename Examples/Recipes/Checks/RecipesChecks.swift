import RecipesApp
import TEACheck

/// The checks of programs that stand in a target of their own: see the page *Check modules that are internal*.
@main struct RecipesChecks: CheckSuite {
  static var checks: [Check] { recipes }
}
