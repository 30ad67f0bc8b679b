import LifecycleKernel
import WireFormat

/// A device, its apps, and a list of steps with what each must cause.
///
/// Events, actions, apps and conditions stay as they were written: the target reads them, and may
/// be expected to refuse them. Everything else is checked when the scenario is read.
public struct Scenario: Hashable, Sendable {
    public var name: String
    /// What it shows, for people.
    public var about: String?
    /// The source of what it expects.
    public var source: String?
    /// What it is chosen by when only some scenarios are run.
    public var tags: [String]
    /// The device, as the interface takes it; its clock is a manual one unless it says otherwise.
    public var device: Value
    /// The apps that are installed before the first step.
    public var apps: [Value]
    /// What must hold over all steps.
    public var properties: [ScenarioProperty]
    /// The steps, in order.
    public var steps: [ScenarioStep]

    public init(
        name: String,
        about: String? = nil,
        source: String? = nil,
        tags: [String] = [],
        device: Value = .object([]),
        apps: [Value] = [],
        properties: [ScenarioProperty] = [],
        steps: [ScenarioStep] = []
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.tags = tags
        self.device = device
        self.apps = apps
        self.properties = properties
        self.steps = steps
    }
}

extension Scenario {
    /// The scenario on a device with another profile of rules; its name says which. Rules that the device overrides
    /// stay overridden.
    public func under(_ profile: RuleProfile) -> Scenario {
        guard case .object(let members) = device else { return self }
        var rules: [Value.Member] = []
        if case .object(let given)? = device["rules"] { rules = given.filter { $0.name != "profile" } }
        rules.append(Value.Member("profile", .string(profile.rawValue)))
        var scenario = self
        scenario.name += " [\(profile.rawValue)]"
        scenario.device = .object(members.filter { $0.name != "rules" } + [Value.Member("rules", .object(rules))])
        return scenario
    }
}

extension Scenario {
    /// The scenario on a device that overrides these rules, instead of what the scenario says of them. Of several overrides
    /// of one rule the last counts.
    package func overriding(_ overrides: [RuleOverride]) -> Scenario {
        guard !overrides.isEmpty, case .object(let members) = device else { return self }
        var rules: [Value.Member] = []
        switch device["rules"] {
        case nil, .null?: break
        case .object(let given)?: rules = given
        case let profile?: rules = [Value.Member("profile", profile)]
        }
        var values: [Value.Member] = []
        if case .object(let given)? = device["rules"]?["overrides"] { values = given }
        for override in overrides {
            values.removeAll { $0.name == override.key.name }
            values.append(Value.Member(override.key.name, override.value.value))
        }
        rules = rules.filter { $0.name != "overrides" } + [Value.Member("overrides", .object(values))]
        var scenario = self
        scenario.device = .object(members.filter { $0.name != "rules" } + [Value.Member("rules", .object(rules))])
        return scenario
    }
}

/// One operation, and the checks after it.
public struct ScenarioStep: Hashable, Sendable {
    public var operation: Operation
    public var checks: StepChecks

    public init(_ operation: Operation, checks: StepChecks = StepChecks()) {
        self.operation = operation
        self.checks = checks
    }

    public enum Operation: Hashable, Sendable {
        /// Events, at one instant: all of them or none.
        case send([Value])
        /// Actions of apps' own code. Adjacent actions of one app are all taken, or none.
        case act([AppActions])
        /// Lets time pass, what is due at its end included.
        case advance(Milliseconds)
        /// Lets time pass; deadlines at its end are handled after the next step, as on a running clock.
        case advanceBefore(Milliseconds)
        /// Lets time pass until a condition is met.
        case advanceUntil(Value)
        /// Lets time pass until a callback waits for the program that plays an attached app, at most so long.
        case advanceToCallback(Milliseconds)
        /// The handler of an attached app returns.
        case complete(HandlerReturn)
        /// Installs an app, or updates it.
        case install(Value)
        /// Does nothing.
        case check
    }

