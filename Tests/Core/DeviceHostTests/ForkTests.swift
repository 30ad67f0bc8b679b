import LifecycleKernel
import StateCoding
import TestKit
import Testing

@testable import DeviceHost

@Suite("A fork", .timeLimit(.minutes(1)))
struct ForkTests {
    /// Sends inputs to a device, and returns the hash of its state by sequence.
    private static func live(_ registry: DeviceRegistry, _ device: DeviceID) async throws -> [SequenceNumber: UInt64] {
        var hashes: [SequenceNumber: UInt64] = [:]
        let inputs: [[Input]] = [
            [launchNotes], [pressHome], [.advance(.by(3_600_000))], [launchNotes, pressHome, launchNotes],
            [
                .action(
                    "com.example.notes",
                    .beginBackgroundTask(name: "up", endsAfter: 9_000, hasExpirationHandler: true)
                )
            ],
            [pressHome], [.advance(.untilIdle(limit: 86_400_000))], [launchNotes],
        ]
        for inputs in inputs {
            if inputs.count == 1 {
                _ = try await registry.apply(inputs[0], to: device)
            } else {
                _ = try await registry.apply(inputs, to: device)
            }
            let hash = try await registry.stateHash(of: device)
            hashes[hash.sequence] = hash.value
        }
        return hashes
    }

    /// Forks a device at each of its records and compares.
    private static func check(_ registry: DeviceRegistry) async throws {
        let device = try await registry.create(.manual("a")).id
        let hashes = try await live(registry, device)
        let original = try await registry.timeline(of: device, TimelineQuery(limit: 1_000))
        for sequence in 1...original.sequence {
            let fork = try await registry.fork(device, at: sequence)
            let records = try await registry.timeline(of: fork.id, TimelineQuery(limit: 1_000)).records
            #expect(records == original.records.filter { $0.sequence <= fork.sequence }, "at \(sequence)")
            #expect(fork.sequence >= sequence)
            let stepped = original.records.filter { $0.sequence > sequence && $0.sequence <= fork.sequence }
            #expect(stepped.allSatisfy { $0.time == records.last?.time }, "no further than the step, at \(sequence)")
            if let hash = hashes[sequence] {
                #expect(fork.sequence == sequence)
                #expect(try await registry.stateHash(of: fork.id).value == hash)
            }
            try await registry.delete(fork.id)
        }
        #expect(try await registry.stateHash(of: device).value == hashes[original.sequence])
    }

    @Test("at every record of a device has the records up to there, and the state that it had")
    func everySequence() async throws {
        try await Self.check(host())
    }

    @Test("is the same when it is brought back from the store")
    func everySequenceOfAStore() async throws {
        for stepsPerSnapshot in [1, 4] {
            try await withHost(TestStore(), HandMovedClock(), limits { $0.stepsPerSnapshot = stepsPerSnapshot }) {
                try await Self.check($0)
            }
        }
    }

    @Test("and the device it was made from are independent")
    func branches() async throws {
        let registry = host()
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply(launchNotes, to: device)
        let fork = try await registry.fork(device, as: id("b"))
        _ = try await registry.apply(pressHome, to: device)
        #expect(try await registry.app("com.example.notes", on: fork.id).value.state == .active)
        _ = try await registry.apply(pressHome, to: fork.id)
        let (one, other) = (try await registry.timeline(of: device), try await registry.timeline(of: fork.id))
        #expect(one.records == other.records)
    }

    @Test("is refused for an unknown device, a record not written yet, an id that is taken, and a state no longer kept")
    func refusals() async throws {
        let registry = host { $0.inputsPerDevice = 4 }
        let device = try await registry.create(.manual("a")).id
        for _ in 0..<20 { _ = try await registry.apply(launchNotes, to: device) }
        #expect(try await refusal { try await registry.fork(try id("x")) }?.code == "unknown-device")
        #expect(try await refusal { try await registry.fork(device, at: 10_000) }?.code == "invalid-value")
        #expect(try await refusal { try await registry.fork(device, as: device) } == .deviceExists(device))
        guard case .stateEvicted(let oldest) = try await refusal({ try await registry.fork(device, at: 1) }) else {
            Issue.record("a state is kept that should not be")
            return
        }
        #expect(try await registry.fork(device, at: oldest).sequence == oldest)
        #expect(oldest > 10)
    }

    @Test("has no history to go by when none is kept")
    func noHistory() async throws {
        let registry = host { $0.inputsPerDevice = 0 }
        let device = try await registry.create(.manual("a")).id
        let launch = try await registry.apply(launchNotes, to: device)
        #expect(try await refusal { try await registry.fork(device, at: 1) } == .stateEvicted(oldest: launch.sequence))
        #expect(try await registry.fork(device, at: launch.sequence).sequence == launch.sequence)
    }

    @Test("says which state there is where inputs of all devices take too many bytes")
    func tooManyBytes() async throws {
        let registry = host { $0.recordBytesInTotal = 4_000 }
        let device = try await registry.create(.manual("a")).id
        let first = try await registry.apply(launchNotes, to: device).sequence
        for _ in 0..<20 { _ = try await registry.apply(pressHome, to: device) }
        let last = try await registry.device(device).sequence
        guard case .stateEvicted(let oldest) = try await refusal({ try await registry.fork(device, at: first) }) else {
            Issue.record("a state is kept that should not be")
            return
        }
        #expect(oldest > first && oldest <= last)
        #expect(try await registry.fork(device, at: oldest).sequence == oldest)
        // Devices that are gone, or have no inputs, do not take part.
        try await registry.delete(device)
        let other = try await registry.create(.manual("b")).id
        _ = try await registry.apply(launchNotes, to: other)
        #expect(try await registry.fork(other, at: 1).sequence >= 1)
    }

    @Test("keeps what is behind it within its limits")
    func kept() async throws {
        let registry = host { $0.inputsPerDevice = 10 }
        let device = try await registry.create(.manual("a")).id
        var states: [SequenceNumber: UInt64] = [:]
        for count in 1...100 {
            let sequence = try await registry.apply(pressHome, to: device).sequence
            states[sequence] = try await registry.stateHash(of: device).value
            let restored = try await states.keys.sorted().reversed().asyncPrefix(while: { sequence in
                try await refusal { try await registry.state(of: device, at: sequence) } == nil
            })
            #expect(restored.count <= 11)
            #expect(restored.count >= min(count, 5))
            for sequence in restored {
                #expect(try await registry.state(of: device, at: sequence).stateHash == states[sequence])
            }
        }
    }
}

extension Sequence {
    /// The elements before the first for which a condition does not hold.
    fileprivate func asyncPrefix(while holds: (Element) async throws -> Bool) async rethrows -> [Element] {
        var prefix: [Element] = []
        for element in self {
            guard try await holds(element) else { break }
            prefix.append(element)
        }
        return prefix
    }
}
