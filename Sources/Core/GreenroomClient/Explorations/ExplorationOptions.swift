public import LifecycleKernel
import WireFormat

/// What an exploration is told, besides the app.
public struct ExplorationOptions: Sendable {
    /// Its name in the report; if nil, the app's identifier.
    public var name: String?
    /// Fields of the device, such as `["rules": "ios18"]`.
    public var device: [String: Value] = [:]
    /// Steps of a scenario that come first in every sequence.
    public var start: [Value]
    /// What may come in: `only`, `with`, `without`, `add` and so on, as in an exploration file.
    public var inputs: [String: Value]
    /// Properties of one's own, in addition.
    public var properties: [Value] = []
    /// The properties that are looked for; empty for all.
    public var lookFor: [String] = []
    /// The names of members of what the code and the world say of themselves, at any depth, that abstract states are told without:
    /// identifiers and times that differ each time and decide nothing.
    public var leftOut: Set<String> = []
    /// Signatures of what is no failure, in addition.
    public var known: [String] = []
    /// The most interruptions on a sequence; 2 when nil.
    public var interruptions: Int?
    /// The most inputs of a sequence; 64 when nil.
    public var depth: Int?
    /// The most inputs that are tried; of an app whose code is here, the most remote runs. However fast the machine is, the search
    /// ends at the same place then.
    public var transitions: Int?
    /// How many seconds the search takes at most: 10 unless this or `transitions` is given.
    public var budgetSeconds: Double?
    /// The seed of the random runs; 0 when nil.
    public var seed: Int64?
    /// The search ends at the first failure that is so bad; it goes on when nil.
    public var stopAt: Finding.Severity?
    /// How bad a failure must be for `ExplorationFailed` to be thrown; nil never throws it.
    public var failOn: Finding.Severity?
    /// Further fields of the request, such as `id`, `labels` and `keepSeconds`.
    public var settings: [String: Value] = [:]

    /// The longest search of a server, in seconds: where the transitions are limited, they are the limit.
    private static let longestBudget = 300.0

    /// Makes options; what is not given here can be set.
    public init(
        start: [Value] = [],
        inputs: [String: Value] = [:],
        interruptions: Int? = nil,
        depth: Int? = nil,
        transitions: Int? = nil,
        budgetSeconds: Double? = nil,
        failOn: Finding.Severity? = .error
    ) {
        self.start = start
        self.inputs = inputs
        self.interruptions = interruptions
        self.depth = depth
        self.transitions = transitions
        self.budgetSeconds = budgetSeconds
        self.failOn = failOn
    }

    /// The body of the request that begins the search of an app, of the apps of a scenario, or of an exploration.
    func request(for app: Value) -> [String: Value] {
        var request = settings
        request["file"] = exploration(of: app)
        if !lookFor.isEmpty { request["for"] = .array(lookFor.map { .string($0) }) }
        if let seconds = budgetSeconds ?? transitions.map({ _ in Self.longestBudget }) {
            request["budgetSeconds"] = .number(seconds)
        }
        return request
    }

    private func exploration(of app: Value) -> Value {
        var document = document(of: app)
        if let name { document = document.setting("explore", to: .string(name)) }
        if !start.isEmpty { document = document.setting("start", to: .array(start)) }
        for (field, more) in [("device", device), ("inputs", inputs), ("limits", limits)] where !more.isEmpty {
            document = document.setting(field, to: (document[field] ?? .object([])).setting(more))
        }
        for (field, more) in [("properties", properties), ("known", known.map { .string($0) })] where !more.isEmpty {
            document = document.setting(field, to: .array((document[field]?.elements ?? []) + more))
        }
        return document
    }

    private func document(of app: Value) -> Value {
        if app["explore"] != nil { return app }
        if let bundleID = app["bundleID"] { return ["explore": bundleID, "apps": [app]] }
        var document: Value = ["explore": app["scenario"] ?? "exploration"]
        for field in ["device", "apps", "properties"] {
            if let value = app[field] { document = document.setting(field, to: value) }
        }
        return document
    }

    private var limits: [String: Value] {
        var limits: [String: Value] = [:]
        if let interruptions { limits["interruptions"] = .integer(Int64(interruptions)) }
        if let depth { limits["depth"] = .integer(Int64(depth)) }
        if let transitions { limits["transitions"] = .integer(Int64(transitions)) }
        if let seed { limits["seed"] = .integer(seed) }
        if let stopAt { limits["stopAt"] = .string(stopAt.rawValue) }
        return limits
    }
}

extension Value {
    /// Returns this object with other members, by name, set in it.
    fileprivate func setting(_ members: [String: Value]) -> Value {
        members.sorted { $0.key < $1.key }.reduce(self) { $0.setting($1.key, to: $1.value) }
    }
}
