import ArgumentParser
import Foundation
import GreenroomClient
import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

/// Waits for a state or a record.
struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Waits until an app is in a state; exit code 1 when the time is over before."
    )

    @OptionGroup var app: AppArguments
    @Argument(help: "The state: active, inactive, background, suspended or notRunning.")
    var state: String
    @Option(help: "How many seconds of real time to wait.")
    var timeout: Double = 10
    @OptionGroup var server: ServerOptions

    func validate() throws { try timeout.requireSeconds(for: "--timeout") }

    func run() async throws {
        let condition: Value = ["app": ["bundleID": .string(app.bundleID), "state": .string(state)]]
        let body: Value = ["until": condition, "timeoutSeconds": .number(timeout)]
        let requestTimeout = TimeAmount.milliseconds(Int64(max(0, min(timeout, 86_400)) * 1_000)) + .seconds(30)
        let answer = try await server.ask(.POST, ["devices", app.device, "wait"], body: body, timeout: requestTimeout)
        let isMet = answer["met"] == true
        let outcome = isMet ? "is \(state)" : "is not \(state) after \(timeout) s"
        server.show(answer) { _ in "\(app.bundleID) \(outcome)" }
        if !isMet { throw ExitCode(1) }
    }
}

/// Prints a timeline.
struct TimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Prints the records of a device; with --follow also new ones as they are written."
    )

    @Argument(help: "The device's id.")
    var device: String
    @Option(help: "Only records after this sequence.")
    var after: Int64 = 0
    @Option(help: "Only the newest so many.")
    var last: Int?
    @Option(help: "Only records of these kinds, separated by commas.")
    var kind: String?
    @Option(help: "Only records about this app.")
    var app: String?
    @Option(help: "Adds what these frameworks would have reported to their code, such as jsbox, separated by commas.")
    var vocabulary: String?
    @Flag(help: "Follows the device until interrupted or the device is deleted.")
    var follow = false
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var reached = try await start()
        reached = try await printAll(after: reached)
        guard follow else { return }
        let path = ["v1", "devices", device, "timeline"]
        do {
            for try await event in server.client.events(path, query: [("after", String(reached))] + filter) {
                if event.name == "gap" {
                    FileHandle.standardError.write(Data("records were missed: \(event.data)\n".utf8))
                }
                guard event.name == "message" else { continue }
                if server.json {
                    print(event.data)
                } else if Self.sequence(of: event) > reached {
                    // Records that arrived with it are printed too.
                    reached = try await printAll(after: reached)
                }
                // The reader of a pipe gets each record at once.
                fflush(nil)
            }
        } catch {
            throw Failure.exit("the stream ended: \(error.briefly)")
        }
    }

    private static func sequence(of event: ServerEvent) -> Int64 {
        guard case .integer(let sequence)? = try? JSONText.parse(event.data.utf8)["sequence"] else { return .max }
        return sequence
    }

    private var filter: [(String, String)] {
        let given = [("kind", kind), ("bundleID", app), ("vocabulary", vocabulary)]
        return given.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The sequence after which printing begins.
    private func start() async throws -> Int64 {
        guard let last else { return after }
        let query = [("last", String(min(max(last, 1), 1_000)))] + filter
        let page = try await server.ask(.GET, ["devices", device, "timeline"], query: query)
        guard case .integer(let first)? = page["records"]?.elements.first?["sequence"] else { return after }
        return max(after, first - 1)
    }

    /// Prints everything after a sequence.
    private func printAll(after: Int64) async throws -> Int64 {
        guard server.json else { return try await server.printLines(of: device, after: after, filter: filter) }
        var reached = after
        while true {
            let query = [("after", String(reached)), ("limit", "1000")] + filter
            let page = try await server.ask(.GET, ["devices", device, "timeline"], query: query)
            let records = page["records"]?.elements ?? []
            for record in records { print(JSONText.write(record).asText) }
            guard case .integer(let last)? = records.last?["sequence"] else { return reached }
            reached = last
        }
    }
}

