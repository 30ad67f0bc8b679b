import ArgumentParser
import Foundation
import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

/// Lists devices.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "devices", abstract: "Lists the devices of a server.")

    @Option(help: "Only devices with this label, as key:value.")
    var label: String?

    @OptionGroup var server: ServerOptions

    func run() async throws {
        let devices = try await server.list("devices", ["devices"], query: label.map { [("label", $0)] } ?? [])
        let columns: [TextTable.Column] = [
            .init("device", "id"),
            .init("model", "model"),
            .init("rules", "rules", "profile"),
            .init("clock", "clock", "mode"),
            .init("time", "clock", "now"),
            .init("apps") { device in
                (device["apps"]?.elements ?? [])
                    .map { "\($0["bundleID"]?.cellText ?? ""): \($0["state"]?.cellText ?? "")" }
                    .joined(separator: ", ")
            },
        ]
        server.show("devices", devices, columns: columns)
    }
}

/// Makes a device.
struct CreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Makes a device and prints its id."
    )

    @Argument(help: "Its id; made up when not given.")
    var device: String?

    @Option(help: "iPhone or iPad.")
    var model: String?

    @Option(help: "The rule profile: ios18, ios26, ios27, ios12, simulator or documents.")
    var rules: String?

    @Option(help: "What moves its clock: manual, realtime, or a factor such as 60.")
    var clock: String = "manual"

    @Option(help: "A bundle id to install at once; may be given several times.")
    var app: [String] = []

    @OptionGroup var server: ServerOptions

    func run() async throws {
        var settings: [Value.Member] = [.init("clock", clockSettings)]
        if let device { settings.append(.init("id", .string(device))) }
        if let model { settings.append(.init("model", .string(model))) }
        if let rules { settings.append(.init("rules", .string(rules))) }
        if !app.isEmpty { settings.append(.init("apps", .array(app.map { ["bundleID": .string($0)] }))) }
        let made = try await server.ask(.POST, ["devices"], body: .object(settings))
        AppWarnings(device: made).write()
        server.show(made) { $0["id"]?.cellText ?? "" }
    }

    private var clockSettings: Value { .clock(movedBy: clock) }
}

extension Value {
    /// What moves a clock, as it is given on the command line: a mode, or the rate of a scaled clock.
    fileprivate static func clock(movedBy text: String) -> Value {
        guard let rate = Double(text) else { return ["mode": .string(text)] }
        return ["mode": "scaled", "rate": .number(rate)]
    }
}

/// Shows or changes the clock of a device.
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Shows the clock of a device, or changes what moves it."
    )

    @Argument(help: "The device's id.")
    var device: String
    @Argument(help: "What moves it from now on: manual, realtime, or a factor such as 60; pause or resume.")
    var change: String?
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let path = ["devices", device, "clock"]
        let clock =
            switch change {
            case nil: try await server.ask(.GET, path)
            case "pause": try await server.ask(.PATCH, path, body: ["paused": true])
            case "resume": try await server.ask(.PATCH, path, body: ["paused": false])
            case let change?: try await server.ask(.PATCH, path, body: .clock(movedBy: change))
            }
        server.show(clock) { clock in
            let rate = clock["rate"].map { $0 == .null ? "" : " \($0.cellText)" } ?? ""
            let paused = clock["paused"] == true ? ", paused" : ""
            return "\(clock["now"]?.cellText ?? "") \(clock["mode"]?.cellText ?? "")\(rate)\(paused)"
        }
    }
}

/// Makes a copy of a device that goes on by itself.
struct ForkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fork",
        abstract: "Makes a copy of a device, as it is or as it was, and prints its id."
    )

    @Argument(help: "The device's id.")
    var device: String
    @Argument(help: "The id of the copy; made up when not given.")
    var copy: String?
    @Option(
        help: """
            The sequence of the record up to which the copy has the device's life, with all of the input or the \
            deadline that wrote it.
            """
    )
    var at: Int64?
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var body: [Value.Member] = []
        if let copy { body.append(.init("id", .string(copy))) }
        if let at { body.append(.init("at", .integer(at))) }
        let made = try await server.ask(.POST, ["devices", device, "fork"], body: .object(body), timeout: .minutes(10))
        AppWarnings(device: made).write()
        server.show(made) { $0["id"]?.cellText ?? "" }
    }
}

/// Deletes a device.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes a device with all that is on it."
    )

    @Argument(help: "The device's id.")
    var device: String

    @OptionGroup var server: ServerOptions

    func run() async throws {
        try await server.ask(.DELETE, ["devices", device])
    }
}

/// Installs or updates an app.
struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Installs an app, or updates it.",
        discussion: """
            Warns on standard error of keys of the Info.plist that have no effect, and of handlers that are never called.
            """
    )

    @Argument(help: "The device's id.")
    var device: String

    @Argument(help: "The app: a bundle id, or a JSON file that describes it (bundleID, infoPlist, behavior...).")
    var app: String

    @OptionGroup var server: ServerOptions

    func run() async throws {
        let (bundleID, manifest) = try description()
        let path = ["devices", device, "apps", bundleID]
        let installed = try await server.ask(.PUT, path, body: manifest)
        AppWarnings(app: installed).write()
        server.show(installed) { "\(bundleID) \($0["version"]?.cellText ?? "")" }
    }

    private func description() throws -> (bundleID: String, manifest: Value) {
        guard FileManager.default.fileExists(atPath: app) else { return (app, .object([])) }
        let manifest = try Value.given(inFile: app)
        guard case .object(let members) = manifest, let bundleID = manifest["bundleID"]?.text else {
            throw Failure.exit("\(app): An app has a bundleID.", code: Failure.usage)
        }
        return (bundleID, .object(members.filter { $0.name != "bundleID" }))
    }
}
