import TEACheck

/// Declarations that another result builder collected.
struct DeclarationList<M: Module>: SpecificationPart {
  let declarations: [Declaration<M>]
}
