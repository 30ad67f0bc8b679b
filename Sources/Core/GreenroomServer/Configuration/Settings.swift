import DeviceHost
import HTTPAPI
import Logging
import SQLiteStore
import Telemetry

/// Every setting of the core of `greenroom serve`, in the order in which people read them: a row each, and nothing more.
///
/// A row is an option (`--max-devices 10`) and an environment variable (`GREENROOM_MAX_DEVICES=10`); the option counts when
/// both are given. The value is a property of `ServerConfiguration` by the row's name. `make documents` writes the table of
/// docs/operating.md; a test keeps it current.
package struct Settings: Sendable {
    /// The rows.
    package static let table = Settings()

    private static let limits = HostLimits()

    package let host = Setting<String>(
        about: SettingDescription(
            name: "host",
            summary: "The address to listen on.",
            defaultText: "127.0.0.1",
            accepted: "an address or the name of one"
        ),
        defaultValue: "127.0.0.1",
        parse: { $0.isEmpty || $0.contains(where: \.isWhitespace) ? nil : $0 }
    )

    package let port = Setting.integer(
        "port",
        8_080,
        in: 0...65_535,
        "The port to listen on; 0 takes a free one, and the ready line says which."
    )

    package let token = Setting.token("token", "The bearer token that requests must have; none is required without it.")

    package let tokenFile = Setting.tokenFile(
        "token-file",
        "A file with only the token; other users of the machine can read the argument `--token`."
    )

    package let readOnlyToken = Setting.token(
        "read-only-token",
        "A second bearer token, with which nothing can be changed; needs `--token`."
    )

    package let readOnlyTokenFile = Setting.tokenFile("read-only-token-file", "A file with only that second token.")

    package let allowedHosts = Setting<[String]>(
        about: SettingDescription(
            name: "allowed-hosts",
            summary: "The names by which clients may call the server, besides `--host`, loopback and addresses.",
            defaultText: "none",
            accepted: "host names without ports, separated by commas, or * for any"
        ),
        defaultValue: [],
        parse: HostNames.list
    )

    package let allowedOrigins = Setting<AllowedOrigins>(
        about: SettingDescription(
            name: "allowed-origins",
            summary: "The pages of other sites that may use the server from a browser (CORS), by their origins.",
            defaultText: "none",
            accepted: "origins of HTTP or HTTPS without a path, such as https://app.example.com,http://localhost:5173, "
                + "separated by commas; or * for any, with a token"
        ),
        defaultValue: .none,
        parse: { AllowedOrigins($0) }
    )

    package let insecure = Setting.flag(
        "insecure",
        "Allows listening beyond loopback without a token."
    )

    package let demo = Setting.flag(
        "demo",
        "Creates a device named demo at the start, with one app in front and one suspended."
    )

    package let seed = Setting.path(
        "seed",
        "A folder of devices to create before the server is ready: a YAML or JSON file each.",
        accepted: "the path of a folder"
    )

    package let logFormat = Setting.choice("log-format", LogFormat.text, "How log lines are written to standard error.")

    package let logLevel = Setting.choice("log-level", Logger.Level.notice, "The least important lines to log.")

    package let tickInterval = Setting.milliseconds(
        "tick-interval",
        10,
        in: 1...60_000,
        "How often the time of devices with running clocks is advanced. It changes no outcome, only when it is seen."
    )

    package let shards = Setting.integer(
        "shards",
        HostLimits.shardsForThisMachine,
        shownAs: "4 for each core",
        in: 1...1_024,
        "How many actors the devices are spread over; rounded up to a power of two."
    )

    package let maxDevices = Setting.integer(
        "max-devices",
        Settings.limits.devices,
        in: 1...10_000_000,
        "How many devices there can be at once."
    )

    package let devicesInMemory = Setting.integer(
        "devices-in-memory",
        Settings.limits.devicesInMemory,
        in: 1...10_000_000,
        "How many devices are kept in memory with `--data-dir` or `--database`; others are evicted, and loaded when they are used."
    )

    package let maxAppsPerDevice = Setting.integer(
        "max-apps-per-device",
        Settings.limits.appsPerDevice,
        in: 1...10_000,
        "How many apps can be installed on a device."
    )

    package let recordsPerDevice = Setting.integer(
        "records-per-device",
        Settings.limits.recordsPerDevice,
        in: 0...10_000_000,
        "How many records of a device's timeline are kept; the oldest are evicted first."
    )

    package let maxRecordBytes = Setting.integer(
        "max-record-bytes",
        Settings.limits.recordBytesInTotal,
        in: 1_048_576...1_099_511_627_776,
        "How many bytes of records are kept in memory for all devices; devices lose the older half of theirs in turn."
    )

    package let inputsPerDevice = Setting.integer(
        "inputs-per-device",
        Settings.limits.inputsPerDevice,
        in: 0...10_000_000,
        "How many inputs of a device are kept in memory, for forks of earlier states; for servers without `--data-dir` and `--database`."
    )

    package let dataDirectory = Setting.path(
        "data-dir",
        "The directory in which devices are kept; without it they are kept in memory only.",
        accepted: "the path of a directory"
    )

    package let durability = Setting.choice(
        "durability",
        SQLiteStore.Durability.process,
        "What an acknowledged input survives: the end of the process, or a loss of power too."
    )

    package let acceptDamage = Setting.flag(
        "accept-damage",
        "Starts even if SQLite finds the store damaged, with the devices that can be recovered."
    )

    package let storedRecordsPerDevice = Setting.integer(
        "stored-records-per-device",
        Settings.limits.storedRecordsPerDevice,
        in: 0...1_000_000_000,
        "How many records of a device the data directory or database keeps at least; older ones are deleted with their inputs."
    )

    package let stepsPerSnapshot = Setting.integer(
        "steps-per-snapshot",
        Settings.limits.stepsPerSnapshot,
        in: 1...1_000_000,
        "After how many steps of a device a snapshot is written to the data directory or database; a recovery replays no more steps."
    )

    package let maxStoreBytes = Setting<Int64?>(
        about: SettingDescription(
            name: "max-store-bytes",
            summary: "How large the store in the data directory may become; nothing can be changed while it is full.",
            defaultText: "none",
            accepted: "a whole number of bytes from 65536"
        ),
        defaultValue: nil,
        parse: { text in Int64(text).flatMap { $0 >= 65_536 ? .some($0) : nil } }
    )

    package let maxStreams = Setting.integer(
        "max-streams",
        Settings.limits.subscribers,
        in: 1...1_000_000,
        "How many streams of records there can be at once."
    )

    package let streamBuffer = Setting.integer(
        "stream-buffer",
        Settings.limits.streamedRecords,
        in: 1...10_000_000,
        "How many records are kept in memory for streams of all devices. A slower or later reader gets what the data directory has; without one, a gap."
    )

    package let streamHeartbeat = Setting.seconds(
        "stream-heartbeat",
        15,
        in: 1...3_600,
        "After how long without a record a stream sends a heartbeat."
    )

    package let deadlinesPerAdvance = Setting.integer(
        "deadlines-per-advance",
        Settings.limits.deadlinesPerAdvance,
        in: 1...10_000_000,
        "How many deadlines one advance may settle."
    )

    package let recordsPerAdvance = Setting.integer(
        "records-per-advance",
        Settings.limits.recordsPerAdvance,
        in: 1...10_000_000,
        "How many records one advance may write before it stops."
    )

    package let maxKeptAnswerBytes = Setting.integer(
        "max-kept-answer-bytes",
        Settings.limits.idempotencyBytesInTotal,
        in: 0...1_099_511_627_776,
        "How many bytes of answers are kept under idempotency keys in all; the oldest are evicted."
    )

    package let keptAnswerAge = Setting.integer(
        "kept-answer-seconds",
        Settings.limits.idempotencySeconds,
        in: 1...31_536_000,
        "For how many seconds an answer is kept under its idempotency key."
    )

    package let maxBodyBytes = Setting.integer(
        "max-body-bytes",
        1_048_576,
        in: 1_024...67_108_864,
        "How large the body of a request may be."
    )

    package let maxConnections = Setting.integer(
        "max-connections",
        4_096,
        in: 1...1_000_000,
        "How many connections each listener serves at once; more wait until one closes."
    )

    package let maxRequests = Setting.integer(
        "max-requests",
        HTTPServerSettings().requestLimit,
        in: 1...1_000_000,
        "How many requests are answered at once, without those that wait; more are refused with 503."
    )

    package let maxKeptRequests = Setting.integer(
        "max-kept-requests",
        RequestLog.defaultCapacity,
        in: 0...100_000,
        "How many of the newest requests are kept for GET /v1/requests, about 3 KB each at most; 0 keeps none."
    )

    package let idleTimeout = Setting.seconds(
        "idle-timeout",
        60,
        in: 1...86_400,
        "How long a connection may be idle between two requests."
    )

    package let shutdownDelay = Setting.seconds(
        "shutdown-delay",
        0,
        in: 0...3_600,
        "How long after SIGTERM requests are still accepted while /readyz is red, so that a balancer stops sending them."
    )

    package let shutdownTimeout = Setting.seconds(
        "shutdown-timeout",
        20,
        in: 1...3_600,
        "How long requests in progress may take to finish after SIGTERM."
    )

    /// The rows of a table like this one, whatever the types of their values.
    package static func rows(of table: Any) -> [any SettingRow] {
        Mirror(reflecting: table).children.compactMap { $0.value as? any SettingRow }
    }

    /// The rows of the core, then those of features.
    package static func rows(with features: [any ServerFeature.Type]) -> [any SettingRow] {
        rows(of: table) + features.flatMap { $0.settings }
    }

    /// What people read about each setting of the core and of features.
    package static func all(with features: [any ServerFeature.Type]) -> [SettingDescription] {
        rows(with: features).map(\.about)
    }
}

/// The table of settings in docs/operating.md.
package enum SettingsTable {
    /// Returns the page with the rows of its table made anew; nil where the page has no such table.
    package static func updated(in page: String, features: [any ServerFeature.Type]) -> String? {
        GuideTable.updated(
            in: page,
            section: "Settings",
            rows: Settings.all(with: features).map {
                ["`\($0.option)`", "`\($0.variable)`", $0.defaultText, $0.accepted, $0.summary]
            }
        )
    }
}

/// A table of a guide that is made from rows of the code.
enum GuideTable {
    /// Returns the page with the rows of the first table of a section made anew; nil where the page has no such table.
    static func updated(in page: String, section: String, rows: [[String]]) -> String? {
        guard let section = page.firstRange(of: "\n## \(section)\n"),
            let head = page[section.upperBound...].firstRange(of: "| --- |\n"),
            let end = page[head.upperBound...].firstRange(of: "\n\n")
        else { return nil }
        let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        return page[..<head.upperBound] + lines.joined(separator: "\n") + page[end.lowerBound...]
    }
}
