import DeviceHost
import LifecycleKernel
import Simulation
import TestKit

/// Readers of the stream of all devices come and go while a server is lost again and again.
package struct StreamCheck: Sendable {
    private static let runs = 6
    private static let inputsPerRun = 30

    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// Runs the check: each reader has every record of every device once, in one order.
    ///
    /// - Returns: What is wrong.
    package func run(seed: UInt64, in place: any StorePlace) async throws -> [String] {
        var random = SplitMix64(seed: seed)
        var readers = [Reader](repeating: Reader(), count: 3)
        for run in 1...Self.runs {
            let small = limits {
                $0.streamedRecords = random.pick([1, 5, 10_000])
                $0.stepsPerSnapshot = random.pick([1, 3, 50])
                $0.shards = 1 << random.below(4)
            }
            // The last time everybody reads to the end.
            let patience = readers.map { _ in run == Self.runs ? Int.max : random.below(20) }
            let seeds = [random.next(), random.next(), random.next()]
            readers = try await withHost(try await place.open(), HandMovedClock(), small) { [readers] registry in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await FanOut(registry: registry).run() }
                    defer { group.cancelAll() }
                    // In the first run before there is anything.
                    let subscriptions = try readers.map { try registry.followAll(after: $0.last) }
                    async let read = readAll(readers, subscriptions, patience)
                    try await live(seeds, run, on: registry)
                    await registry.beginShutdown()
                    await registry.distributePublished()
                    return await read
                }
            }
        }
        let store = try await place.open()
        try await withHost(store, HandMovedClock()) { [readers] registry in
            try await compare(readers, with: registry, "seed \(seed)")
        }
        await store.close()
        return findings.all
    }

    /// Sends inputs to several devices at the same time. In each run one device is new, and another one is a copy.
    private func live(_ seeds: [UInt64], _ run: Int, on registry: DeviceRegistry) async throws {
        _ = try await registry.create(.manual("d\(run)"))
        if run > 1 { _ = try await registry.fork(id("d\(run - 1)"), as: id("copy\(run)")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in seeds {
                group.addTask {
                    var random = SplitMix64(seed: seed)
                    for _ in 0..<Self.inputsPerRun {
                        let name =
                            run > 1 && random.oneIn(3)
                            ? "copy\(2 + random.below(run - 1))" : "d\(1 + random.below(run))"
                        let log = Input.action(notes, .log(message: name))
                        let inputs = random.pick([
                            [launchNotes], [pressHome], [Input](repeating: log, count: 1 + random.below(30)),
                        ])
                        // An app that does not run writes no log.
                        _ = try? await registry.apply(inputs, to: id(name))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func readAll(
        _ readers: [Reader],
        _ subscriptions: [RecordSubscription],
        _ patience: [Int]
    ) async -> [Reader] {
        await withTaskGroup(of: (Int, Reader).self) { group in
            for index in readers.indices {
                group.addTask { (index, await readers[index].reading(subscriptions[index], steps: patience[index])) }
            }
            return await group.reduce(into: readers) { $0[$1.0] = $1.1 }
        }
    }

    private func compare(_ readers: [Reader], with registry: DeviceRegistry, _ comment: String) async throws {
        var expected: [String] = []
        for name in (1...Self.runs).map({ "d\($0)" }) + (2...Self.runs).map({ "copy\($0)" }) {
            let life = try await registry.completeTimeline(of: id(name))
            // A copy begins with what another device wrote, which is no news.
            let own =
                readers[0].seen.first { $0.hasPrefix("\(name) ") }.flatMap { Int($0.dropFirst(name.count + 1)) } ?? .max
            findings.expect(!name.hasPrefix("d") || own == 1, "\(comment): \(name) begins with \(own)")
            expected += life.records.map { "\(name) \($0.sequence)" }.filter {
                Int($0.split(separator: " ")[1])! >= own
            }
        }
        for reader in readers {
            findings.expect(reader.others == [], "\(comment): \(reader.others)")
            findings.expect(reader.seen == readers[0].seen, "\(comment): the order differs")
            findings.expect(reader.seen.sorted() == expected.sorted(), "\(comment): not every record, once")
        }
    }
}

/// A reader, which remembers the id of the last event like a client.
private struct Reader: Sendable {
    var last: StreamEventID?
    /// The records, each as its device and sequence.
    var seen: [String] = []
    /// Gaps, and ends other than the server's.
    var others: [String] = []

    /// Reads until the stream ends, or so many steps.
    func reading(_ subscription: RecordSubscription, steps: Int) async -> Reader {
        var reader = self
        reader.last = reader.last ?? subscription.id(at: subscription.position)
        for _ in 0..<steps {
            switch await subscription.next() {
            case .items(let items):
                for item in items {
                    if case .record(let record) = item.content {
                        reader.seen.append("\(record.device) \(record.record.sequence)")
                    }
                    reader.last = subscription.id(at: item.position)
                }
            case .heartbeat: continue
            case .end(.shutdown): return reader
            case .gap(let gap): reader.others.append("\(gap)")
            case .end(let end):
                reader.others.append("\(end)")
                return reader
            }
        }
        return reader
    }
}
