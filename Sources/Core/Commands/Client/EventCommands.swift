import ArgumentParser
import Foundation
import GreenroomClient
import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

extension ServerOptions {
    /// Sends an input to a device and prints the records that it caused.
    func input(_ path: [String], _ body: Value, on device: String) async throws {
        let answer = try await ask(.POST, ["devices", device] + path, body: body, timeout: .minutes(10))
        if json { print(JSONText.write(answer).asText) } else { try await printRecords(in: answer, of: device) }
    }

    /// Moves a device's clock as far as asked, however often the server stops on the way, and prints the records that it
    /// caused.
    func advance(_ body: Value, on device: String) async throws {
        var request = AdvanceRequest(body)
        var records: [Value] = []
        while true {
            let path = ["devices", device, "clock", "advance"]
            let answer = try await ask(.POST, path, body: request.body, timeout: .minutes(10))
            if json {
                records += answer["records"]?.elements ?? []
            } else {
                try await printRecords(in: answer, of: device)
            }
            guard try !request.resume(after: answer) else { continue }
            if json {
                print(JSONText.write(answer.with(records: records)).asText)
            } else {
                printCallbacks(in: answer)
            }
            return
        }
    }

    /// Prints the callbacks at which an advance has stopped, with the sequences by which they are completed.
    private func printCallbacks(in answer: Value) {
        for callback in answer["callbacks"]?.elements ?? [] {
            guard let name = callback["name"]?.text, let app = callback["bundleID"]?.text,
                case .integer(let sequence)? = callback["sequence"]
            else { continue }
            print("stopped: \(name) of \(app) is in flight, callback \(sequence)")
        }
    }

    /// Prints the records in an answer as lines; those of a server of another version as that server formats them.
    private func printRecords(in answer: Value, of device: String) async throws {
        let records = answer["records"]?.elements ?? []
        if let records = try? records.map({ try Record($0, at: "") }) {
            for record in records { print(RecordLine.text(record)) }
        } else if case .integer(let first)? = records.first?["sequence"],
            case .integer(let last)? = records.last?["sequence"]
        {
            try await printLines(of: device, after: first - 1, upTo: last)
        }
    }

    /// Prints the records of a device after a sequence as lines, as the server formats them.
    ///
    /// - Returns: The sequence of the last record printed.
    @discardableResult func printLines(
        of device: String,
        after: Int64,
        upTo last: Int64 = .max,
        filter: [(String, String)] = []
    ) async throws -> Int64 {
        var reached = after
        while reached < last {
            let page = min(1_000, last - reached)
            let query = [("after", String(reached)), ("limit", String(page))] + filter
            let lines = try await client.text(["v1", "devices", device, "timeline"], query: query)
            guard !lines.isEmpty else { break }
            for line in lines {
                print(line)
                let sequence = line.drop { $0 == " " }.prefix { $0 != " " }
                reached = Int64(sequence) ?? last
            }
        }
        return reached
    }
}

/// The user opens an app.
struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch",
        abstract: "Opens an app, as the user does by tapping its icon."
    )

    @OptionGroup var app: AppArguments
    @Argument(help: "Arguments for the app.")
    var arguments: [String] = []
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var event: [Value.Member] = [.init("type", "app.launch"), .init("bundleID", .string(app.bundleID))]
        if !arguments.isEmpty { event.append(.init("arguments", .array(arguments.map(Value.string)))) }
        try await server.input(["events"], .object(event), on: app.device)
    }
}

/// The user presses Home.
struct HomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "home", abstract: "Presses Home.")

    @Argument(help: "The device's id.")
    var device: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        try await server.input(["events"], ["type": "device.home"], on: device)
    }
}

/// The user opens a URL.
struct OpenURLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openurl",
        abstract: "Opens a URL in the app that owns its scheme, or in a given one."
    )

    @Argument(help: "The device's id.")
    var device: String
    @Argument(help: "The URL.")
    var url: String
    @Option(help: "The bundle id of the app to open it in.")
    var app: String?
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var event: [Value.Member] = [.init("type", "app.openURL"), .init("url", .string(url))]
        if let app { event.append(.init("bundleID", .string(app))) }
        try await server.input(["events"], .object(event), on: device)
    }
}

