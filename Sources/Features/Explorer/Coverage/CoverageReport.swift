import LifecycleKernel
import WireFormat

/// What a search has tried and reached, and what it has not, with the reason.
public struct CoverageReport: Codable, Sendable {
    /// Something that was reached, with the least inputs to it.
    public struct Reached: Hashable, Codable, Sendable {
        /// `callback`, `verdict`, `exit`, `finding` or `assertion`.
        public var kind: String
        public var name: String
        public var inputs: Int
        var callback: CallbackName?
    }

    public struct NeverReached: Hashable, Codable, Sendable {
        /// `input`, `callback` or `exit`.
        public var kind: String
        public var name: String
        /// The first reason that holds.
        public var reason: String
        /// Whether the exploration leaves it out, so that it could not be reached.
        var isLeftOut = false
    }

    /// What became of one input in the abstract states of one class.
    public struct Cell: Hashable, Codable, Sendable {
        /// How often it was taken.
        public internal(set) var tried = 0
        /// How often its guard did not hold, or there was nothing that it could be about.
        public internal(set) var guarded = 0
        /// How often the kernel refused it, by the code of the refusal.
        public internal(set) var refused: [Rejection.Code: Int] = [:]
    }

    /// A class of abstract states, with a cell for each input, in the order of the inputs.
    public struct Row: Hashable, Codable, Sendable {
        /// The class, such as `active, in a handler`.
        public var stateClass: String
        public var cells: [Cell]
    }

    /// The classes of abstract states that were met, with what became of each input.
    public let rows: [Row]
    /// What was reached, by kind and name.
    public let reached: [Reached]
    public let neverReached: [NeverReached]

    init(_ coverage: Coverage, _ alphabet: InputAlphabet, _ context: SearchContext) {
        let inputs = alphabet.inputs.indices
        rows = StateClass.all.compactMap { stateClass in
            let cells = inputs.map { coverage.cell(stateClass, input: $0) }
            return cells.contains { !$0.isEmpty } ? Row(stateClass: stateClass.name, cells: cells) : nil
        }
        reached = coverage.reached.reduce(into: [String: Reached]()) { reached, entry in
            let made = Reached(entry.key, inputs: entry.value)
            let key = "\(made.kind) \(made.name)"
            if let known = reached[key], known.inputs <= made.inputs { return }
            reached[key] = made
        }.sorted { $0.key < $1.key }.map(\.value)
        neverReached =
            Self.inputs(coverage, alphabet) + Self.callbacks(coverage, context) + Self.exits(coverage)
    }

    // MARK: What was not reached

    private static func inputs(_ coverage: Coverage, _ alphabet: InputAlphabet) -> [NeverReached] {
        let untaken = alphabet.inputs.indices.compactMap { place -> NeverReached? in
            let total = coverage.total(ofInput: place)
            guard total.tried == 0 else { return nil }
            let code = total.refused.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
            let reason =
                code.map { "refused wherever it was tried: \($0.rawValue)" }
                ?? (total.guarded > 0 ? "its condition never held" : "not within the bounds")
            return NeverReached(kind: "input", name: alphabet.inputs[place].name, reason: reason)
        }
        return untaken
            + alphabet.leftOut.map {
                NeverReached(kind: "input", name: $0.name, reason: "\($0.group): \($0.reason)", isLeftOut: true)
            }
    }

    /// The handlers of the target's behaviour that were never called.
    private static func callbacks(_ coverage: Coverage, _ context: SearchContext) -> [NeverReached] {
        var called: Set<CallbackName> = []
        for case .callback(let name, _) in coverage.reached.keys { called.insert(name) }
        let status = context.start.device.app(context.target)
        let forbidden = Set(status?.behaviorNeverCalled ?? [])
        let lifecycle = status?.lifecycle.rawValue ?? ""
        return (status?.manifest.behavior.handlers.map(\.name) ?? []).filter { !called.contains($0) }.map { name in
            NeverReached(
                kind: "callback",
                name: name.rawValue,
                reason: forbidden.contains(name)
                    ? "the life cycle is \(lifecycle), with which iOS does not call it" : "not within the bounds"
            )
        }
    }