    public struct AppActions: Hashable, Sendable {
        public var bundleID: BundleID
        /// What its code does, in order, as the interface takes it.
        public var actions: [Value]

        public init(bundleID: BundleID, actions: [Value]) {
            self.bundleID = bundleID
            self.actions = actions
        }
    }

    /// How a handler of an attached app returns.
    public struct HandlerReturn: Hashable, Sendable {
        public var bundleID: BundleID
        /// The handler's name, as Apple spells it.
        public var callback: String
        /// What was done in it, in order.
        public var actions: [Value]
        /// What it returns, where it returns something.
        public var returns: Value?

        public init(bundleID: BundleID, callback: String, actions: [Value] = [], returns: Value? = nil) {
            self.bundleID = bundleID
            self.callback = callback
            self.actions = actions
            self.returns = returns
        }
    }
}

/// What is checked after a step. All of it is about what the step caused, and nothing before it.
public struct StepChecks: Hashable, Sendable {
    /// The callbacks, exactly and in order.
    public var callbacks: NameList?
    /// The notifications, exactly and in order.
    public var notifications: NameList?
    public var states: [AppState] = []
    /// Patterns each of which must match some record, in this order.
    public var records: [Value] = []
    /// Patterns none of which may match a record.
    public var never: [Value] = []
    /// By app, what must be found in its exit record.
    public var exit: [Value.Member] = []
    /// The code with which the step must be refused; nil: it must be accepted.
    public var rejected: String?
    /// By app, what must be found in the resource of its process: the living one, or the last.
    public var process: [Value.Member] = []
    /// By app, what must be found in its resource.
    public var resource: [Value.Member] = []
    /// What frameworks report to their code, exactly and in order.
    public var vocabulary: [FrameworkReports] = []
    /// By app, the reports of the ends of its processes: a list of what must be found in each, exactly as many and in order.
    public var reports: [Value.Member] = []
    /// By app, what must be found in the payload of MetricKit.
    public var metricKit: [Value.Member] = []

    /// Makes checks that check nothing but that the step is accepted.
    public init() {}

    /// Names of callbacks or notifications.
    public enum NameList: Hashable, Sendable {
        /// Those of all apps, in the order of the timeline.
        case together([String])
        /// Those of each app; an app that is not named has none.
        case byApp([AppNames])
    }

    public struct AppNames: Hashable, Sendable {
        public var bundleID: BundleID
        /// The names, in order.
        public var names: [String]

        public init(bundleID: BundleID, names: [String]) {
            self.bundleID = bundleID
            self.names = names
        }
    }

    /// The state in which an app must be.
    public struct AppState: Hashable, Sendable {
        public var bundleID: BundleID
        public var state: ProcessState

        public init(bundleID: BundleID, state: ProcessState) {
            self.bundleID = bundleID
            self.state = state
        }
    }

    /// What one framework reports to its code.
    public struct FrameworkReports: Hashable, Sendable {
        /// The framework, as the interface names it.
        public var framework: String
        /// What it reports, in order.
        public var reports: [String]

        public init(framework: String, reports: [String]) {
            self.framework = framework
            self.reports = reports
        }
    }
}

/// A property that is checked over all steps of a scenario.
public struct ScenarioProperty: Hashable, Sendable {
    public var property: OwnProperty
    /// Whether the scenario passes only if the property is broken.
    public var isExpectedBroken: Bool

    public init(_ property: OwnProperty, isExpectedBroken: Bool = false) {
        self.property = property
        self.isExpectedBroken = isExpectedBroken
    }
}

extension ScenarioProperty {
    private enum Expectation: String, CaseIterable {
        case holds, broken
    }

    /// Reads a property and what is expected of it.
    ///
    /// - Throws: What is wrong, with the path of the field.
    init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        property = try OwnProperty(reading: &fields)
        isExpectedBroken = try fields.choice("expect", orElse: Expectation.holds) == .broken
        try fields.finish()
    }
}
