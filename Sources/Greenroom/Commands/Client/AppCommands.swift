import ArgumentParser
import LifecycleKernel
import NIOHTTP1
import WireFormat

/// Lists the apps of a device.
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "apps", abstract: "Lists the apps of a device.")

    @Argument(help: "The device's id.")
    var device: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let apps = try await server.list("apps", ["devices", device, "apps"])
        server.show(["apps": .array(apps)]) { _ in
            var table = TextTable("app", "state", "pid")
            for app in apps {
                table.add(app["bundleID"]?.cellText ?? "", app["state"]?.cellText ?? "", app["pid"]?.cellText ?? "")
            }
            return table.text
        }
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
        server.show(["processes": .array(processes)]) { _ in
            var table = TextTable("pid", "app", "state", "launched for", "started", "ended")
            for process in processes {
                table.add(
                    process["pid"]?.cellText ?? "",
                    process["bundleID"]?.cellText ?? "",
                    process["state"]?.cellText ?? "",
                    process["launchReason"]?.cellText ?? "",
                    process["startedAt"]?.cellText ?? "",
                    process["exit"]?["reason"]?.cellText ?? ""
                )
            }
            return table.text
        }
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
        server.show(["reports": .array(reports)]) { _ in
            var table = TextTable("report", "kind", "pid", "reason", "time")
            for report in reports {
                table.add(
                    report["id"]?.cellText ?? "",
                    report["kind"]?.cellText ?? "",
                    report["pid"]?.cellText ?? "",
                    report["reason"]?.cellText ?? "",
                    report["time"]?.cellText ?? ""
                )
            }
            return table.text
        }
    }
}
