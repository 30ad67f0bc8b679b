import LifecycleKernel
import WireFormat

extension ExplorationReport {
    public var document: Value {
        [
            "explore": .string(exploration.name),
            "target": .string(exploration.target.rawValue),
            "profile": .string(profile),
            "seed": .integer(Int64(clamping: exploration.limits.seed)),
            "inputs": .array(alphabet.inputs.map { .string($0.name) }),
            "resolutionSeconds": resolution.secondsValue,
            "memoryMiB": .integer(exploration.limits.memory.wholeMebibytes),
            "memoryIsFull": .bool(isMemoryFull),
            "passes": .array(passes.map(\.document)),
            "randomRuns": randomRuns?.document ?? .null,
            "failures": .array(failures.map(document(of:))),
            "properties": .array(propertyResults.map(\.document)),
            "notMetAnyMore": .array(gone.map { .string($0) }),
            "coverage": coverage.document(inputs: alphabet.inputs),
            "variants": .array(variants.map(\.document)),
            "repeat": repetition.map { .string($0) } ?? .null,
        ]
    }

    private func document(of failure: ExploredFailure) -> Value {
        var members: [Value.Member] = [
            Value.Member("signature", .string(failure.main.signature(of: exploration.target))),
            Value.Member("properties", .array(failure.broken.map { .string($0.property) })),
            Value.Member("onTheWay", .array(failure.onTheWay.map { .string($0.property) })),
            Value.Member("severity", .string(failure.severity.rawValue)),
            Value.Member("isKnown", .bool(exploration.known.contains(failure.main.signature(of: exploration.target)))),
            Value.Member("isConfirmed", .bool(failure.isConfirmed)),
            Value.Member("isMinimal", .bool(failure.isMinimal)),
            Value.Member("interruptions", .integer(Int64(failure.interruptions))),
            Value.Member("edges", .integer(Int64(failure.edges))),
            Value.Member("inputs", .array(failure.steps.map(\.document))),
            Value.Member("evidence", .array(failure.evidence.map(\.value))),
        ]
        if let advice = failure.advice { members.append(Value.Member("advice", .string(advice))) }
        if !failure.runs.isEmpty {
            members.append(Value.Member("runs", .array(failure.runs.map { .array($0.lines.map { .string($0) }) })))
        }
        members.append(Value.Member("scenario", scenario(of: failure)))
        return .object(members)
    }
}

extension PassSummary {
    package var document: Value {
        [
            "interruptions": .integer(Int64(interruptions)), "closed": .bool(isClosed),
            "inputs": .integer(Int64(inputs)),
            "abstractStates": .integer(Int64(abstractStates)), "transitions": .integer(Int64(transitions)),
            "growing": growing?.document ?? .null,
        ]
    }
}

extension GrowingPart {
    fileprivate var document: Value {
        ["name": .string(name), "least": .integer(range.lowerBound), "most": .integer(range.upperBound)]
    }
}

extension ExplorationReport.PropertyResult {
    fileprivate var document: Value {
        [
            "name": .string(name),
            "failures": .array(failures.map { ["signature": .string($0.signature), "text": .string($0.text)] }),
            "skipped": skipped.map { .string($0) } ?? .null,
        ]
    }
}

extension RandomRunSummary {
    fileprivate var document: Value {
        [
            "runs": .integer(Int64(runs)), "transitions": .integer(Int64(transitions)),
            "waysKept": .integer(Int64(features)),
        ]
    }
}

extension ExploredFailure {
    /// The records of the last input that say how the target fails.
    public var evidence: [Record] {
        steps.last?.records.filter { $0.kind == .exit || $0.kind == .finding } ?? []
    }
}

extension ExploredFailure.Step {
    fileprivate var document: Value {
        var members = [
            Value.Member("input", .string(name)), Value.Member("at", at.secondsValue),
            Value.Member("state", .string(state.rawValue)),
        ]
        if let window, window.lowerBound < window.upperBound {
            members.append(
                Value.Member("window", ["from": window.lowerBound.secondsValue, "to": window.upperBound.secondsValue])
            )
        }
        return .object(members)
    }
}

extension Milliseconds {
    /// The length of time in seconds, as documents have it.
    var secondsValue: Value { count % 1_000 == 0 ? .integer(count / 1_000) : .number(Double(count) / 1_000) }
}