/// A push arrives.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Delivers a remote notification; without a payload a silent one."
    )

    @OptionGroup var app: AppArguments
    @Argument(help: "A file with the payload as APNs takes it, or - for standard input.")
    var payload: String?
    @Option(help: "apns-priority: 10, 5 or 1.")
    var priority: Int?
    @Option(help: "apns-push-type: alert or background; what the payload asks for when not given.")
    var pushType: String?
    @Option(help: "apns-collapse-id.")
    var collapseID: String?
    @Option(help: "apns-expiration as a time of the device, such as 2026-01-01T00:10:00.000Z; when not given, never.")
    var expiresAt: String?
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let content: Value = try payload.map { try .given(inFile: $0) } ?? ["aps": ["content-available": 1]]
        var event: [Value.Member] = [
            .init("type", "push.deliver"), .init("bundleID", .string(app.bundleID)), .init("payload", content),
        ]
        // Without them the server takes the type that the payload asks for, and the priority of that type.
        if let pushType { event.append(.init("pushType", .string(pushType))) }
        if let priority { event.append(.init("priority", .integer(Int64(priority)))) }
        if let collapseID { event.append(.init("collapseID", .string(collapseID))) }
        if let expiresAt { event.append(.init("expiresAt", .string(expiresAt))) }
        try await server.input(["events"], .object(event), on: app.device)
    }
}

/// An app is ended.
struct TerminateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terminate",
        abstract: "Ends an app: as the Simulator's host does, or for another cause."
    )

    @OptionGroup var app: AppArguments
    @Option(help: "simulatorHost, jetsam, system, cpuLimit, thermal, diskSpace..., or forceQuit for the user's swipe.")
    var cause: String = "simulatorHost"
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let bundleID = Value.Member("bundleID", .string(app.bundleID))
        let event: [Value.Member] =
            cause == "forceQuit"
            ? [.init("type", "app.forceQuit"), bundleID]
            : [.init("type", "app.terminate"), bundleID, .init("cause", .string(cause))]
        try await server.input(["events"], .object(event), on: app.device)
    }
}

/// Any event.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Sends any event or list of events, as JSON."
    )

    @Argument(help: "The device's id.")
    var device: String
    @Argument(help: #"The event, such as '{"type": "device.lock"}'."#)
    var event: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let value = try Value.given(Array(event.utf8), as: "the event")
        try await server.input(["events"], value, on: device)
    }
}

/// Time passes.
struct AdvanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advance",
        abstract: "Lets time pass on a device and prints what happened."
    )

    @Argument(help: "The device's id.")
    var device: String
    @Argument(help: "How many seconds; an instant such as 2026-01-01T09:00:00.000Z; or idle: until nothing is due.")
    var howFar: String
    @Flag(help: "Stop while a callback of an attached app is in flight, so that no time passes before it is completed.")
    var stopAtCallbacks = false
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var advance: Value =
            if let seconds = Double(howFar) {
                ["seconds": .number(seconds)]
            } else if howFar == "idle" {
                ["untilIdle": true]
            } else {
                ["to": .string(howFar)]
            }
        if stopAtCallbacks, case .object(let members) = advance {
            advance = .object(members + [.init("stopAtCallbacks", true)])
        }
        try await server.advance(advance, on: device)
    }
}

extension Value {
    /// An answer with these records.
    fileprivate func with(records: [Value]) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.name == "records" ? .init("records", .array(records)) : $0 })
    }
}

/// Sends many events to many devices in one request.
struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Sends many events to many devices in one request; exit code 1 when one was refused.",
        discussion: """
            Each line is an object with a device and an event. For each line the server's verdict is printed, in the \
            same order; a line that is refused does not affect the others.
            """
    )

    @Argument(help: "A file of JSON lines, or - for standard input.")
    var file: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let data =
            file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
        guard let data else { throw Failure.exit("\(file): it cannot be read", code: Failure.usage) }
        var refused = 0
        for verdict in try await server.client.text(["v1", "batch"], sendingLines: data) {
            print(verdict)
            if try JSONText.parse(verdict.utf8)["status"] != 200 { refused += 1 }
        }
        if refused > 0 { throw ExitCode(1) }
    }
}
