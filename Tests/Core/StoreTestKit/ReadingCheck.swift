import DeviceHost
import LifecycleKernel
import Simulation
import TestKit

/// Every query of a store returns what was written to it at random.
package struct ReadingCheck {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// Runs the check.
    ///
    /// - Returns: What is wrong.
    package func run(seed: UInt64, in place: any StorePlace) async throws -> [String] {
        var store = try await place.open()
        var life = WrittenLife(seed: seed)
        var runs: [StoreRun] = []
        for _ in 0..<6 {
            let known = store.beginRun()
            if store.isExclusive {
                findings.expect(known.dropLast() == runs[...], "the runs before")
                findings.expect(known.last?.after == life.lastPosition, "where the run begins")
            } else {
                findings.expect(runs.isEmpty || known == runs, "a run that several servers share")
            }
            findings.expect(store.lastPosition >= life.lastPosition, "the last position")
            runs = known
            for _ in 0..<4 {
                let last = max(life.lastPosition, store.lastPosition)
                let results = try await store.commit(life.changes(), as: CommitID())
                let positions = results.compactMap { if case .committed(let position) = $0 { position } else { nil } }
                findings.expect(positions.count == results.count, "a change that was not committed")
                findings.expect(zip([last] + positions, positions).allSatisfy(<), "positions that do not grow")
                life.settle(positions)
            }
            // A transaction of somebody else can hold up the log of a store that is shared, for a while.
            let last = life.lastPosition
            while let shared = store as? any SharedStore, try await shared.readablePosition() < last {}
            try await expectAll(store, toHave: life)
            for (number, device) in life.devices { try await expect(store, toHave: device, number) }
            for number in life.removed {
                let steps = try await store.steps(of: number, after: 0, limit: 10)
                findings.expect(steps.isEmpty, "steps of the removed device \(number)")
            }
            await store.close()
            store = try await place.open()
        }
        await store.close()
        return findings.all
    }

    /// Reads the steps of all devices, from each position on.
    private func expectAll(_ store: any StepHistory, toHave life: WrittenLife) async throws {
        let steps = life.devices.values.flatMap(\.steps).sorted { $0.position < $1.position }
        for start in life.positions {
            for limit in [SizeLimit(count: 3), SizeLimit(count: 1_000, bytes: 8)] {
                var (found, position): ([StoredStep], Int64) = ([], start)
                while position < life.lastPosition {
                    let page = try await store.steps(after: position, limit: limit)
                    // A shared store keeps deleted devices for a while, with what they have written.
                    let isExpected =
                        store.isExclusive ? page.missingUpTo == life.missingUpTo : page.missingUpTo <= life.missingUpTo
                    findings.expect(isExpected, "what is missing")
                    findings.expect(page.deletions.allSatisfy { life.removed.contains($0.origin.number) })
                    findings.expect(
                        page.steps.count <= 3 && page.end > position && page.end >= page.steps.last?.position ?? 0
                    )
                    findings.expect(page.steps.allSatisfy { page.origins[$0.device]?.id == id("d-\($0.device)") })
                    found += page.steps.filter { life.devices[$0.device] != nil }
                    position = max(position + 1, page.end)
                }
                findings.expect(found == steps.filter { $0.position > start }, "the steps of all devices")
                findings.expect(position == life.lastPosition || !store.isExclusive, "the end")
            }
        }
    }

    private func expect(_ store: any StepHistory, toHave device: WrittenDevice, _ number: Int64) async throws {
        let positions = [0] + device.steps.map(\.position)
        for position in positions {
            let found = try await all(from: position) {
                try await store.steps(of: number, after: $0, limit: 3)
            } next: {
                $0.position
            }
            findings.expect(found == device.steps.filter { $0.position > position })
        }
        let withRecords = device.steps.filter { $0.last > $0.before }
        for sequence in 0...device.last {
            let behind = try await all(from: sequence) {
                try await store.steps(of: number, withRecordsAfter: $0, limit: 3)
            } next: {
                $0.last
            }
            findings.expect(behind == withRecords.filter { $0.last > sequence })
            let before = try await all(from: sequence) {
                try await store.steps(of: number, withRecordsUpTo: $0, limit: 3)
            } next: {
                $0.before
            }
            findings.expect(before == withRecords.filter { $0.before < sequence }.reversed())
        }
        let stored = try await store.storedDevices([number])[0].get()
        findings.expect(stored.snapshot.position == device.snapshots.last?.position)
        findings.expect(stored.steps == device.steps.filter { $0.position > stored.snapshot.position })
        findings.expect(stored.oldest == (device.steps.first?.before ?? device.snapshots[0].sequence) + 1)
        findings.expect(stored.snapshots == device.snapshots.map(\.sequence))
    }

    /// Reads all steps, page by page.
    private func all<Position>(
        from start: Position,
        _ read: (Position) async throws -> [StoredStep],
        next: (StoredStep) -> Position
    ) async throws -> [StoredStep] {
        var found: [StoredStep] = []
        var position = start
        while case let steps = try await read(position), let last = steps.last {
            found += steps
            position = next(last)
        }
        return found
    }
}

