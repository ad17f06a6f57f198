public import TEARuntime

/// Worlds that are alike up to a symmetry: an exploration keeps one of them, their canonical form.
///
/// ```swift
/// Symmetric { model in
///   var model = model
///   model.workers.sort()
///   return model
/// }
/// ```
///
/// Applied to its own result, the function must change nothing. A world and its form must satisfy the same properties, and
/// their steps must lead to worlds with the same forms. A check proves this for all worlds that the program reaches without the
/// form, within the depth of the check. If there are too many, or the bounds on outstanding commands, time or memory leave some
/// out, it tests only the first 1,000 worlds, 10 random runs, and some worlds that the exploration replaces. These are the
/// first 10,000, and every 16th after them. A wrong form is a violation, and the report says where the form was checked.
/// ``Laws`` are judged in the worlds that are explored without the form, and in the forms.
///
/// Counterexamples are executed by the program's own steps. Where the form is proven, they are as short as without a form;
/// elsewhere the report calls them the *shortest of those that Symmetric leaves*. Several declarations are applied one after
/// the other.
///
/// A form does not change late messages, repeated replies, pending deadlines, or the replies that an ``Environment`` with
/// delays has made. A form does not see which commands have reached the environment. A form that renames something in one of
/// these messages, replies, deadlines or commands is wrong, and is reported. With ``Environment/atOnce``, each outstanding
/// command has reached the environment and no made reply is pending, so a form may rename outstanding commands.
///
/// A specification with a canonical form and a property of whole runs, such as ``Recovers`` or ``Eventually``, is an error.
/// Random runs ignore canonical forms.
public struct Symmetric<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the canonical form of a model; the rest of the world stays as it is.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ form: @escaping @Sendable (M.Model) -> M.Model
  ) {
    declarations = [
      Declaration(
        .canonicalForm { world in
          var world = world
          world.model = form(world.model)
          return world
        }, fileID, filePath, line)
    ]
  }

  /// Declares the canonical form of a world, with the commands that are outstanding.
  public init(
    of subject: Subject<M, World<M>>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ form: @escaping @Sendable (World<M>) -> World<M>
  ) {
    declarations = [
      Declaration(
        .canonicalForm { world in
          let ordered = world.inCanonicalOrder
          var canonical = form(ordered)
          // A form may return a world of its own making, without subscriptions, deadlines and environment.
          canonical.surroundings = ordered.surroundings
          return canonical.withProgressInOrderOfCommands
        }, fileID, filePath, line)
    ]
  }
}

/// A key that tells worlds apart in an approximate exploration: worlds with equal keys count as one.
///
/// ```swift
/// Distinguish(by: { model in model.screen })
/// ```
///
/// Of the worlds with one key, only the first one is explored, so worlds that the others lead to may be missed. A
/// violation that is found is real, though shorter counterexamples may exist. The result is called *approximate*, is
/// never complete, and proves nothing. With several declarations, worlds count as one where all keys are equal.
///
/// A specification with a key and a property of whole runs, such as ``Recovers`` or ``Eventually``, is an error. Random runs
/// ignore keys.
public struct Distinguish<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares a key of the model alone: worlds with equal keys of their models count as one.
  public init<Key: Hashable & SendableMetatype>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    by key: @escaping @Sendable (M.Model) -> Key
  ) {
    self.init(of: .model, fileID: fileID, filePath: filePath, line: line, by: key)
  }

  /// Declares the key of a model, a view or a world. All worlds whose view fails have the same key.
  public init<Value, Key: Hashable & SendableMetatype>(
    of subject: Subject<M, Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, by key: @escaping @Sendable (Value) -> Key
  ) {
    declarations = [
      Declaration(
        .abstraction { AnyHashable((try? subject.read($0)).map(key)) }, fileID, filePath, line,
        needing: subject.neededEnvironment)
    ]
  }
}
