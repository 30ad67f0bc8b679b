import DeviceHost
import Foundation
import GRDB
import LifecycleKernel
import StoreTestKit
import TestKit

@testable import SQLiteStore

/// Returns a directory with a copy of the recorded store: opening a store writes to it.
func recordedStore() throws -> TemporaryDirectory {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Recorded/\(SQLiteStore.fileName)")
    let directory = TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: file, to: URL(fileURLWithPath: directory.file))
    return directory
}

extension TemporaryDirectory {
    /// Opens the store that is in it. A host closes it at its end.
    func openStore() throws -> SQLiteStore {
        var settings = SQLiteStore.Settings()
        settings.creates = false
        return try SQLiteStore(directory: path, settings)
    }

    /// Replays the store that is in it.
    func replay() async throws -> StoreReplay {
        let store = try openStore()
        let replay = try await StoreReplay(of: store)
        await store.close()
        return replay
    }
}

/// A store with devices that have lived.
struct KeptStore {
    let directory = TemporaryDirectory()

    var path: String { directory.path }
    /// The file that says how far the store reached.
    var positionFile: String { PositionFile.path(beside: directory.file) }

    /// Writes a store with the devices a and b, with several states each, with labels, answers and items.
    ///
    /// - Parameters:
    ///   - withFork: Whether there is a copy of a, too.
    ///   - isKilled: Whether it is not closed, so that the newest changes are in the log.
    func write(withFork: Bool = false, isKilled: Bool = false) async throws {
        let written = isKilled ? TemporaryDirectory() : directory
        let store = try SQLiteStore(directory: written.path)
        try await withHost(store, HandMovedClock(), limits { $0.stepsPerSnapshot = 4 }) { registry in
            for name in ["a", "b"] {
                var new = NewDevice.manual(name)
                new.labels = [Label(key: "suite", value: "red"), Label(key: "run", value: name)]
                new.expiresAfter = 3_600_000
                _ = try await registry.create(new)
                for round in 0..<10 {
                    let answer = StoredAnswer(
                        status: 200,
                        fields: [.init(name: "ETag", value: "\"\(round)\"")],
                        body: [1, 2]
                    )
                    let scope = IdempotencyScope.device(id(name))
                    _ = try await registry.once("key-\(round)", Self.fingerprint, in: scope) { claim in
                        try await registry.begin([launchNotes, pressHome], to: id(name), under: claim).map { _ in answer
                        }
                    }
                }
            }
            if withFork { _ = try await registry.fork(id("a"), as: id("fork")) }
            let items = (1...3).map { ServerItem(.push, "push-\($0)", Array("{\"number\": \($0)}".utf8)) }
            _ = try await registry.keep(items).whenDurable()
            if isKilled { try FileManager.default.copyItem(atPath: written.path, toPath: directory.path) }
        }
        await store.close()
    }

    /// The request under each key.
    static let fingerprint = RequestFingerprint(method: "POST", path: "/", body: [])

    /// Changes the database, as only damage would.
    ///
    /// - Parameter sealing: Whether every row gets the right checksum then, as from somebody who computes it.
    func change(_ sql: String, sealing: Bool = false) async throws {
        let database = try DatabaseQueue(path: directory.file)
        try await database.write { db in
            try db.execute(sql: sql)
            if sealing { try db.seal() }
        }
        try database.close()
    }
}

extension Database {
    /// Gives every row the checksum of what it has.
    func seal() throws {
        for table in StoreTable.allCases {
            let key = try String.fetchOne(
                self,
                sql: "SELECT name FROM pragma_table_info('\(table.rawValue)') WHERE cid = 0"
            )!
            for row in try Row.fetchAll(self, sql: "SELECT * FROM \(table.rawValue)") {
                let values = Array(row.databaseValues)
                try execute(
                    sql: "UPDATE \(table.rawValue) SET checksum = ? WHERE \(key) IS ?",
                    arguments: [table.checksum(values.dropLast()), values[0]]
                )
            }
        }
    }
}

extension StepChange {
    /// The first step of a device, which has written nothing.
    static func beginning(of device: Int64) -> StepChange {
        var change = StepChange(
            step: StoredStep(
                device: device,
                kind: .beginning,
                before: 0,
                last: 0,
                at: .manualStart,
                limits: .standard,
                records: Array("[]".utf8),
                digest: FNV1a.start
            )
        )
        change.snapshot = StoredSnapshot(
            device: device,
            sequence: 0,
            digest: FNV1a.start,
            kernel: KernelVersion.current,
            hash: 0,
            state: []
        )
        return change
    }
}
