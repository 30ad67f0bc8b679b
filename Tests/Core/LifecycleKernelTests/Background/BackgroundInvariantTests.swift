import LifecycleKernel
import Simulation
import TestKit
import Testing

/// What holds in every random life: whatever begins also ends.
@Suite struct BackgroundInvariantTests {
    static let blocks = 8
    static let lives: UInt64 = 480

    /// Identifies an assertion in the records.
    struct Line: Hashable {
        var pid: ProcessID
        var kind: Assertion.Kind
        var name: String?
    }

    @Test(
        "Every assertion ends once or with its process, and none is held over a suspension",
        arguments: 0..<blocks
    )
    func assertionsBalance(block: Int) {
        for seed in stride(from: UInt64(block), to: Self.lives, by: Self.blocks) {
            let timeline = Timeline(seed: seed, steps: 60)
            var open: [Line: Int] = [:]
            for record in timeline.records {
                guard let pid = record.pid else { continue }
                switch record.body {
                case .assertion(let change):
                    let line = Line(pid: pid, kind: change.kind, name: change.name)
                    switch change.change {
                    case .acquired: open[line, default: 0] += 1
                    case .released, .expired: open[line, default: 0] -= 1
                    case .warned: break
                    }
                    #expect(open[line, default: 0] >= 0, "seed \(seed): \(line) ended twice, #\(record.sequence)")
                case .process(let change) where change.to == .suspended:
                    let held = open.filter { $0.key.pid == pid && $0.value != 0 }
                    #expect(held.isEmpty, "seed \(seed): suspended with \(held), #\(record.sequence)")
                case .exit: open = open.filter { $0.key.pid != pid }
                default: break
                }
            }
            let held = timeline.device.processes.flatMap { process in
                process.assertions.map { Line(pid: process.pid, kind: $0.kind, name: $0.name) }
            }
            let counted = Dictionary(held.map { ($0, 1) }, uniquingKeysWith: +)
            #expect(open.filter { $0.value != 0 } == counted, "seed \(seed)")
        }
    }

    /// Counts what was asked of the system: up for a request, down for its last verdict.
    struct Ledger {
        var pushes: [String: Int] = [:]
        var requests: [String: Int] = [:]
        var transfers: [String: Int] = [:]

        mutating func read(_ input: Input, _ records: [Record]) {
            if case .event(.push(let push)) = input, let id = push.collapseID, id.isNumbered {
                pushes[id, default: 0] += 1
            }
            for record in records {
                guard case .verdict(let verdict) = record.body, let identifier = verdict.identifier else { continue }
                let name = "\(record.bundleID ?? "") \(identifier)"
                switch (verdict.subject, verdict.decision) {
                case (.push, .delivered), (.push, .dropped), (.push, .replaced):
                    if identifier.isNumbered { pushes[identifier, default: 0] -= 1 }
                case (.taskRequest, .accepted): requests[name, default: 0] += 1
                // The user cancels a task that runs: its request was launched.
                case (.taskRequest, .cancelled) where verdict.reason == .byTheUser: break
                case (.taskRequest, .launched), (.taskRequest, .replaced), (.taskRequest, .cancelled):
                    requests[name, default: 0] -= 1
                case (.taskRequest, .failed) where verdict.reason == .processNotRunning: requests[name, default: 0] -= 1
                case (.transfer, .held) where verdict.reason == .resumeRateLimiter: transfers[name, default: 0] += 1
                // One that was held says so when it starts, and has been counted.
                case (.transfer, .started) where verdict.detail == nil: transfers[name, default: 0] += 1
                case (.transfer, .finished), (.transfer, .cancelled): transfers[name, default: 0] -= 1
                default: break
                }
            }
        }
    }

    @Test(
        "Every push, request and transfer gets a verdict, and one that is the last",
        arguments: 0..<blocks
    )
    func nothingIsLost(block: Int) {
        var seen = 0
        for seed in stride(from: UInt64(block), to: Self.lives, by: Self.blocks) {
            var ledger = Ledger()
            var life = RandomLife(seed: seed)
            var number = 0
            let look = { (input: Input, records: [Record], _: Device) in ledger.read(input, records) }
            life.live(
                steps: 80,
                replacing: { random in
                    guard random.oneIn(4) else { return nil }
                    number += 1
                    return .event(.push(.silent("push \(number)", random.pick(SplitMix64.bundleIDs))))
                },
                look
            )
            #expect(ledger.requests.values.allSatisfy { (0...1).contains($0) }, "seed \(seed): \(ledger.requests)")
            life.apply(.event(.device(.powerOn)), look)
            for bundleID in SplitMix64.bundleIDs { life.apply(.uninstall(bundleID), look) }
            #expect(
                ledger.pushes.values.allSatisfy { $0 == 0 },
                "seed \(seed): \(ledger.pushes.filter { $0.value != 0 })"
            )
            #expect(ledger.requests.values.allSatisfy { $0 == 0 }, "seed \(seed): \(ledger.requests)")
            #expect(ledger.transfers.values.allSatisfy { $0 == 0 }, "seed \(seed): \(ledger.transfers)")
            seen += ledger.pushes.count + ledger.requests.count + ledger.transfers.count
        }
        #expect(seen > 500)
    }
}

extension String {
    /// Whether it identifies one of the pushes that this test counts, and not of those that share a collapse id.
    fileprivate var isNumbered: Bool { hasPrefix("push ") }
}

/// A random life of a device that is checked after each input.
struct RandomLife {
    private(set) var device: Device
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        device = Device(random.deviceSettings(), at: .manualStart)
        for bundleID in SplitMix64.bundleIDs.dropLast() {
            _ = try? device.apply(.install(random.manifest(bundleID)), at: device.now, limit: 1_000)
        }
        _ = device.takeRecords()
    }

    /// Applies random inputs at random instants; the body gets each accepted one with its records.
    ///
    /// - Parameter replacing: An input to apply instead of a random one; nil for none.
    mutating func live(
        steps: Int,
        replacing: (inout SplitMix64) -> Input? = { _ in nil },
        _ look: (Input, [Record], Device) -> Void
    ) {
        for _ in 0..<steps {
            let input = replacing(&random) ?? random.input(for: device)
            apply(input, after: random.oneIn(2) ? 0 : random.duration(), look)
        }
    }

    /// Applies an input. If it is refused, the body gets the records of the time passed, as an advance of 0.
    mutating func apply(
        _ input: Input,
        after length: Milliseconds = 0,
        _ look: (Input, [Record], Device) -> Void
    ) {
        let isTaken = (try? device.apply(input, at: device.now + length, limit: 100_000)) != nil
        look(isTaken ? input : .advance(.by(0)), device.takeRecords(), device)
    }
}
