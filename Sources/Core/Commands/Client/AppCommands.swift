import ArgumentParser
import LifecycleKernel
import NIOHTTP1
import Scenarios
import Telemetry
import WireFormat

/// Lists the apps of a device.
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "apps", abstract: "Lists the apps of a device.")

    @Argument(help: "The device's id.")
    var device: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let apps = try await server.list("apps", ["devices", device, "apps"])
        server.show("apps", apps, columns: [.init("app", "bundleID"), .init("state", "state"), .init("pid", "pid")])
    }
}

/// Uninstalls an app.
struct UninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Uninstalls an app; its process ends."
    )

    @OptionGroup var app: AppArguments
    @OptionGroup var server: ServerOptions

    func run() async throws {
        try await server.ask(.DELETE, ["devices", app.device, "apps", app.bundleID])
    }
}

/// The app's own code does something.
struct ActCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "act",
        abstract: "Lets the code of an app do something, as JSON."
    )

    @OptionGroup var app: AppArguments
    @Argument(help: #"The action or a list of them, such as '{"action": "edit", "count": 2}'."#)
    var action: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let action = try Value.given(Array(action.utf8), as: "the action")
        try await server.input(["apps", app.bundleID, "actions"], action, on: app.device)
    }
}

/// Lists processes.
struct ProcessesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "processes",
        abstract: "Lists the processes of a device, those that have ended included."
    )

    @Argument(help: "The device's id.")
    var device: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let processes = try await server.list("processes", ["devices", device, "processes"])
        let columns: [TextTable.Column] = [
            .init("pid", "pid"),
            .init("app", "bundleID"),
            .init("extension", "extension", leftOutWhenEmpty: true),
            .init("state", "state"),
            .init("launched for", "launchReason"),
            .init("started", "startedAt"),
            .init("ended", "exit", "reason"),
        ]
        server.show("processes", processes, columns: columns)
    }
}

/// Lists the reports of an app, or prints one.
struct ReportsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "Lists the crash and jetsam reports of an app, or prints one as the device would keep it."
    )

    @OptionGroup var app: AppArguments
    @Argument(help: "The report to print, by its id in the list.")
    var report: String?
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let path = ["devices", app.device, "apps", app.bundleID, "reports"]
        if let report {
            for line in try await server.client.text(["v1"] + path + [report], query: []) { print(line) }
            return
        }
        let reports = try await server.list("reports", path)
        let columns: [TextTable.Column] = [
            .init("report", "id"), .init("kind", "kind"), .init("pid", "pid"), .init("reason", "reason"),
            .init("time", "time"),
        ]
        server.show("reports", reports, columns: columns)
    }
}

/// What an answer says about apps that who installed them may not expect.
struct AppWarnings {
    /// The warnings, each on a line.
    private(set) var lines: [String] = []

    /// Takes them from the resource of an app.
    init(app: Value) {
        let bundleID = app["bundleID"]?.text ?? ""
        add("these keys of the Info.plist have no effect", app["ignoredInfoPlistKeys"], of: bundleID)
        add(Self.neverCalled, app["behaviorNeverCalled"], of: bundleID)
    }

    /// Takes them from the resource of a device, which has them by app.
    init(device: Value) {
        guard case .object(let apps)? = device["behaviorNeverCalled"] else { return }
        for app in apps { add(Self.neverCalled, app.value, of: app.name) }
    }

    private static let neverCalled = "these handlers of the behavior are never called"

    private mutating func add(_ message: String, _ names: Value?, of bundleID: String) {
        let names = (names?.elements ?? []).compactMap(\.text)
        guard !names.isEmpty else { return }
        lines.append("\(bundleID): \(message): \(names.joined(separator: ", "))".onOneLine)
    }

    /// Writes them to standard error, so that standard output stays what the command prints.
    func write() {
        for line in lines { StandardErrorSink().write("greenroom: warning: \(line)\n") }
    }
}
