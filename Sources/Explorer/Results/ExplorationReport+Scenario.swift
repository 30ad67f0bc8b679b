import LifecycleKernel
import WireFormat

extension ExplorationReport {
    /// A failure as a scenario: it fails until the app is mended.
    ///
    /// - Parameter asItIs: Whether it is turned round, so that it passes as long as the app fails.
    public func scenario(of failure: ExploredFailure, asItIs: Bool = false) -> Value {
        var steps = exploration.start + failure.steps.map(\.step)
        let patterns = failure.patterns(of: exploration.target, exploration.ownProperties)
        if let last = steps.popLast(), !patterns.isEmpty {
            steps.append(last.setting(asItIs ? "records" : "never", to: .array(patterns)))
        }
        return [
            "scenario": .string(exploration.name + "-" + failure.main.property),
            "about": .string("Found by an exploration: \(failure.main.signature(of: exploration.target))"),
            "device": device(of: failure),
            "apps": .array(exploration.apps),
            "steps": .array(steps),
        ]
    }

    /// A name for the file of a failure's scenario: letters, digits, hyphens and dots.
    public func fileName(of failure: ExploredFailure) -> String {
        let name = [exploration.name, failure.main.property, failure.main.detail ?? ""].filter { !$0.isEmpty }
        return name.joined(separator: "-").asFileName
    }

    /// The device as it was given; with the budget of silent pushes lifted where the sequence has more than it allows in
    /// any hour.
    private func device(of failure: ExploredFailure) -> Value {
        let pushes = failure.steps.count { step in step.name == "push.deliver" }
        let isLifted = exploration.liftsPushBudget && pushes > Self.pushesWithinEveryBudget
        return isLifted ? exploration.deviceForSearch : exploration.device
    }

    /// How many silent pushes an hour every profile allows. Source: facts 2.3.
    private static let pushesWithinEveryBudget = 2
}

extension ExploredFailure {
    /// Patterns of the records that break the properties, in the order in which they come.
    fileprivate func patterns(of target: BundleID, _ own: [OwnProperty]) -> [Value] {
        let names = Set(broken.map(\.property))
        var patterns = evidence.compactMap { record -> Value? in
            switch record.body {
            case .exit(let exit) where names.contains(exit.reason.rawValue):
                ["kind": "exit", "bundleID": .string(target.rawValue), "reason": .string(exit.reason.rawValue)]
            case .finding(let finding) where names.contains(finding.code.rawValue):
                ["kind": "finding", "bundleID": .string(target.rawValue), "code": .string(finding.code.rawValue)]
            default: nil
            }
        }
        for case .never(let forbidden, nil, _) in own.filter({ names.contains($0.name) }).map(\.form) {
            patterns += forbidden.map(\.source)
        }
        return patterns
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