    /// The exits by the app's own fault that no sequence led to.
    private static func exits(_ coverage: Coverage) -> [NeverReached] {
        TerminationReason.allCases.filter { BuiltInProperty.isOwnFault($0) && coverage.reached[.exit($0)] == nil }
            .map { NeverReached(kind: "exit", name: $0.rawValue, reason: "not within the bounds") }
    }
}

extension CoverageReport.Cell {
    fileprivate var isEmpty: Bool { tried == 0 && guarded == 0 && refused.isEmpty }

    /// Adds what became of it in other abstract states.
    mutating func add(_ other: Self) {
        tried += other.tried
        guarded += other.guarded
        refused.merge(other.refused) { $0 + $1 }
    }

    /// In one word: how often it was taken, the code of the most frequent refusal, `guard`, or nothing.
    public var word: String {
        if tried > 0 { return String(tried) }
        if let code = refused.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) })?.key {
            return code.rawValue
        }
        return guarded > 0 ? "guard" : ""
    }
}

extension CoverageReport.Reached {
    fileprivate init(_ feature: Feature, inputs: Int) {
        switch feature {
        case .callback(let name, let state):
            let words = "\(name.rawValue) \(state.rawValue)"
            self.init(kind: "callback", name: words, inputs: inputs, callback: name)
        case .verdict(let subject, let decision, let reason):
            let words = [subject.rawValue, decision.rawValue, reason?.name].compactMap(\.self)
            self.init(kind: "verdict", name: words.joined(separator: " "), inputs: inputs)
        case .exit(let reason): self.init(kind: "exit", name: reason.rawValue, inputs: inputs)
        case .finding(let code): self.init(kind: "finding", name: code.rawValue, inputs: inputs)
        case .assertion(let kind, let change):
            self.init(kind: "assertion", name: "\(kind.rawValue) \(change.rawValue)", inputs: inputs)
        }
    }
}

extension CoverageReport {
    func document(inputs: [TriedInput]) -> Value {
        [
            "inputs": .array(inputs.map { .string($0.name) }),
            "stateClasses": .array(rows.map(\.document)),
            "reached": .array(
                reached.map {
                    [
                        "kind": .string($0.kind), "name": .string($0.name),
                        "inputs": .integer(Int64($0.inputs)),
                    ]
                }
            ),
            "neverReached": .array(
                neverReached.map {
                    ["kind": .string($0.kind), "name": .string($0.name), "reason": .string($0.reason)]
                }
            ),
        ]
    }

    /// The coverage for people: each class of abstract state with the inputs that were taken and refused in it, and what was
    /// reached with how many inputs.
    func lines(inputs: [TriedInput]) -> [String] {
        var lines = ["tried, by class of abstract state:"]
        for row in rows {
            lines.append("  \(row.stateClass)")
            for (input, cell) in zip(inputs, row.cells) where !cell.word.isEmpty {
                lines.append("    \(input.name): \(cell.word)")
            }
        }
        lines.append("reached, with the least inputs:")
        lines += reached.map { "  \($0.kind) \($0.name): \($0.inputs)" }
        lines.append("never reached:")
        lines += neverReached.map { "  \($0.kind) \($0.name): \($0.reason)" }
        return lines
    }

    /// What was not reached in one line, without what was left out.
    var neverReachedLine: String? {
        let missing = neverReached.filter { $0.kind != "exit" && !$0.isLeftOut }
        guard !missing.isEmpty else { return nil }
        let shown = missing.prefix(4).map { "\($0.kind) \($0.name)" }.joined(separator: ", ")
        return "never reached: \(shown)\(missing.count > 4 ? " and \(missing.count - 4) more" : "") (--coverage)"
    }
}

extension CoverageReport.Row {
    fileprivate var document: Value {
        [
            "stateClass": .string(stateClass),
            "cells": .array(
                cells.map { cell in
                    [
                        "tried": .integer(Int64(cell.tried)), "guarded": .integer(Int64(cell.guarded)),
                        "refused": .object(
                            cell.refused.sorted { $0.key.rawValue < $1.key.rawValue }
                                .map { Value.Member($0.key.rawValue, .integer(Int64($0.value))) }
                        ),
                    ]
                }
            ),
        ]
    }
}
