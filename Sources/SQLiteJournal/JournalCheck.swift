import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

/// The result of checking a journal without changing it: its pages, and whether a server could recover every device.
package struct JournalCheck: Sendable {
    /// Something that is wrong.
    package struct Flaw: Hashable, Sendable, CustomStringConvertible {
        /// The device that it is about; nil for the journal.
        package var device: DeviceID?
        /// What is wrong, as part of a sentence.
        package var what: String

        /// The flaw as one line.
        package var description: String { device.map { "\($0): \(what)" } ?? "the journal: \(what)" }
    }

    /// The version of the tables.
    package private(set) var version: Int
    /// The devices.
    package private(set) var devices = 0
    /// The devices that a server would set aside.
    package private(set) var setAside = 0
    /// The states that are kept and can be read.
    package private(set) var states = 0
    /// The steps that were replayed, as a recovery does: those after the newest state of each device.
    package private(set) var steps = 0
    /// How many devices have a newest state of each version of the kernel.
    package private(set) var kernels: [String: Int] = [:]
    /// What is wrong.
    package private(set) var flaws: [Flaw] = []

    private static let devicesAtOnce = 1_024

    /// Checks a journal, as it is at one moment. A server may write to it meanwhile.
    ///
    /// - Parameter path: The data directory of a server, or a file.
    /// - Throws: `JournalOpeningError` if it is not a journal, or cannot be read at all.
    package init(of path: String) throws {
        let file = try JournalFile(path)
        defer { file.close() }
        version = file.version
        do {
            if version < JournalSchema.version {
                // What an earlier version wrote is read as a server reads it: migrated. SQLite removes this copy by itself.
                let copy = try DatabaseQueue(path: "")
                try file.database.backup(to: copy)
                try JournalSchema.migrator.migrate(copy)
                self = try copy.read { [self] db in self.checked(db) }
            } else {
                self = try file.database.read { [self] db in self.checked(db) }
            }
        } catch let error as DatabaseError {
            throw JournalOpeningError(error, path)
        }
    }

    private func checked(_ db: Database) -> JournalCheck {
        var check = self
        check.flaws = db.integrityFlaws().map { Flaw(device: nil, what: $0) }
        do {
            try check.checkDevices(in: db)
        } catch {
            check.flaws.append(Flaw(device: nil, what: JournalFailure(error).description))
        }
        return check
    }

    private mutating func checkDevices(in db: Database) throws {
        let ends = try ChainEnds(db)
        var last: Int64 = 0
        while true {
            let origins = try db.devices(after: last, limit: Self.devicesAtOnce)
            guard let end = origins.last else { return }
            last = end.number
            for origin in origins { check(origin, endingAt: ends[origin.number], in: db) }
        }
    }

    private mutating func check(_ origin: DeviceOrigin, endingAt end: Int64, in db: Database) {
        devices += 1
        do {
            let kept = try db.keptDevice(origin.number, endingAt: end)
            kernels[kept.snapshot.kernel, default: 0] += 1
            try kept.checkRecovery()
            steps += kept.steps.count
        } catch {
            setAside += 1
            flaws.append(Flaw(device: origin.id, what: "a server sets it aside: \(JournalFailure(error))"))
        }
        do {
            try checkStates(of: origin, in: db)
        } catch {
            flaws.append(Flaw(device: origin.id, what: JournalFailure(error).description))
        }
    }

    /// Reads every state of a device, also those that only forks need.
    private mutating func checkStates(of origin: DeviceOrigin, in db: Database) throws {
        var after: (sequence: Int64, position: Int64) = (-1, -1)
        while let state = try db.snapshot(
            of: origin.number,
            "AND (sequence, position) > (\(after.sequence), \(after.position)) ORDER BY sequence, position LIMIT 1"
        ) {
            after = (Int64(clamping: state.sequence.rawValue), state.position)
            do throws(JournalDamage) {
                try state.checkState()
                states += 1
            } catch {
                flaws.append(Flaw(device: origin.id, what: error.description))
            }
        }
    }
}
