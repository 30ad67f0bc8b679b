import LifecycleKernel
import WireFormat

extension CoverageReport {
    /// The coverage as a document.
    func document(letters: [Letter]) -> Value {
        [
            "letters": .array(letters.map { .string($0.name) }),
            "situations": .array(rows.map(\.document)),
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

    /// The coverage for people: each class of situation with the letters that were taken and refused in it, and what was
    /// reached with how many inputs.
    func lines(letters: [Letter]) -> [String] {
        var lines = ["tried, by class of situation:"]
        for row in rows {
            lines.append("  \(row.situation)")
            for (letter, cell) in zip(letters, row.cells) where !cell.word.isEmpty {
                lines.append("    \(letter.name): \(cell.word)")
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
            "situation": .string(situation),
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
