import LifecycleKernel
import WireFormat

/// What is explored: a device with its apps, what may happen to it, and how far the search goes.
public struct Exploration: Sendable {
    public var name: String
    /// The device, as a scenario has it.
    public var device: Value
    /// The apps, as a scenario has them.
    public var apps: [Value]
    /// The app that is explored; the first one if it is not named.
    public var target: BundleID
    /// What happens first, as steps of a scenario: events and actions.
    public var start: [Value]
    /// The steps of the scenario that it was read from, which are not carried out unless it is asked for.
    public internal(set) var scenarioSteps: [Value] = []
    /// The device as it is when a search begins, with handlers in flight and time as they are; nil for one that is made of
    /// `device`, `apps` and `start`, which otherwise only say how a scenario leads to it.
    public var startingDevice: Device?
    /// Whether a `RemoteRunner` runs the target's code; otherwise its behavior says what it does.
    public var isRemote = false
    public var inputs: InputChoice
    /// The properties that are looked for, by name; empty for all.
    public var properties: [String]
    /// Properties of the user's.
    public var ownProperties: [OwnProperty]
    /// Failures that are no failure any more, by their signatures.
    public var known: [String]
    /// Variants of the target, each explored as an app of its own.
    public var variants: [AppVariant] = []
    /// How far the search goes.
    public var limits: SearchLimits

    /// Makes an exploration of one app on a device.
    ///
    /// - Throws: What is wrong with the app, if it has no identifier.
    public init(name: String, device: Value, apps: [Value], target: BundleID? = nil) throws(Rejection) {
        var targets: [BundleID] = []
        for (index, app) in apps.enumerated() { targets.append(try AppManifest(app, at: "apps[\(index)]").bundleID) }
        guard let first = target ?? targets.first else {
            throw Rejection(
                .missingField,
                "The field apps is missing: there must be an app to explore.",
                field: "apps"
            )
        }
        guard targets.contains(first) else {
            throw Rejection(
                .unknownApp,
                "\(first, as: "bundleID") is not one of the apps",
                field: "target",
                accepted: targets.map(\.rawValue)
            )
        }
        self.name = name
        self.device = device
        self.apps = apps
        self.target = first
        start = []
        startingDevice = nil
        inputs = InputChoice()
        properties = []
        ownProperties = []
        known = []
        limits = SearchLimits()
    }
}

extension Exploration {
    /// What a step of a scenario does, apart from what it checks.
    private static let operations = [
        "send", "act", "advance", "advanceBefore", "advanceUntil", "install",
    ]

    /// The exploration that begins after the first steps of the scenario that it was read from; nil for all of them.
    public func beginning(afterSteps count: Int?) -> Exploration {
        var exploration = self
        exploration.start += scenarioSteps.prefix(count ?? scenarioSteps.count).compactMap { step in
            guard case .object(let members) = step else { return step }
            let kept = members.filter { Self.operations.contains($0.name) }
            return kept.isEmpty ? nil : .object(kept)
        }
        return exploration
    }

    /// The exploration of another one of the apps.
    ///
    /// - Throws: `unknown-app` when it is none of them.
    public func targeting(_ bundleID: BundleID) throws(Rejection) -> Exploration {
        var exploration = self
        exploration.target = try Exploration(name: name, device: device, apps: apps, target: bundleID).target
        return exploration
    }
}

/// Which inputs are tried.
public struct InputChoice: Hashable, Sendable {
    /// Exactly these groups and types; nil for those that are in by default.
    public var only: [String]?
    /// Groups and types in addition.
    public var with: [String] = []
    /// Groups and types that are left out.
    public var without: [String] = []
    /// Inputs of the user's, in addition.
    public var added: [AddedInput] = []
    /// Lengths of time that are offered in every abstract state, in addition.
    public var times: [Milliseconds] = []
    /// Of an attached app: its handlers return when that input is tried, at most so long after they began; nil for
    /// handlers that return at once.
    public var returnsWithin: Milliseconds?
    /// Whether every multiple of the resolution is offered, up to the last instant at which something is due, in place
    /// of the moments before something is due only.
    public var isGrid = false
    /// How long before something is due inputs are tried; nil for what follows from the lengths of time of the app.
    public var resolution: Milliseconds?

    public init() {}
}

/// How far a search goes.
public struct SearchLimits: Hashable, Sendable {
    /// The most interruptions on a sequence. An interruption is an input while the target is in a handler, or a passing of
    /// time that stops shortly before something is due.
    public var interruptions = 2
    /// The most inputs of a sequence.
    public var depth = 64
    /// The most transitions: inputs taken in some abstract state.
    public var transitions = 1_000_000
    /// How many workers share the search. The result does not depend on it.
    public var jobs = 1
    /// How much memory the search may take, in bytes.
    public var memory: ByteCount = 1_073_741_824
    /// The seed of the random runs after the passes.
    public var seed: UInt64 = 0
    /// The search ends at the first failure that is so bad; nil for a search that goes on.
    public var stopsAt: Finding.Severity?

    /// How many transitions each pass takes before the first goes on to its end; none for passes one after another.
    var beginning = 16_384

    /// How many abstract states are met at most: four fifths of the memory hold them, at 64 bytes each.
    var abstractStates: Int { max(1, Int(clamping: memory.count / 5 * 4 / 64)) }
    /// How many states of a layer are kept; the others are made again from their inputs. The last fifth of the memory
    /// holds them, at 2 KiB each.
    var keptStates: Int { max(1, Int(clamping: memory.count / 5 / 2_048)) }

    public init() {}
}

/// The target with some fields of its own, explored as an app of its own.
public struct AppVariant: Hashable, Sendable {
    public var name: String
    /// The fields that replace those of the app; of `behavior`, handler by handler.
    public var fields: Value

    private static let behavior = "behavior"

    /// Reads a variant: an object with `name`, and fields of an app.
    ///
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var reader = try FieldReader(value, at: path)
        name = try reader.string("name")
        fields = value.without(["name"])
        if fields["bundleID"] != nil {
            throw Rejection(
                .invalidValue,
                "A variant always changes the target, so it has no bundleID.",
                field: "\(path).bundleID"
            )
        }
    }

    /// The app with the fields of the variant.
    func applied(to app: Value) -> Value {
        guard case .object(let members) = fields else { return app }
        return members.reduce(app) { app, member in
            guard member.name == Self.behavior, case .object(let handlers) = member.value else {
                return app.setting(member.name, to: member.value)
            }
            let behavior = handlers.reduce(app[Self.behavior] ?? .object([])) { $0.setting($1.name, to: $1.value) }
            return app.setting(Self.behavior, to: behavior)
        }
    }
}

extension Exploration {
    /// The target, as it is given.
    var targetApp: Value { apps.first { $0["bundleID"] == .string(target.rawValue) } ?? .object([]) }

    func exploring(_ variant: AppVariant) -> Exploration {
        var exploration = self
        exploration.name += "-" + variant.name
        exploration.apps = apps.map { app in
            app["bundleID"] == .string(target.rawValue) ? variant.applied(to: app) : app
        }
        exploration.variants = []
        return exploration
    }
}