/// What the store should have of a device.
private struct WrittenDevice {
    var steps: [StoredStep] = []
    var snapshots: [(position: Int64, sequence: SequenceNumber)] = []
    var last: SequenceNumber = 0

    /// Replaces positions.
    mutating func settle(_ places: [Int64: Int64]) {
        for index in steps.indices { steps[index].position = places[steps[index].position] ?? steps[index].position }
        snapshots = snapshots.map { (places[$0.position] ?? $0.position, $0.sequence) }
    }
}

/// Devices that are created, take steps and are deleted at random, and what a store should have of them.
private struct WrittenLife {
    private(set) var devices: [Int64: WrittenDevice] = [:]
    private(set) var removed: [Int64] = []
    private var chance: SplitMix64
    private var lastDevice: Int64 = 0
    /// The positions of all changes, behind the start. Changes that are not committed have those of a store that counts changes.
    private(set) var positions: [Int64] = [0]
    private var committed = 1
    private(set) var missingUpTo: Int64 = 0

    var lastPosition: Int64 { positions[positions.count - 1] }

    init(seed: UInt64) { chance = SplitMix64(seed: seed) }

    /// Changes of a batch.
    mutating func changes() -> [DeviceChange] {
        (0..<Int.random(in: 1...12, using: &chance)).map { _ in change() }
    }

    /// Takes over the positions that the last changes have got.
    mutating func settle(_ new: [Int64]) {
        let places = Dictionary(zip(positions[committed...], new)) { $1 }
        positions.replaceSubrange(committed..., with: new)
        committed = positions.count
        missingUpTo = places[missingUpTo] ?? missingUpTo
        for number in devices.keys { devices[number]!.settle(places) }
    }

    private mutating func change() -> DeviceChange {
        let number = devices.keys.sorted().randomElement(using: &chance)
        switch Int.random(in: 0..<20, using: &chance) {
        case 0 where number != nil:
            removed.append(number!)
            devices[number!] = nil
            positions.append(lastPosition + 1)
            missingUpTo = lastPosition
            return .deleted(number!, at: nil)
        case 1...18 where number != nil:
            return .stepped(step(of: number!, isFirst: false))
        default:
            lastDevice += 1
            devices[lastDevice] = WrittenDevice()
            let origin = DeviceOrigin(number: lastDevice, id: id("d-\(lastDevice)"), labels: [], expiresAfter: nil)
            return .created(origin, step(of: lastDevice, isFirst: true))
        }
    }

    private mutating func step(of number: Int64, isFirst: Bool) -> StepChange {
        let before = devices[number]!.last
        let last = before + .random(in: 0...3, using: &chance)
        positions.append(lastPosition + 1)
        let step = StoredStep(
            device: number,
            position: lastPosition,
            kind: isFirst ? .beginning : .inputs,
            before: before,
            last: last,
            at: Instant(milliseconds: Int64(last.rawValue)),
            limits: AdvanceLimits(deadlines: 10, records: 11, bytes: 12),
            records: Array("[\(last)]".utf8),
            digest: last.rawValue,
            hash: Bool.random(using: &chance) ? last.rawValue : nil
        )
        devices[number]!.last = last
        devices[number]!.steps.append(step)
        var change = StepChange(step: step)
        let isDue =
            Int.random(in: 0..<4, using: &chance) == 0
            && devices[number]!.snapshots.last.map { $0.sequence < last } == true
        if isFirst || isDue {
            change.snapshot = StoredSnapshot(
                device: number,
                sequence: last,
                digest: last.rawValue,
                kernel: KernelVersion.current,
                hash: last.rawValue,
                state: [1]
            )
            devices[number]!.snapshots.append((lastPosition, last))
            if !isFirst, Bool.random(using: &chance) { change.deletesBefore = forget(number) }
        }
        return change
    }

    private mutating func forget(_ number: Int64) -> SequenceNumber {
        let first = devices[number]!.snapshots.indices.randomElement(using: &chance)!
        let snapshot = devices[number]!.snapshots[first]
        devices[number]!.snapshots.removeFirst(first)
        missingUpTo = max(missingUpTo, snapshot.position)
        devices[number]!.steps.removeAll { $0.position <= snapshot.position }
        return snapshot.sequence
    }
}
