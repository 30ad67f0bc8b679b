import LifecycleKernel
import StateCoding
import StoreTestKit
import TestKit
import Testing

@testable import DeviceHost
@testable import PostgreSQLStore

@Suite("Servers whose states have different formats", .timeLimit(.minutes(2)))
struct FormatTests {
    private let place = PostgreSQLPlace()

    /// The formats of the state and of the earlier states of a device.
    private func formats(_ id: DeviceID) throws -> (now: Int64?, earlier: [Int64]) {
        let connection = try place.connect()
        let number = "(SELECT number FROM greenroom.device WHERE id = '\(id)')"
        let now = "SELECT format FROM greenroom.state WHERE number = \(number)"
        let earlier = "SELECT DISTINCT format FROM greenroom.snapshot WHERE device = \(number) ORDER BY format"
        return (
            try connection.query(now).first?.number(0),
            try connection.query(earlier).all.map { try $0.number(0) }
        )
    }

    @Test(
        "write the older one while a server is there that does not know the newer one, and refuse what they cannot read"
    )
    func rollingUpdate() async throws {
        let small = limits { $0.stepsPerSnapshot = 3 }
        let oldStore = try await place.open { $0.stepAge = .seconds(3_600) }
        let newStore = try await place.open {
            $0.stepAge = .seconds(3_600)
            $0.formats = [.madeUp(2), .newest]
        }
        let clock = HandMovedClock()
        try await withHost(oldStore, clock, small) { old in
            try await withHost(newStore, clock, small) { new in
                let device = try await new.create(.manual("a")).id
                #expect(try formats(device) == (1, [1]))
                for server in [old, new, old, new] {
                    _ = try await server.apply(.event(.device(.lock)), to: device)
                    _ = try await server.apply(.event(.device(.unlock)), to: device)
                }
                #expect(try formats(device) == (1, [1]))

                // The old server has ended.
                try place.connect().run("UPDATE greenroom.server SET seen = 0 WHERE formats = '{1}'")
                #expect(try await new.noteServer(in: newStore)?.number == 2)
                let hash = try await new.stateHash(of: device).value
                for _ in 0..<2 {
                    _ = try await new.apply(.event(.device(.lock)), to: device)
                    _ = try await new.apply(.event(.device(.unlock)), to: device)
                }
                #expect(try formats(device) == (2, [1, 2]))
                let replayed = try await new.state(of: device, at: nil)
                #expect(try await new.stateHash(of: device).value == replayed.stateHash && hash != replayed.stateHash)

                // It comes back.
                let error = await #expect(throws: HostError.self) { _ = try await old.device(device) }
                guard case .storeUnreadable(let reason)? = error else {
                    Issue.record("\(error as Any)")
                    return
                }
                #expect(reason.contains("the format 2"))
                _ = try await old.create(.manual("b"))
                #expect(try await old.noteServer(in: oldStore)?.number == 1)
                #expect(try await new.noteServer(in: newStore)?.number == 1)
                _ = try await new.apply(.event(.device(.lock)), to: device)
                #expect(try formats(device).now == 1)
                let sequence = try await new.device(device).sequence
                #expect(try await old.device(device).sequence == sequence)
                #expect(try await StoreReplay(of: newStore).differences.isEmpty)
            }
        }
    }

    @Test("are not ready if they know none that all know")
    func none() async throws {
        let one = try await place.open { _ in }
        let other = try await place.open { $0.formats = [.madeUp(3), .madeUp(2)] }
        let clock = SharedWallClock()
        let registry = DeviceRegistry(limits: limits(), wall: clock, store: other)
        _ = try await one.noteServer()
        _ = try await registry.recover(logger: quietLogger)
        let sharing = try #require(SharingService(registry: registry, clock: clock, logger: quietLogger))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await sharing.run() }
            await until { registry.storeFailure?.contains("format") == true }
            group.cancelAll()
        }
        for store in [one, other] { await store.close() }
    }
}
