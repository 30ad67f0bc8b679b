import LifecycleKernel
import WireFormat

extension ExplorationReport {
    /// A failure as a scenario: it fails until the app is mended.
    ///
    /// - Parameter asItIs: Whether it is turned round, so that it passes as long as the app fails.
    public func scenario(of failure: ExploredFailure, asItIs: Bool = false) -> Value {
        let target = exploration.target
        var steps = exploration.start + failure.steps.map(\.step)
        if var last = steps.popLast() {
            let patterns = failure.patterns(of: target)
            if !patterns.isEmpty { last = last.setting(asItIs ? "records" : "never", to: .array(patterns)) }
            if failure.breaks(.notResponding) {
                let state = asItIs ? failure.steps.last?.state : .active
                last = last.setting("states", to: [target.rawValue: .string((state ?? .active).rawValue)])
            }
            steps.append(last)
        }
        var scenario: Value = [
            "scenario": .string(exploration.name + "-" + failure.main.property),
            "about": .string("Found by an exploration: \(failure.main.signature(of: target))"),
            "device": device(of: failure),
            "apps": .array(exploration.apps),
        ]
        let properties = failure.properties(of: target, exploration.ownProperties).map { property in
            asItIs ? property.value.setting("expect", to: "broken") : property.value
        }
        if !properties.isEmpty { scenario = scenario.setting("properties", to: .array(properties)) }
        return scenario.setting("steps", to: .array(steps))
    }

    /// A name for the file of a failure's scenario: letters, digits, hyphens and dots.
    public func fileName(of failure: ExploredFailure) -> String {
        let name = [exploration.name, failure.main.property, failure.main.detail ?? ""].filter { !$0.isEmpty }
        return name.joined(separator: "-").asFileName
    }

    /// The device as it was given; with the budget of silent pushes lifted where the sequence has more than it allows in
    /// any hour.
    private func device(of failure: ExploredFailure) -> Value {
        let pushes = failure.steps.reduce(0) { $0 + $1.step.pushCount }
        let isLifted = exploration.liftsPushBudget && pushes > Self.pushesWithinEveryBudget
        return isLifted ? exploration.deviceForSearch : exploration.device
    }

    /// How many silent pushes an hour every profile allows. Source: facts 2.3.
    private static let pushesWithinEveryBudget = 2
}

extension Value {
    /// How many pushes this step of a scenario delivers.
    fileprivate var pushCount: Int {
        guard let sent = self["send"] else { return 0 }
        let events = if case .array(let list) = sent { list } else { [sent] }
        return events.count { if case .push? = try? Event($0, at: "") { true } else { false } }
    }
}

extension ExploredFailure {
    private var names: Set<String> { Set(broken.map(\.property)) }

    fileprivate func breaks(_ property: MonitoredProperty) -> Bool { names.contains(property.rawValue) }

    /// Patterns of the records that break the properties, in the order in which they come.
    fileprivate func patterns(of target: BundleID) -> [Value] {
        let names = names
        return evidence.compactMap { record in
            switch record.body {
            case .exit(let exit) where names.contains(exit.reason.rawValue):
                exit.pattern(of: target)
            case .finding(let finding) where names.contains(finding.code.rawValue):
                ["kind": "finding", "bundleID": .string(target.rawValue), "code": .string(finding.code.rawValue)]
            default: nil
            }
        }
    }

    /// The properties that no single record breaks, as a scenario can check them.
    fileprivate func properties(of target: BundleID, _ own: [OwnProperty]) -> [OwnProperty] {
        let names = names
        var properties = own.filter { names.contains($0.name) }
        if breaks(.restorationMissed), let exit = lastExit {
            properties.append(.restores(target, after: exit.reason))
        }
        for breakage in broken where breakage.property == MonitoredProperty.callbackStarved.rawValue {
            if let property = beginsInTime(breakage, of: target) { properties.append(property) }
        }
        return properties
    }

    private var lastExit: ExitRecord? {
        steps.flatMap(\.records).compactMap { if case .exit(let exit) = $0.body { exit } else { nil } }.last
    }

    /// The property that a callback begins before half of the time is over that its assertion is given for.
    private func beginsInTime(_ breakage: Breakage, of target: BundleID) -> OwnProperty? {
        let acquired = steps.flatMap(\.records).compactMap { record -> AssertionChange? in
            guard case .assertion(let change) = record.body, change.change == .acquired,
                change.kind.rawValue == breakage.detail
            else { return nil }
            return change
        }
        guard let change = acquired.last, let limit = change.remaining, let callback = change.kind.callback else {
            return nil
        }
        let app = Value.string(target.rawValue)
        let assertion: Value = ["kind": "assertion", "bundleID": app, "assertion": .string(change.kind.rawValue)]
        return OwnProperty(
            name: breakage.property,
            severity: breakage.severity,
            form: .eventually(
                RecordPattern(["kind": "callback", "bundleID": app, "name": .string(callback.rawValue)]),
                after: RecordPattern(assertion.setting("change", to: "acquired")),
                within: limit / 2,
                unless: [RecordPattern(assertion.setting("change", to: "released"))]
            )
        )
    }
}

extension ExitRecord {
    /// The pattern of such an end of an app's process.
    fileprivate func pattern(of target: BundleID) -> Value {
        let pattern: Value = [
            "kind": "exit", "bundleID": .string(target.rawValue), "reason": .string(reason.rawValue),
        ]
        return signature.map { pattern.setting("signature", to: .string($0)) } ?? pattern
    }
}

extension OwnProperty {
    /// The property that an app restores what the user saw, once it was ended where nobody saw it.
    fileprivate static func restores(_ target: BundleID, after reason: TerminationReason) -> OwnProperty {
        let app = Value.string(target.rawValue)
        let restoration = CallbackName.didDecodeRestorableState
        return OwnProperty(
            name: MonitoredProperty.restorationMissed.rawValue,
            severity: .warning,
            form: .never(
                [RecordPattern(["kind": "process", "bundleID": app, "to": "active"])],
                after: RecordPattern(["kind": "exit", "bundleID": app, "reason": .string(reason.rawValue)]),
                until: RecordPattern(["kind": "callback", "bundleID": app, "name": .string(restoration.rawValue)])
            )
        )
    }
}

extension Exploration {
    /// What the names of the files begin with that failures are saved in.
    public var fileName: String { name.asFileName }
}

extension String {
    /// The text with a hyphen for each character but letters, digits, hyphens and dots.
    package var asFileName: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) ? $0 : "-" })
    }
}
