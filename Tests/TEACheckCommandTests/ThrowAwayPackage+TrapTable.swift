extension ThrowAwayPackage {
  /// A suite with a check for each pair of a user's function and a fault. A fault is a way in which the function does not
  /// return.
  static let trapTableChecks = #"""
    import Foundation
    import TEACheck
    import TEARuntime

    /// A way in which a function does not return.
    enum Fault: String, CaseIterable, Sendable {
      case loop, trap, recursion, exit, terminated, stopped, allMemory

      func strike() {
        switch self {
        case .loop: while Fault.number >= 0 { Fault.number = (Fault.number + 1) & 0xFFFF }
        case .trap: fatalError("struck")
        case .recursion: Fault.number = Self.deep(Fault.number)
        case .exit: Foundation.exit(130)
        case .terminated: raise(SIGTERM)
        case .stopped: raise(SIGSTOP)
        case .allMemory:
          while Fault.number >= 0 { memset(malloc(1 << 26), 1, 1 << 26) }
        }
      }

      nonisolated(unsafe) static var number = 1
      private static func deep(_ depth: Int) -> Int { depth == 0 ? 0 : deep(depth + 1) &* 3 &+ deep(depth + 2) }
    }

    /// A function of the user's.
    enum Function: String, CaseIterable, Sendable {
      case start, update, view, messages, replies, equality, hash, description, mirror, always, step, sometimes, recovers
      case eventually, leadsTo, repeatedly, settles, target, classify, cover, symmetric, distinguish, fairness, system
      case generator, policy, timer, subscriptions, signals, interim, lost, repeated, environment, performing, answering
      case replying, events, cancelling, precondition, failures, verified, starts, registered
      case reordered

      /// The function belongs to ``Live``, the program with surroundings.
      var isOfLive: Bool {
        switch self {
        case .policy, .timer, .subscriptions, .signals, .interim, .lost, .repeated, .environment, .performing, .answering,
          .replying, .events, .cancelling:
          true
        default: false
        }
      }
    }

    /// The function that fails, and its fault.
    struct Deed: Hashable, Sendable {
      var function: Function
      var fault: Fault
      /// The deed of the check that runs.
      nonisolated(unsafe) static var ofRunningCheck: Deed?

      func strike(_ here: Function) { if here == function { fault.strike() } }
    }

    /// A value with a description and a mirror of its own.
    struct Badge: Hashable, CustomStringConvertible, CustomReflectable {
      var deed: Deed
      var count = 0

      var description: String {
        if count == 2 { deed.strike(.description) }
        return "badge \(count)"
      }

      var customMirror: Mirror {
        if count == 2 { deed.strike(.mirror) }
        return Mirror(self, children: ["count": count])
      }
    }

    /// A model whose functions do not return while the count is 2.
    struct Model: Hashable {
      var badge: Badge
      var deed: Deed { badge.deed }
      var count: Int {
        get { badge.count }
        set { badge.count = newValue }
      }

      func strike(_ here: Function) { if count == 2 { deed.strike(here) } }

      static func == (one: Model, other: Model) -> Bool {
        one.strike(.equality)
        return one.badge == other.badge
      }

      func hash(into hasher: inout Hasher) {
        strike(.hash)
        hasher.combine(badge)
      }
    }

    enum Message: Hashable { case up, down, loaded }

    enum Command: Hashable { case load(Deed) }

    /// A payload that registers how it is made.
    struct Registered: Hashable, Generatable {
      var number = 0

      static var generator: Gen<Registered> {
        Deed.ofRunningCheck?.strike(.registered)
        return .always(Registered())
      }
    }

    /// A module whose messages are derived.
    enum Derived: Module {
      enum Message: Hashable { case set(Registered) }
      static func start(with flags: Deed) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
    }

    /// A module whose update fails where a set has room for more than 20 elements: its copies in another order have, and the set
    /// itself has not. The order itself differs from set to set.
    enum Ordered: Module {
      enum Message: Hashable { case take }
      struct Model: Hashable {
        var numbers = Set(0..<8)
        var deed: Deed
        var isTaken = false
      }

      static func start(with flags: Deed) -> Model { Model(deed: flags) }

      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        if model.numbers.capacity > 20 { model.deed.strike(.reordered) }
        model.isTaken = true
      }
    }

    /// A verifier that fails in a step of ``Plain``.
    enum Watcher: Verifier {
      static func start(with flags: Deed) -> Int { 0 }
      static func verify(_ step: Transition<Plain>, state: inout Int) throws { step.after.strike(.verified) }
    }

    enum Plain: Module {
      static func start(with flags: Deed) -> Model {
        flags.strike(.start)
        Deed.ofRunningCheck = flags
        return Model(badge: Badge(deed: flags))
      }

      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        model.strike(.update)
        switch message {
        case .up:
          model.count = min(3, model.count + 1)
          if model.count == 2 { perform(.load(model.deed)) }
        case .down: model.count = max(0, model.count - 1)
        case .loaded: break
        }
      }

      static func view(for model: Model) -> Int {
        model.strike(.view)
        return model.count
      }
    }

    enum Live: Module {
      enum Subscription: Hashable { case ticking(Deed), listening(Deed) }
      typealias EffectID = Int

      static func start(with flags: Deed) -> Model { Model(badge: Badge(deed: flags)) }

      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        Plain.update(for: message, model: &model, perform: perform)
      }

      static func view(for model: Model) -> Int { model.count }

      static func policy(for command: Command) -> EffectPolicy<Int> {
        if case .load(let deed) = command { deed.strike(.policy) }
        return .latest(1)
      }

      static func subscriptions(for model: Model) -> [Subscription] {
        model.strike(.subscriptions)
        return model.count > 0 ? [.ticking(model.deed), .listening(model.deed)] : []
      }

      static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
        guard case .ticking(let deed) = subscription else { return nil }
        deed.strike(.timer)
        return .every(.seconds(1), .down)
      }
    }

    struct Server: Hashable, Sendable {
      var deed: Deed
      var count = 0

      static func made(_ deed: Deed) -> Server {
        deed.strike(.environment)
        return Server(deed: deed)
      }
    }

    @main struct TrapTableChecks: CheckSuite {
      static var checks: [Check] {
        return Function.allCases.flatMap { function in
          Fault.allCases.map { fault in
            let deed = Deed(function: function, fault: fault)
            let name = "\(function.rawValue) \(fault.rawValue)"
            switch function {
            case .verified:
              return Specification(of: Verified<Watcher>.self) {
                Start(with: [deed])
                Messages { _ in [.up, .down] }
                Accepts("accepts")
              }.check(name)
            case .registered: return Specification(of: Derived.self) { Start(with: prepared(deed)) }.check(name)
            case .reordered: return Specification(of: Ordered.self) { Start(with: [deed]) }.check(name)
            case _ where function.isOfLive: return live(deed).check(name)
            default: return plain(deed).check(name, states: function == .target ? 3 : nil)
            }
          }
        }
      }

      /// The flags of the program, which are listed when a check runs.
      static func prepared(_ deed: Deed) -> [Deed] {
        Deed.ofRunningCheck = deed
        deed.strike(.starts)
        return [deed]
      }

      static func plain(_ deed: Deed) -> Specification<Plain> {
        let function = deed.function
        return Specification(of: Plain.self) {
          Start(with: prepared(deed))
          if function == .precondition { Precondition { model, _ in model.strike(.precondition); return true } }
          if function == .failures { Failures { _ in deed.strike(.failures); return [.loaded] } }
          if function == .generator {
            Messages(generating: .model) { model in
              Gen<Bool>.oneOf(.always(true), .always(false)).map { isUp in
                model.strike(.generator)
                return isUp ? Message.up : Message.down
              }
            }
          } else {
            Messages(of: .model) { model in
              model.strike(.messages)
              return [.up, .down]
            }
          }
          Replies { command, model in
            model.strike(.replies)
            return [.loaded]
          }
          if [.description, .mirror].contains(function) { Always("stays low") { $0.count < 2 } }
          if function == .always { Always("always") { $0.strike(.always); return true } }
          if function == .step { Step("step") { $0.before.strike(.step); return true } }
          if function == .sometimes { Sometimes("sometimes") { $0.strike(.sometimes); return $0.count == 3 } }
          if function == .recovers { Recovers("recovers") { $0.strike(.recovers); return $0.count == 0 } }
          if function == .eventually { Eventually("eventually") { $0.strike(.eventually); return true } }
          if function == .leadsTo {
            LeadsTo("leads to", from: { $0.count == 1 }, to: { $0.strike(.leadsTo); return true })
          }
          if function == .repeatedly { Repeatedly("repeatedly") { $0.strike(.repeatedly); return true } }
          if function == .settles { Settles("settles") { $0.strike(.settles); return true } }
          if function == .target { Target("target") { $0.strike(.target); return Double($0.count) } }
          if function == .classify { Classify("classify") { $0.strike(.classify); return true } }
          if function == .cover { Cover("cover", atLeast: 1%) { $0.strike(.cover); return true } }
          if function == .symmetric { Symmetric { $0.strike(.symmetric); return $0 } }
          if function == .hash { Distinguish { $0 } }
          if function == .distinguish { Distinguish { $0.strike(.distinguish); return $0.count } }
          if function == .fairness {
            Fairness(.weak) { (message: Message) -> String? in deed.strike(.fairness); return "any" }
            Eventually("ends") { $0.count == 3 }
          }
          if function == .system {
            SystemMessages { message in deed.strike(.system); return false }
            Eventually("ends") { $0.count == 3 }
          }
        }
      }

      static func live(_ deed: Deed) -> Specification<Live> {
        let function = deed.function
        return Specification(of: Live.self) {
          Start(with: [deed])
          Messages { _ in [.up, .down] }
          if function == .signals { Subscriptions { _ in deed.strike(.signals); return [.loaded] } }
          if function == .interim { InterimReplies { _ in deed.strike(.interim); return [.loaded] } }
          if function == .lost { LostReplies { _ in deed.strike(.lost); return true } }
          if function == .repeated { RepeatedReplies { _ in deed.strike(.repeated); return true } }
          Environment(
            Server.made(deed),
            performing: { server, command in
              server.deed.strike(.performing)
              server.count = 1
            },
            cancelling: { server, command in server.deed.strike(.cancelling) },
            replies: { server, command in
              server.deed.strike(.answering)
              return [.loaded]
            },
            replying: { server, command, message in server.deed.strike(.replying) },
            events: { server, _ in
              if server.count == 1 { server.deed.strike(.events) }
              return []
            })
        }
      }
    }
    """#
}
