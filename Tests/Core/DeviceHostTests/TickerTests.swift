import LifecycleKernel
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("The ticker", .timeLimit(.minutes(1)))
struct TickerTests {
    private let clock = HandMovedClock()
    private let registry: DeviceRegistry

    init() {
        registry = host(clock)
    }

    @Test("ticks every interval, once after a stall, until the shutdown begins")
    func ticking() async throws {
        let device = try await registry.create(.realtime("a")).id
        _ = try await registry.apply([launchNotes, pressHome], to: device)
        let ticker = Ticker(registry: registry, interval: .seconds(1), logger: Logger(label: "test"))
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await ticker.run() }
                await until { clock.sleeperCount == 1 }
                clock.advance(by: .seconds(3_600))
                await until { await suspended() == 1 }
                await until { clock.sleeperCount == 1 }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test("ends when its task is cancelled")
    func cancellation() async throws {
        let ticker = Ticker(registry: registry, logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await ticker.run() }
            await until { clock.sleeperCount == 1 }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test("and the drain: when the shutdown begins, nobody waits any more")
    func drain() async throws {
        let device = try await registry.create(.manual("a")).id
        let end = try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: WaitEnd?.self) { group in
                group.addTask {
                    try await WaitDrain(registry: registry).run()
                    return nil
                }
                group.addTask {
                    let exit = Condition.record(["kind": "exit"])
                    return try await registry.wait(on: device, until: exit, timeout: .seconds(10)).end
                }
                await until { clock.sleeperCount == 1 }
                trigger.triggerGracefulShutdown()
                return try await group.reduce(nil) { $0 ?? $1 }
            }
        }
        #expect(end == .shutdown)
    }

    private func suspended() async -> Int {
        await registry.summary().counts.first { $0.state == .suspended }?.count ?? 0
    }
}
