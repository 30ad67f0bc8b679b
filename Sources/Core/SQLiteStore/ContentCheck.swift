import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

/// The result of checking a store without changing it: whether its pages are sound, every record is as it was written,
/// and a server could recover every device.
package struct ContentCheck: Sendable {
    /// Something that is wrong.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The device that it is about; nil for the store as a whole.
        package var device: DeviceID?
        /// What is wrong, as part of a sentence.
        package var what: String

        /// The problem as one line.
        package var description: String { device.map { "\($0): \(what)" } ?? "the store: \(what)" }
    }

    /// The version of the tables.
    package private(set) var version: Int
    /// The devices.
    package private(set) var devices = 0
    /// The devices that a server would set aside.
    package private(set) var setAside = 0
    /// The states that can be read.
    package private(set) var states = 0
    /// The steps whose records are as they were written.
    package private(set) var steps = 0
    /// The steps that were replayed, as a recovery does: those after the newest state of each device.
    package private(set) var replayedSteps = 0
    /// How many devices have a newest state of each version of the kernel.
    package private(set) var kernels: [String: Int] = [:]
    /// What is wrong.
    package private(set) var problems: [Problem] = []
    /// What was lost when the machine stopped, as the durability of the server allowed; nil if nothing was.
    package private(set) var loss: String?

    private static let devicesAtOnce = 1_024
    private static let stepsAtOnce = 256

    /// Checks a store as it is at one moment. A server may write to it meanwhile.
    ///
    /// - Parameter path: The data directory of a server, or a file.
    /// - Throws: `StoreOpeningError` if it is not a store, or cannot be read at all.
    package init(of path: String) throws {
        let file = try StoreFile(path)
        defer { file.close() }
        version = file.version
        do {
            self = try file.read { [self] db in self.checked(db, file.acknowledged) }
        } catch let error as DatabaseError {
            throw StoreOpeningError(error, path)
        }
    }

    private func checked(_ db: Database, _ acknowledged: Result<PositionFile.Content, StoreFailure>?) -> ContentCheck {
        var check = self
        let inspection = StoreInspection(db, acknowledged)
        check.loss = inspection.loss
        check.problems = (inspection.errors + inspection.strays).map { Problem(device: nil, what: $0) }
        if let ends = inspection.ends { check.note(nil) { check throws in try check.checkDevices(in: db, ends) } }
        for kind in ServerItem.Kind.allCases {
            check.note(nil) { check throws in check.note(try db.items(kind).damage, nil) }
        }
        check.note(nil) { check throws in check.note(try db.answers(of: 0...0).damage, nil) }
        check.note(nil) { check throws in try check.countSteps(in: db) }
        return check
    }

    /// Compares how many steps there are with how many were found in the histories of devices.
    private mutating func countSteps(in db: Database) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM step") ?? 0
        guard count != steps else { return }
        let what = "the table step: of \(count) rows \(steps) are in the histories of devices, as they were written"
        problems.append(Problem(device: nil, what: what))
    }

    private mutating func note(_ damage: [StoreDamage], _ device: DeviceID?) {
        problems += damage.map { Problem(device: device, what: $0.description) }
    }

    /// Carries out a part of the check. If it fails, notes the reason, unless it is noted already.
    private mutating func note(_ device: DeviceID?, _ part: (inout ContentCheck) throws -> Void) {
        do {
            try part(&self)
        } catch {
            let reason = StoreFailure(error).description
            guard !problems.contains(where: { $0.device == device && $0.what.hasSuffix(reason) }) else { return }
            problems.append(Problem(device: device, what: reason))
        }
    }

    private mutating func checkDevices(in db: Database, _ ends: ChainEnds) throws {
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
            let stored = try db.storedDevice(origin.number, endingAt: end)
            kernels[stored.snapshot.kernel, default: 0] += 1
            try stored.recovered()
            replayedSteps += stored.steps.count
        } catch {
            setAside += 1
            problems.append(Problem(device: origin.id, what: "a server sets it aside: \(StoreFailure(error))"))
        }
        var snapshots: [Int64: StepChain.Snapshot] = [:]
        var first: Int64?
        note(origin.id) { check throws in
            let positions = try db.positionsOfSnapshots(of: origin.number)
            first = positions.filter(StoreBounds.numbers.contains).min()
            snapshots = check.checkStates(of: origin, at: positions, in: db)
        }
        if let first {
            note(origin.id) { check throws in
                try check.checkSteps(of: origin, from: first, snapshots, endingAt: end, in: db)
            }
        }
        note(origin.id) { check throws in
            check.note(try db.answers(of: origin.number...origin.number).damage, origin.id)
        }
    }

    /// Checks the records of every step of a device, also of those before the newest state.
    ///
    /// - Parameters:
    ///   - first: The position of the oldest state.
    ///   - snapshots: What is known of the device's states, by the positions of their steps.
    private mutating func checkSteps(
        of origin: DeviceOrigin,
        from first: Int64,
        _ snapshots: [Int64: StepChain.Snapshot],
        endingAt end: Int64,
        in db: Database
    ) throws {
        var chain: StepChain?
        var position = first - 1
        while true {
            let found = try db.steps(of: origin.number, after: position, endingAt: end, limit: Self.stepsAtOnce)
            guard let last = found.last else { return }
            // The step that the oldest state follows may have been deleted.
            var extended =
                chain ?? StepChain(of: origin.number, after: found[0].position == first ? nil : snapshots[first])
            for step in found {
                try extended.add(step, snapshots[step.position])
                steps += 1
            }
            chain = extended
            position = last.position
        }
    }

    /// Reads every state of a device, also those which only forks need.
    ///
    /// - Returns: What is known of them, by the positions of their steps.
    private mutating func checkStates(
        of origin: DeviceOrigin,
        at positions: [Int64],
        in db: Database
    ) -> [Int64: StepChain.Snapshot] {
        var found: [Int64: StepChain.Snapshot] = [:]
        for position in positions {
            note(origin.id) { check throws in
                guard let state = try db.snapshot(of: origin.number, "AND position = ?", [position]) else { return }
                found[position] = StepChain.Snapshot(state)
                try state.checkState()
                check.states += 1
            }
        }
        return found
    }
}
