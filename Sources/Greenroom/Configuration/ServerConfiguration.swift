import Logging
import SQLiteJournal

/// What a server is told to be.
struct ServerConfiguration: Hashable, Sendable {
    /// The address to listen on.
    var host: String
    /// The port to listen on; 0 for a free one.
    var port: Int
    /// What requests must carry; nil when nothing is asked for.
    var token: String?
    /// The names by which clients may call the server, besides the address to listen on and the loopback ones.
    var allowedHosts: [String]
    /// Whether it may listen beyond loopback without a token.
    var insecure: Bool
    /// Whether the demo device is created.
    var demo: Bool
    /// The folder of the devices to start with; nil for none.
    var seed: String?
    /// How log lines are written.
    var logFormat: LogFormat
    /// The least important lines to log.
    var logLevel: Logger.Level
    /// How often devices are told the time.
    var tickInterval: Duration
    /// How many actors the devices are spread over.
    var shards: Int
    /// How many devices there can be.
    var maxDevices: Int
    /// How many apps there can be on a device.
    var maxAppsPerDevice: Int
    /// How many records of a device are kept.
    var recordsPerDevice: Int
    /// How many inputs of a device are kept in memory.
    var inputsPerDevice: Int
    /// The directory of the journal; nil when nothing outlives the server.
    var dataDirectory: String?
    /// What an acknowledged input survives.
    var durability: SQLiteJournal.Durability
    /// How many records of a device the journal keeps at least.
    var journalRecordsPerDevice: Int
    /// After how many steps of a device the journal takes its state.
    var stepsPerSnapshot: Int
    /// How large the journal may become; nil for as large as the disk lets it.
    var maxJournalBytes: Int64?
    /// How many streams there can be.
    var maxStreams: Int
    /// How many records are kept for streams of all devices.
    var streamBuffer: Int
    /// After how long without a record a stream sends a sign of life.
    var streamHeartbeat: Duration
    /// How many deadlines one advance may settle.
    var deadlinesPerAdvance: Int
    /// How many records one advance may write.
    var recordsPerAdvance: Int
    /// How many bytes of answers are kept under idempotency keys.
    var maxKeptAnswerBytes: Int
    /// For how many seconds an answer is kept.
    var keptAnswerAge: Int
    /// How large a body may be.
    var maxBodyBytes: Int
    /// How many connections are served at once.
    var maxConnections: Int
    var maxRequests: Int
    /// How long a connection may be idle.
    var idleTimeout: Duration
    /// How long requests in progress may take after a signal.
    var shutdownTimeout: Duration

    /// Reads the whole configuration.
    ///
    /// - Throws: For the first setting whose value is not accepted, or whose file cannot be read.
    init(from source: SettingSource) throws(SettingError) {
        host = try source.value(Settings.host)
        port = try source.value(Settings.port)
        token = try TokenFile.token(from: source)
        allowedHosts = try source.value(Settings.allowedHosts)
        insecure = try source.value(Settings.insecure)
        demo = try source.value(Settings.demo)
        seed = try source.value(Settings.seed)
        logFormat = try source.value(Settings.logFormat)
        logLevel = try source.value(Settings.logLevel)
        tickInterval = try source.value(Settings.tickInterval)
        shards = try source.value(Settings.shards)
        maxDevices = try source.value(Settings.maxDevices)
        maxAppsPerDevice = try source.value(Settings.maxAppsPerDevice)
        recordsPerDevice = try source.value(Settings.recordsPerDevice)
        inputsPerDevice = try source.value(Settings.inputsPerDevice)
        dataDirectory = try source.value(Settings.dataDir)
        durability = try source.value(Settings.durability)
        journalRecordsPerDevice = try source.value(Settings.journalRecordsPerDevice)
        stepsPerSnapshot = try source.value(Settings.stepsPerSnapshot)
        maxJournalBytes = try source.value(Settings.maxJournalBytes)
        maxStreams = try source.value(Settings.maxStreams)
        streamBuffer = try source.value(Settings.streamBuffer)
        streamHeartbeat = try source.value(Settings.streamHeartbeat)
        deadlinesPerAdvance = try source.value(Settings.deadlinesPerAdvance)
        recordsPerAdvance = try source.value(Settings.recordsPerAdvance)
        maxKeptAnswerBytes = try source.value(Settings.maxKeptAnswerBytes)
        keptAnswerAge = try source.value(Settings.keptAnswerAge)
        maxBodyBytes = try source.value(Settings.maxBodyBytes)
        maxConnections = try source.value(Settings.maxConnections)
        maxRequests = try source.value(Settings.maxRequests)
        idleTimeout = try source.value(Settings.idleTimeout)
        shutdownTimeout = try source.value(Settings.shutdownTimeout)
    }

    /// Whether others than this machine can reach the server, and no token keeps them out.
    var isOpenToOthers: Bool { !HostNames.isLoopback(host) && token == nil }
}