/// Explains an app's state.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Says why an app is in its state, what holds it there, and what happens next."
    )

    @OptionGroup var app: AppArguments
    @OptionGroup var server: ServerOptions

    func run() async throws {
        server.show(try await server.ask(.GET, ["devices", app.device, "apps", app.bundleID, "explain"])) { answer in
            var lines = ["\(app.bundleID) is \(answer["state"]?.cellText ?? "")"]
            lines += (answer["because"]?.elements ?? []).map { "  because \($0.cellText)" }
            let held = answer["heldBy"]?.elements ?? []
            if !held.isEmpty { lines.append("assertions:") }
            lines += held.map(Self.assertionLine)
            let next = answer["next"]?.elements ?? []
            lines.append(next.isEmpty ? "if nothing else happens, nothing will" : "if nothing else happens:")
            lines += next.map(Self.expectedLine)
            return lines.joined(separator: "\n")
        }
    }

    /// An assertion, on one line: its kind, its name if it has one, and the time left if that is limited.
    static func assertionLine(_ held: Value) -> String {
        let words = [held["assertion"], held["name"]].compactMap { $0?.cellText }.filter { !$0.isEmpty }
        let left = held["remainingSeconds"].map { $0 == .null ? "" : ", \($0.cellText) s left" } ?? ""
        return "  \(words.joined(separator: " "))\(left)"
    }

    /// A record that is expected, on one line.
    private static func expectedLine(_ record: Value) -> String {
        guard case .object(let members) = record else { return "" }
        let shown = ["time", "kind", "bundleID", "pid"]
        let rest = members.filter { !shown.contains($0.name) }.map { "\($0.name): \($0.value.cellText)" }
        return "  \(record["time"]?.cellText ?? "")  \(record["kind"]?.cellText ?? "")  " + rest.joined(separator: ", ")
    }
}

/// Audits an app.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Lists what an app did that loses data or will, with what to do; exit code 1 when there is an error."
    )

    @OptionGroup var app: AppArguments
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let answer = try await server.ask(.GET, ["devices", app.device, "apps", app.bundleID, "audit"])
        let findings = answer["findings"]?.elements ?? []
        server.show(answer) { _ in
            guard !findings.isEmpty else { return "no findings" }
            return findings.map { finding in
                let evidence = (finding["evidence"]?.elements ?? []).map { "#\($0.cellText)" }.joined(separator: " ")
                return """
                    \(finding["severity"]?.cellText ?? "")  \(finding["code"]?.cellText ?? ""): \(finding["detail"]?.cellText ?? "")
                      \(finding["advice"]?.cellText ?? "")\(evidence.isEmpty ? "" : "\n  records \(evidence)")
                    """
            }
            .joined(separator: "\n")
        }
        if findings.contains(where: { $0["severity"] == "error" }) { throw ExitCode(1) }
    }
}

/// Makes a scenario of what happened on a device.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Prints what happened on a device as a scenario, which `greenroom test` runs."
    )

    @Argument(help: "The device's id.")
    var device: String
    @Option(help: "Only what follows this sequence is checked; earlier steps only lead to it.")
    var after: Int64 = 0
    @Flag(
        help: """
            The scenario says how it should be, not how it was: what was found wrong must never come, and what may \
            follow from it is not checked.
            """
    )
    var asItShouldBe = false
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let path = ["v1", "devices", device, "scenario"]
        let query = [("after", String(after))] + (asItShouldBe ? [("asItShouldBe", "true")] : [])
        for line in try await server.client.text(path, query: query) { print(line) }
    }
}

/// Lists what was sent to a server.
struct RequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Lists the newest requests that a server got, oldest first, and why some were refused."
    )

    @Option(help: "Only those to this device.")
    var device: String?
    @Flag(help: "Only those that were refused.")
    var refused = false
    @Option(help: "How many at most, from 1 to 1000.")
    var limit = 100
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var query = [("limit", String(limit))]
        if let device { query.append(("device", device)) }
        if refused { query.append(("refused", "true")) }
        let answer = try await server.ask(.GET, ["requests"], query: query)
        let requests = (answer["requests"]?.elements ?? []).reversed()
        let columns: [TextTable.Column] = [
            .init("number", "number"),
            .init("time", "time"),
            .init("method", "method"),
            .init("path", "path"),
            .init("status", "status"),
            .init("problem", "problem", "code", leftOutWhenEmpty: true),
            .init("body") { String(($0["body"]?.text ?? "").prefix(Self.shownBody)).replacing("\n", with: " ") },
        ]
        server.show("requests", Array(requests), columns: columns)
    }

    /// How much of a body is shown in a row, in characters; `--json` has all that is kept.
    private static let shownBody = 80
}
