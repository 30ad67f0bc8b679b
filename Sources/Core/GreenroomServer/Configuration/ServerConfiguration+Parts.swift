import DeviceHost
import HTTPAPI
import Logging
import SQLiteStore

/// A durable store, and the clock that servers which share it have in common.
package struct OpenedStore: Sendable {
    /// The store.
    package let store: any StepHistory
    /// The clock; nil if the store is this server's own.
    package let sharedClock: SharedWallClock?

    /// An open store.
    package init(store: any StepHistory, sharedClock: SharedWallClock?) {
        self.store = store
        self.sharedClock = sharedClock
    }
}

extension ServerConfiguration {
    /// The limits of the host.
    package var hostLimits: HostLimits {
        var limits = HostLimits()
        limits.devices = self.maxDevices
        limits.devicesInMemory = self.devicesInMemory
        limits.appsPerDevice = self.maxAppsPerDevice
        limits.recordsPerDevice = self.recordsPerDevice
        limits.recordBytesInTotal = self.maxRecordBytes
        limits.inputsPerDevice = self.inputsPerDevice
        limits.storedRecordsPerDevice = self.storedRecordsPerDevice
        limits.stepsPerSnapshot = self.stepsPerSnapshot
        limits.subscribers = self.maxStreams
        limits.streamedRecords = self.streamBuffer
        limits.deadlinesPerAdvance = self.deadlinesPerAdvance
        limits.recordsPerAdvance = self.recordsPerAdvance
        limits.idempotencyBytesInTotal = self.maxKeptAnswerBytes
        limits.idempotencySeconds = self.keptAnswerAge
        limits.shards = self.shards
        return limits
    }

    /// Opens the store of a feature, or that in the data directory; nil without both.
    ///
    /// - Throws: `StoreOpeningError`, `UnusableStore`.
    package func openStore(_ logger: Logger) async throws -> OpenedStore? {
        for feature in features {
            if let store = try await feature.openStore(self, logger) { return store }
        }
        guard let dataDirectory = self.dataDirectory else { return nil }
        var settings = SQLiteStore.Settings()
        settings.durability = self.durability
        settings.maximumBytes = self.maxStoreBytes
        settings.answersKept = hostLimits.idempotencyKeys
        settings.acceptsDamage = self.acceptDamage
        return OpenedStore(store: try SQLiteStore(directory: dataDirectory, settings), sharedClock: nil)
    }

    /// How the HTTP server listens.
    package var httpSettings: HTTPServerSettings {
        var settings = HTTPServerSettings()
        settings.host = self.host
        settings.port = self.port
        settings.bearerToken = token
        settings.readOnlyToken = readOnlyToken
        settings.allowedHosts = self.allowedHosts
        settings.allowedOrigins = self.allowedOrigins
        settings.bodyLimit = self.maxBodyBytes
        settings.requestLimit = self.maxRequests
        settings.idleTimeout = self.idleTimeout
        settings.writeTimeout = self.streamHeartbeat * Self.heartbeatsMissed
        return settings
    }

    /// How many heartbeats a reader may leave unread before its connection is closed.
    private static let heartbeatsMissed = 3

    /// The address of a server that listens on a port.
    package func address(on port: Int, scheme: String = "http") -> String {
        self.host.contains(":") ? "\(scheme)://[\(self.host)]:\(port)" : "\(scheme)://\(self.host):\(port)"
    }
}

/// A store that somebody has to do something about before a server can use it; its description says what.
package protocol UnusableStore: Error, CustomStringConvertible {}
