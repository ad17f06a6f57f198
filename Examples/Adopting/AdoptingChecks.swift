import TEACheck

/// Features of other architectures, each behind an adapter: see the page *Adopt in an existing app*.
@main struct AdoptingChecks: CheckSuite {
  static var checks: [Check] {
    cartSpecification(of: CartModule.self).check("cart")
      .knownIssue("the coupon stays when what it was for is removed", steps: 3)
    cartSpecification(of: FixedCartModule.self).check("cart")

    loginSpecification(of: LoginModule.self).check("login")
      .knownIssue("the failure of a second attempt ends the session of the first", steps: 4)
    loginSpecification(of: FixedLoginModule.self).check("login")

    factSpecification(of: FactModule.self).check("facts")
      .knownIssue("a failure leaves the loading on", steps: 2)
    factSpecification(of: FixedFactModule.self).check("facts")

    favouriteSpecification(of: FavouriteModule.self).check("favourite")
      .knownIssue("the failure of the first of two requests switches what the second one saves", steps: 4)
    favouriteSpecification(of: FixedFavouriteModule.self).check("favourite")
  }
}
