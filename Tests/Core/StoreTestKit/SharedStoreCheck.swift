import DeviceHost
import DeviceTokens
import LifecycleKernel
import Simulation
import Synchronization

/// Several servers that change the same devices at random: each change that was acknowledged is there once, in one order, and
/// of two changes that follow the same revision one is a conflict. What queries find then is what was committed.
package final class SharedStoreCheck: Sendable {
    private let findings = Findings()
    private let seed: UInt64
    /// What was committed, over all servers.
    private let history = Mutex(History())
    /// Whether all servers have done their work.
    private let isDone = Mutex(false)

    /// Makes the check.
    package init(seed: UInt64) { self.seed = seed }

    private struct History {
        /// The acknowledged changes of each device, with their positions.
        var acknowledged: [Int64: [(position: Int64, text: String)]] = [:]
        /// The changes of which nobody knows.
        var unknown: Set<String> = []
        /// The acknowledged uses of each key of a device.
        var keys: [String: Int] = [:]
        var counts: [String: Int] = [:]
        var removed: Set<Int64> = []
    }

    private static let devices = 4
    private static let workersPerStore = 2
    private static let rounds = 60

    /// What a server has in memory of a device.
    private struct Copy {
        var life: Life
        var revision: Revision
        var texts: String

        var number: Int64 { life.number }
        var sequence: SequenceNumber { life.sequence }
    }

    /// A device after a step. All else that a step gives a shared store follows from that.
    private struct Life {
        var number: Int64
        var id: DeviceID
        var sequence: SequenceNumber

        private static let apps = 3

        var clock: ClockAnchor {
            ClockAnchor(
                shows: Instant(milliseconds: number & 0xFFFF),
                at: WallInstant(nanoseconds: -(number << 20) - Int64(sequence.rawValue))
            )
        }

        var counts: StateCounts {
            var place: UInt64 = 0
            return StateCounts { _ in
                place += 1
                return Int((UInt64(number) + sequence.rawValue * place) % 5)
            }
        }

        var origin: DeviceOrigin {
            let labels = [
                Label(key: "id", value: id.description), Label(key: "odd", value: "\(number & 1)\u{0}:"),
            ]
            return DeviceOrigin(number: number, id: id, labels: labels, expiresAfter: nil)
        }

        /// Whether the step sets the tokens.
        var setsTokens: Bool { sequence == 1 || sequence.rawValue.isMultiple(of: 3) }

        /// The tokens that were set last.
        var tokens: [OwnedToken] {
            let set = sequence < 3 ? 1 : sequence.rawValue - sequence.rawValue % 3
            return Self.tokens(of: id).enumerated().filter { set >> UInt64($0.offset) & 1 == 1 }.map(\.element)
        }

        /// The tokens that a device can have.
        static func tokens(of id: DeviceID) -> [OwnedToken] {
            (0..<apps).compactMap { app in
                let bundleID = BundleID("app.\(app)")
                let text = DeviceToken.text(.voip, of: bundleID, installation: 1, on: id.description)
                return DeviceTokenKey(hexadecimal: text).map {
                    OwnedToken(token: $0, owner: .init(device: id, bundleID: bundleID, kind: .voip))
                }
            }
        }
    }

    /// Runs the check on stores that share their devices.
    ///
    /// - Returns: What is wrong, and how often each result came.
    package func run(on stores: [any SharedStore]) async throws -> (findings: [String], counts: [String: Int]) {
        let followed = try await withThrowingTaskGroup(of: [StoredStep].self) { group in
            group.addTask { [self] in
                // What is followed while others write is complete and in order.
                var steps: [StoredStep] = []
                var position: Int64 = 0
                while true {
                    let wasDone = isDone.withLock(\.self)
                    let start = position
                    let page = try await again { try await stores[0].steps(after: start, limit: SizeLimit(count: 50)) }
                    steps += page.steps
                    let last = history.withLock { $0.acknowledged.values.joined().map(\.position).max() ?? 0 }
                    if wasDone, page.end >= last { return steps }
                    position = max(position, page.end)
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { workers in
                for (index, store) in stores.enumerated() {
                    for worker in 0..<Self.workersPerStore {
                        workers.addTask { [self] in try await work(on: store, as: "\(index)-\(worker)") }
                    }
                }
                try await workers.waitForAll()
            }
            isDone.withLock { $0 = true }
            return try await group.next() ?? []
        }
        try await compare(stores[0], followed)
        return (findings.all, history.withLock(\.counts))
    }

    // MARK: Working

    private func work(on store: any SharedStore, as name: String) async throws {
        var random = SplitMix64(seed: seed ^ name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        var numbers = try await again { try await store.reserveDeviceNumbers() }
        var copies: [DeviceID: Copy] = [:]
        for round in 0..<Self.rounds {
            let commit = CommitID()
            var changes: [DeviceChange] = []
            var texts: [String?] = []
            var keys: [String?] = []
            for device in 0..<Self.devices where random.oneIn(2) {
                let id = id("d\(device)")
                if copies[id] == nil || random.oneIn(3) { copies[id] = try await load(id, from: store) }
                guard let copy = copies[id] else {
                    let text = "\(name)/\(round)/\(device)"
                    let number = numbers.lowerBound
                    numbers = number + 1...numbers.upperBound
                    let new = Copy(
                        life: Life(number: number, id: id, sequence: 0),
                        revision: Revision(count: 0, commit: commit),
                        texts: ""
                    )
                    changes.append(.created(new.life.origin, change(new, text, nil, isFirst: true)))
                    texts.append(text)
                    keys.append(nil)
                    continue
                }
                if random.oneIn(12) {
                    changes.append(.deleted(copy.number, at: random.oneIn(2) ? copy.revision : nil))
                    texts.append(nil)
                    keys.append(nil)
                    continue
                }
                var last = copy
                for part in 0...random.below(2) {
                    let text = "\(name)/\(round)/\(device)/\(part)"
                    var key = random.oneIn(4) ? "key-\(random.below(3))" : nil
                    if let name = key {
                        let kept = try await again { try await store.answers(of: copy.number...copy.number).value }
                        if kept[copy.number]?.contains(where: { $0.key == name }) == true || part > 0 { key = nil }
                    }
                    changes.append(.stepped(change(last, text, key, isFirst: false)))
                    texts.append(text)
                    keys.append(key)
                    last.revision = last.revision.next(in: commit)
                    last.life.sequence = last.sequence + 1
                    last.texts += text + ","
                }
            }
            guard !changes.isEmpty else { continue }
            await commitAndNote(changes, texts, keys, as: commit, to: store, &copies)
        }
    }

    private func commitAndNote(
        _ changes: [DeviceChange],
        _ texts: [String?],
        _ keys: [String?],
        as commit: CommitID,
        to store: any SharedStore,
        _ copies: inout [DeviceID: Copy]
    ) async {
        do {
            let results = try await store.commit(changes, as: commit)
            findings.expect(results.count == changes.count, "seed \(seed)")
            for (index, result) in results.enumerated() {
                let number = changes[index].device ?? 0
                history.withLock { history in
                    switch result {
                    case .committed(let position):
                        history.counts["committed", default: 0] += 1
                        if let text = texts[index] {
                            history.acknowledged[number, default: []].append((position, text))
                        } else {
                            history.removed.insert(number)
                        }
                        if let key = keys[index] { history.keys["\(number) \(key)", default: 0] += 1 }
                    case .conflict: history.counts["conflict", default: 0] += 1
                    case .gone: history.counts["gone", default: 0] += 1
                    case .exists: history.counts["exists", default: 0] += 1
                    case .busy: history.counts["busy", default: 0] += 1
                    case .answered(let answer):
                        history.counts["answered", default: 0] += 1
                        findings.expect(answer.key == keys[index], "seed \(seed): \(answer.key)")
                    case .refused(let reason): findings.expect(false, "seed \(seed): refused, \(reason)")
                    }
                }
            }
        } catch {
            history.withLock { history in
                history.counts[error is OutcomeUnknown ? "unknown" : "failed", default: 0] += 1
                if error is OutcomeUnknown { history.unknown.formUnion(texts.compactMap(\.self)) }
            }
        }
        // The copies are what they were before: the next change of each is a conflict, or it is loaded.
        copies = copies.filter { copy in
            !changes.contains { $0.device == copy.value.number } || copy.value.number % 3 == 0
        }
    }

    private func change(_ copy: Copy, _ text: String, _ key: String?, isFirst: Bool) -> StepChange {
        var life = copy.life
        life.sequence = copy.sequence + 1
        let last = life.sequence
        let step = StoredStep(
            device: copy.number,
            kind: isFirst ? .beginning : .inputs,
            before: copy.sequence,
            last: last,
            at: .manualStart,
            limits: AdvanceLimits(deadlines: 10, records: 11, bytes: 12),
            records: Array(text.utf8),
            digest: last.rawValue
        )
        let answer = key.map {
            KeyedAnswer(
                key: $0,
                fingerprint: RequestFingerprint(method: "POST", path: "/", body: []),
                answer: StoredAnswer(status: 200, body: Array(text.utf8)),
                givenAt: .manualStart
            )
        }
        var change = StepChange(step: step, answer: answer)
        change.shared = SharedChange(
            state: StoredSnapshot(
                device: copy.number,
                sequence: last,
                digest: last.rawValue,
                kernel: KernelVersion.current,
                hash: 0,
                state: Array((copy.texts + text + ",").utf8)
            ),
            follows: isFirst ? nil : copy.revision,
            clock: life.clock,
            apps: life.counts,
            tokens: life.setsTokens ? life.tokens : nil
        )
        return change
    }

    private func load(_ id: DeviceID, from store: any SharedStore) async throws -> Copy? {
        try await again {
            guard let number = try await store.devices(named: [id]).first?.number,
                let kept = try? await store.storedDevices([number])[0].get()
            else { return nil }
            guard let revision = kept.revision else { throw MissingValue() }
            return Copy(
                life: Life(number: number, id: id, sequence: kept.snapshot.sequence),
                revision: revision,
                texts: String(decoding: kept.snapshot.state, as: UTF8.self)
            )
        }
    }

    // MARK: Comparing

    private func compare(_ store: any SharedStore, _ followed: [StoredStep]) async throws {
        let history = history.withLock(\.self)
        findings.expect(
            history.keys.values.allSatisfy { $0 == 1 },
            "seed \(seed): a key was used twice: \(history.keys)"
        )
        let positions = followed.map(\.position)
        findings.expect(positions == Array(Set(positions)).sorted(), "seed \(seed): the order of what was followed")
        let seen = Set(followed.map { String(decoding: $0.records, as: UTF8.self) })
        let origins = try await store.devices(after: 0, limit: .max)
        findings.expect(Set(origins.map(\.id)).count == origins.count, "seed \(seed): an id is there twice")
        for origin in origins {
            let kept = try await store.storedDevices([origin.number])[0].get()
            let steps = try await store.steps(of: origin.number, after: 0, limit: .max)
            let texts = steps.map { String(decoding: $0.records, as: UTF8.self) }
            let known = texts.filter { !history.unknown.contains($0) }
            let acknowledged = (history.acknowledged[origin.number] ?? []).sorted { $0.position < $1.position }
            findings.expect(known == acknowledged.map(\.text), "seed \(seed): \(known) instead of \(acknowledged)")
            let all = texts.map { $0 + "," }.joined()
            findings.expect(String(decoding: kept.snapshot.state, as: UTF8.self) == all, "seed \(seed): the state")
            findings.expect(
                kept.revision?.count == Int64(steps.count),
                "seed \(seed): \(String(describing: kept.revision))"
            )
            findings.expect(steps.indices.allSatisfy { steps[$0].last == SequenceNumber(rawValue: UInt64($0) + 1) })
            findings.expect(seen.isSuperset(of: texts), "seed \(seed): not followed: \(Set(texts).subtracting(seen))")
        }
        try await compareQueries(of: store, origins)
        let there = Set(origins.map(\.number))
        for (number, changes) in history.acknowledged where !there.contains(number) && history.unknown.isEmpty {
            findings.expect(
                history.removed.contains(number),
                "seed \(seed): \(changes.count) changes of \(number) are lost"
            )
        }
        findings.expect(there.isDisjoint(with: history.removed), "seed \(seed): a deleted device is there")
    }

    /// Compares what queries find with what follows from the devices that are there.
    private func compareQueries(of store: any SharedStore, _ origins: [DeviceOrigin]) async throws {
        var totals = StoreTotals(devices: origins.count, apps: .zero)
        var live: [DeviceTokenKey: DeviceTokenIndex.Entry] = [:]
        for origin in origins {
            let found = try await store.device(origin.id)
            let kept = try await store.storedDevices([origin.number])[0].get()
            let life = Life(number: origin.number, id: origin.id, sequence: kept.snapshot.sequence)
            findings.expect(origin == life.origin && found?.origin == origin, "seed \(seed): \(origin)")
            let stored = try found?.stored.get()
            findings.expect(stored?.snapshot == kept.snapshot && stored?.revision == kept.revision, "seed \(seed)")
            findings.expect(
                kept.clock == life.clock && stored?.clock == life.clock,
                "seed \(seed): \(String(describing: kept.clock)) instead of \(life.clock)"
            )
            totals.apps += life.counts
            let own = try await store.totals(labels: origin.labels)
            findings.expect(own == StoreTotals(devices: 1, apps: life.counts), "seed \(seed): \(own)")
            for token in life.tokens { live[token.token] = .live(token.owner) }
            for answer in try await store.answers(of: origin.number...origin.number).value[origin.number] ?? [] {
                let same = try await store.answer(under: answer.key, of: origin.number)
                findings.expect(same == answer, "seed \(seed): the answer under \(answer.key)")
            }
            findings.expect(try await store.answer(under: "none", of: origin.number) == nil, "seed \(seed)")
            let labelled = try await store.devices(after: nil, labels: origin.labels, limit: 10)
            findings.expect(labelled == [origin], "seed \(seed): \(labelled)")
        }
        let found = try await store.totals(labels: [])
        findings.expect(found == totals, "seed \(seed): \(found) instead of \(totals)")
        for device in 0..<Self.devices {
            for token in Life.tokens(of: id("d\(device)")) {
                let entry = try await store.token(token.token)
                if let expected = live[token.token] {
                    findings.expect(entry == expected, "seed \(seed): \(String(describing: entry))")
                } else if case .live? = entry {
                    findings.expect(false, "seed \(seed): a token of no app lives")
                }
            }
        }
        let listed = try await store.devices(after: nil, labels: [], limit: 10)
        findings.expect(listed == origins.sorted { $0.id.description < $1.id.description }, "seed \(seed): \(listed)")
    }
}

/// Reads, and again where the connection was ended.
package func again<Value: Sendable>(_ read: @Sendable () async throws -> Value) async throws -> Value {
    var attempts = 0
    while true {
        do {
            return try await read()
        } catch  where attempts < 20 {
            attempts += 1
        }
    }
}
