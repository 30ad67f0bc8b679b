import ArgumentParser
import Commands
import Explorer
import Foundation
import GreenroomClient
import LifecycleKernel
import NIOHTTP1
import WireFormat

/// Explores on a server: begins the exploration there, waits until it has ended, and shows what it has found.
struct ExploreOnServer: Sendable {
    let client: ServerConnection
    /// Whether the scenarios pass as long as the app fails.
    let asItIs: Bool

    /// What a server has found.
    struct Found: Sendable {
        /// The id of the exploration.
        let id: String
        /// The report as a document.
        let report: Value
        /// The report for people.
        let text: String

        /// What came of it.
        var outcome: ExplorationOutcome { ExplorationOutcome(document: report, text: text) }

        /// The numbers of the failures that are not known, as the server counts them, with the names of their files.
        var numbers: [(number: Int, fileName: String)] {
            let reports = [report] + (report["variants"]?.elements ?? [])
            let failures = reports.flatMap { report in
                (report["failures"]?.elements ?? []).map { (report: report, failure: $0) }
            }
            return failures.enumerated().filter { $0.element.failure["isKnown"] != true }.map {
                ($0.offset + 1, Self.fileName(of: $0.element.failure, in: $0.element.report))
            }
        }

        /// The name of the file of a failure's scenario, as a search in the command's own process has it.
        private static func fileName(of failure: Value, in report: Value) -> String {
            let signature = failure["signature"]?.text ?? ""
            let target = report["target"]?.text ?? ""
            let property = signature.hasPrefix(target) ? signature.dropFirst(target.count) : signature[...]
            return ((report["explore"]?.text ?? "") + property).asFileName
        }
    }

    /// Has a server explore.
    ///
    /// - Parameters:
    ///   - body: What is asked for, as `POST /v1/explorations` takes it.
    ///   - withCoverage: Whether the text says in full what was tried and reached.
    /// - Throws: What ends the command: the server refuses it, or is not there.
    func explore(_ body: Value, withCoverage: Bool) async throws -> Found {
        let begun = try await ask(.POST, ["explorations"], body)
        let id = begun["id"]?.text ?? ""
        try await follow(id)
        let ended = try await ask(.GET, ["explorations", id])
        guard let report = ended["report"], report != .null else {
            throw Failure.exit(
                "the exploration \(id) is \(ended["status"]?.text ?? "gone"): \(ended["detail"]?.text ?? "")"
            )
        }
        let query = withCoverage ? [("coverage", "true")] : []
        let request = client.request(.GET, ["v1", "explorations", id], query, accepting: "text/plain")
        let text = try await client.text(request)
        return Found(id: id, report: report, text: text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    /// The scenario of a failure, in YAML.
    func scenario(_ number: Int, of id: String) async throws -> String {
        let path = ["v1", "explorations", id, "failures", String(number), "scenario"]
        let lines = try await client.text(path, query: asItIs ? [("asItIs", "true")] : [])
        return lines.joined(separator: "\n") + "\n"
    }

    /// Waits until an exploration has ended, and shows on a terminal how far it is.
    private func follow(_ id: String) async throws {
        let line = StatusLine()
        defer { line.clear() }
        while true {
            // A server that ends breaks its streams off, and another one may go on. What is wrong, the question says.
            if (try? await show(id, on: line)) == true { return }
            guard try await ["queued", "running"].contains(ask(.GET, ["explorations", id])["status"]?.text) else {
                return
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Shows how far an exploration is.
    ///
    /// - Returns: Whether it has ended.
    private func show(_ id: String, on line: StatusLine) async throws -> Bool {
        for try await event in client.events(["v1", "explorations", id]) {
            if event.name == "end" { return true }
            guard event.name == "progress", let progress = try? JSONText.parse(event.data.utf8) else { continue }
            line.show(
                "\(progress["interruptions"]?.cellText ?? "") interruptions, \(progress["inputs"]?.cellText ?? "") "
                    + "inputs deep, \(progress["transitions"]?.cellText ?? "") transitions"
            )
        }
        return false
    }

    private func ask(_ method: HTTPMethod, _ path: [String], _ body: Value? = nil) async throws -> Value {
        let answer: ServerConnection.Answer
        do {
            answer = try await client.send(method, ["v1"] + path, body: body)
        } catch {
            throw Failure.exit("\(client.address) does not answer: \(error.briefly)")
        }
        if answer.isSuccess { return answer.body }
        let detail = answer.body["detail"]?.text ?? "the server answers with status \(answer.status)"
        let field = answer.body["field"]?.text.map { "\($0): " } ?? ""
        // A mistake in the file or in an option, or something that is not there.
        throw Failure.exit(field + detail, code: (400..<500).contains(answer.status) ? Failure.usage : 1)
    }
}
