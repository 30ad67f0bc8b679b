import ArgumentParser
import Commands
import Explorer
import GreenroomClient
import LifecycleKernel
import Scenarios
import WireFormat

/// The server that explores, if one does.
struct ExploreServerOptions: ParsableArguments {
    @Option(
        help: """
            The address of a server that explores, such as http://127.0.0.1:8080; GREENROOM_SERVER when not given; \
            without either this process does.
            """
    )
    var server: String?

    @Option(help: "The server's token; GREENROOM_TOKEN when not given.")
    var token: String?

    @Option(help: "Explores from this device of the server as it is now, in place of a file.")
    var device: String?

    /// A client of the server; nil when this process explores.
    var client: ServerConnection? { ServerConnection(server: server, token: token) }
}

extension ExploreCommand {
    /// Has the server explore each file, or the device.
    func explore(on client: ServerConnection) async throws {
        let server = ExploreOnServer(client: client, asItIs: asItIs)
        var results = ExplorationResults(required: require, failing: failOn)
        if let device = serverOptions.device {
            try await results.add(explore(try body(exploring: device), on: server), file: device)
        } else {
            for (path, read) in try explorations() {
                var exploration = read
                options.limitForServer(&exploration.limits)
                try await corpus?.replay(exploration, quietly: json)
                let body = options.body(of: [.init("file", exploration.document)])
                try await results.add(explore(body, on: server), file: path)
            }
        }
        try finish(results)
    }

    /// Has the server explore, prints the report, and writes a scenario for each new failure into the folder.
    private func explore(_ body: Value, on server: ExploreOnServer) async throws -> ExplorationOutcome {
        let found = try await server.explore(body, withCoverage: coverage)
        print(json ? JSONText.write(found.report).asText : found.text)
        if let corpus {
            for (number, name) in found.numbers {
                let yaml = try await server.scenario(number, of: found.id)
                try corpus.write(named: name, quietly: json) { yaml }
            }
        }
        return found.outcome
    }

    /// What the server is asked for when it begins with a device as it is.
    private func body(exploring device: String) throws -> Value {
        guard files.isEmpty, options.after == nil else {
            let others = files.isEmpty ? "--after" : "files"
            throw Failure.exit("give \(others) or --device, and not both", code: Failure.usage)
        }
        return try options.body(exploring: device, stoppingAt: first ? failOn : nil)
    }
}

extension ExploreOptions {
    /// The body of a request that begins with a device as it is.
    fileprivate func body(exploring device: String, stoppingAt severity: Finding.Severity?) throws -> Value {
        var inputs = InputChoice()
        apply(to: &inputs)
        var limits = SearchLimits()
        apply(to: &limits)
        limitForServer(&limits)
        limits.stopsAt = severity
        var members: [Value.Member] = [.init("from", ["device": .string(device)])] + inputs.members + limits.members
        if let app { members.append(.init("target", .string(app))) }
        let known = try knownSignatures()
        if !known.isEmpty { members.append(.init("known", .array(known.map { .string($0) }))) }
        return body(of: members)
    }

    /// Where only the time is limited, takes as many transitions as a server takes at most.
    fileprivate func limitForServer(_ limits: inout SearchLimits) {
        if budget != nil, transitions == nil { limits.transitions = ExplorationLimits.transitions }
    }

    /// The body of a request: what is explored, and the options that do not belong to it.
    fileprivate func body(of members: [Value.Member]) -> Value {
        var body = members
        if !properties.isEmpty { body.append(.init("for", .array(properties.map { .string($0) }))) }
        // Without one the transitions are the limit, as in this process.
        body.append(.init("budgetSeconds", .number(min(budget?.seconds ?? longestBudget, longestBudget))))
        if let jobs { body.append(.init("jobs", .integer(Int64(jobs)))) }
        return .object(body)
    }

    /// The longest search of a server, in seconds.
    private var longestBudget: Double { Double(ExplorationLimits.longestBudget.count) / 1_000 }
}
