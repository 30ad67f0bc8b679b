import ArgumentParser
import Explorer
import Foundation
import GreenroomClient
import LifecycleKernel
import Scenarios
import WireFormat

/// The server that explores, if one does.
struct ExploreServerOptions: ParsableArguments {
    @Option(
        help: """
            The address of a server that explores, such as http://127.0.0.1:8080; GREENROOM_SERVER when not given; \
            without either this process does, and with --alphabet, --coverage, --first, --junit, --grid, --resolution, \
            --after and --memory, which are not for a server.
            """
    )
    var server: String?

    @Option(help: "The server's token; GREENROOM_TOKEN when not given.")
    var token: String?

    @Option(help: "Explores from this device of the server as it is now, in place of a file.")
    var device: String?

    /// A client of the server; nil when this process explores.
    func client(in environment: [String: String] = ProcessInfo.processInfo.environment) -> ServerConnection? {
        let token = self.token ?? environment[Settings.table.token.about.variable]
        return (server ?? environment[ServerOptions.variable]).map { ServerConnection(address: $0, token: token) }
    }
}

extension ExploreCommand {
    /// The server that explores; nil when this process does, as also with an option that no server has, unless the server is
    /// an option itself.
    var explorer: ServerConnection? {
        if serverOptions.server == nil, serverOptions.device == nil, optionOfThisProcess != nil { return nil }
        return serverOptions.client()
    }

    /// The first option that was given and is for a search in this process only.
    private var optionOfThisProcess: String? {
        let options = [
            (alphabet, "--alphabet"), (coverage, "--coverage"), (first, "--first"), (junit != nil, "--junit"),
            (options.grid, "--grid"), (options.resolution != nil, "--resolution"), (options.after != nil, "--after"),
            (options.memory != nil, "--memory"),
        ]
        return options.first { $0.0 }?.1
    }

    /// Has the server explore each file, or the device.
    func explore(on client: ServerConnection) async throws {
        if let option = optionOfThisProcess {
            throw Failure.exit("\(option) is not for a server", code: Failure.usage)
        }
        let server = ExploreOnServer(client: client, asItIs: asItIs)
        var fails = false
        var isComplete = true
        for body in try bodies() {
            let found = try await server.explore(body)
            print(json ? JSONText.write(found.report).asText : found.text)
            try await write(found, from: server)
            fails = fails || found.fails(at: failOn)
            isComplete = isComplete && found.reaches(require)
        }
        if fails { throw ExitCode(1) }
        if !isComplete { throw ExitCode(ExplorationResults.notEnough) }
    }

    /// What the server is asked for.
    private func bodies() throws -> [Value] {
        if let device = serverOptions.device {
            guard files.isEmpty else {
                throw Failure.exit("give files or --device, and not both", code: Failure.usage)
            }
            return [options.body(of: [.init("from", ["device": .string(device)])], fields: .object([]))]
        }
        let known = try options.knownSignatures()
        return try options.paths(of: files).map { file in
            let name = URL(filePath: file).deletingPathExtension().lastPathComponent
            let exploration = try options.document(of: file).asExploration(named: name)
            let listed = exploration["known"]?.elements ?? []
            let all = listed + known.map { .string($0) }
            return options.body(
                of: [],
                fields: all.isEmpty ? exploration : exploration.setting("known", to: .array(all))
            )
        }
    }

    /// Writes a scenario for each new failure into the folder.
    private func write(_ found: ExploreOnServer.Found, from server: ExploreOnServer) async throws {
        guard let save else { return }
        let saved = SavedFailures(folder: save, asItIs: asItIs)
        for (number, signature) in found.numbers {
            let yaml = try await server.scenario(number, of: found.id)
            try saved.write(named: signature.asFileName, quietly: json) { yaml }
        }
    }
}

extension ExploreOptions {
    /// The body of a request: what it begins with, and the options as fields of the exploration.
    ///
    /// - Parameter origin: Where it begins; nothing for a file, of which the fields are.
    fileprivate func body(of origin: [Value.Member], fields: Value) -> Value {
        let exploration = applying(toFields: fields)
        var body = origin
        if origin.isEmpty {
            body.append(.init("file", exploration))
        } else if case .object(let members) = exploration {
            body += members
        }
        if !properties.isEmpty { body.append(.init("for", .array(properties.map { .string($0) }))) }
        // Without one the transitions are the limit, as in this process.
        body.append(.init("budgetSeconds", .number(min(budget?.seconds ?? longestBudget, longestBudget))))
        if let jobs { body.append(.init("jobs", .integer(Int64(jobs)))) }
        return .object(body)
    }

    /// The longest search of a server, in seconds.
    private var longestBudget: Double { 300 }

    private func applying(toFields fields: Value) -> Value {
        var fields = fields
        if let app { fields = fields.setting("target", to: .string(app)) }
        var letters = fields["letters"] ?? .object([])
        if !events.isEmpty { letters = letters.setting("only", to: .array(events.map { .string($0) })) }
        for (name, more) in [("with", with), ("without", without)] where !more.isEmpty {
            let given = letters[name]?.elements ?? []
            letters = letters.setting(name, to: .array(given + more.map { .string($0) }))
        }
        if letters != .object([]) { fields = fields.setting("letters", to: letters) }
        var limits = fields["limits"] ?? .object([])
        for (name, limit) in [("interruptions", interruptions), ("depth", depth), ("transitions", transitions)] {
            if let limit { limits = limits.setting(name, to: .integer(Int64(limit))) }
        }
        if let seed { limits = limits.setting("seed", to: .integer(Int64(clamping: seed))) }
        return limits == .object([]) ? fields : fields.setting("limits", to: limits)
    }

    /// The document of a file; what `from` names is put into it.
    ///
    /// - Throws: What ends the command: a file cannot be read.
    fileprivate func document(of file: String) throws -> Value {
        let document = try read(file)
        guard let name = document["from"]?.text, case .object(let members) = document else { return document }
        let base = try read(URL(filePath: file).deletingLastPathComponent().appending(path: name).path)
        var whole: Value = .object(members.filter { $0.name != "from" })
        let apps = base["bundleID"] == nil ? base["apps"] : [base]
        if whole["apps"] == nil, let apps { whole = whole.setting("apps", to: apps) }
        if whole["device"] == nil, let device = base["device"] { whole = whole.setting("device", to: device) }
        return whole
    }

    private func read(_ file: String) throws -> Value {
        let text = try text(of: file)
        do throws(DocumentFileError) {
            return try DocumentFile.read(text: text, name: file) { value throws(Rejection) in value }
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
    }
}

extension Value {
    /// A file as an exploration: an app and a scenario become one, with the device and the apps.
    fileprivate func asExploration(named name: String) -> Value {
        if self["explore"] != nil { return self }
        if self["bundleID"] != nil { return ["explore": .string(name), "apps": [self]] }
        var fields: Value = ["explore": self["scenario"] ?? .string(name)]
        for name in ["device", "apps"] { if let value = self[name] { fields = fields.setting(name, to: value) } }
        return fields
    }
}
