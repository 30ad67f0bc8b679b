import Fleet
import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

/// The name of a device of a partition.
func name(in partition: Partition, _ number: Int = 0) -> String {
    var found = 0
    for candidate in 0... where Partition.of("d\(candidate)") == partition {
        if found == number { return "d\(candidate)" }
        found += 1
    }
    fatalError("there is always another number")
}

@Suite("A server among several", .timeLimit(.minutes(1)))
struct OwnershipTests {
    private let journal = MemoryJournal()
    private let clock = HandMovedClock()
    private let one = Partition(5)
    private let other = Partition(9)

    typealias Request = @Sendable (DeviceRegistry, DeviceID) async throws -> Void

    /// Requests about a device.
    static let requests: [(String, Request)] = [
        ("device", { _ = try await $0.device($1) }),
        ("input", { _ = try await $0.apply(launchNotes, to: $1) }),
        ("inputs", { _ = try await $0.apply([launchNotes, pressHome], to: $1) }),
        ("advance", { _ = try await $0.advance($1, .by(1)) }),
        ("installation", { _ = try await $0.install(attached, on: $1) }),
        ("timeline", { _ = try await $0.timeline(of: $1) }),
        ("processes", { _ = try await $0.processes(ProcessQuery(device: $1)) }),
        ("wait", { _ = try await $0.wait(on: $1, until: .app(notes.bundleID, .active), timeout: .zero) }),
        ("callbacks", { _ = try await $0.callbacks(of: notes.bundleID, on: $1) }),
        ("state", { _ = try await $0.state(of: $1, at: nil) }),
        ("fork", { _ = try await $0.fork($1) }),
        ("stream", { _ = try await $0.follow($1) }),
        (
            "key",
            {
                let print = RequestFingerprint(method: "POST", path: "/", body: [])
                _ = try await $0.once("key", print, in: .device($1)) { StoredAnswer(status: 500, body: []) }
            }
        ),
        ("deletion", { try await $0.delete($1) }),
        ("creation", { _ = try await $0.create(.manual($1.description)) }),
    ]

    @Test(
        "refuses every request when its lease has ended, also for devices that it does not know; it answers when it is renewed",
        arguments: requests.indices
    )
    func lease(index: Int) async throws {
        let device = try id(name(in: one))
        let stranger = try id(name(in: one, 1))
        let (what, request) = Self.requests[index]
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claims = try await hosts[0].take([one], until: clock.now + .seconds(3))
            _ = try await registry.create(.realtime(device.description))
            clock.advance(by: .seconds(2))
            #expect(try await registry.device(device).id == device)
            clock.advance(by: .seconds(1))
            for asked in [device, stranger] {
                #expect(try await refusal { try await request(registry, asked) } == .notOwner(one), "\(what)")
            }
            hosts[0].own(claims, until: clock.now + .seconds(3))
            let answer = try await refusal { try await request(registry, device) }
            #expect(answer != .notOwner(one), "\(what)")
            if what != "creation" {
                #expect(
                    try await refusal { try await request(registry, stranger) } == .unknownDevice(stranger),
                    "\(what)"
                )
            }
        }
    }

    @Test("answers for nothing that it has not loaded, and in no epoch that it has not loaded")
    func loading() async throws {
        let device = try id(name(in: one))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claim = journal.claim([one])[0]
            hosts[0].own([claim])
            #expect(registry.ownedClaims.isEmpty)
            #expect(try await refusal { try await registry.create(.manual(device.description)) } == .notOwner(one))
            #expect(try await registry.load(claim, logger: quietLogger) == 0)
            #expect(registry.ownedClaims == [claim])
            _ = try await registry.create(.manual(device.description))
            hosts[0].own([Claim(one, epoch: claim.epoch + 1)])
            #expect(registry.ownedClaims.isEmpty)
            #expect(try await refusal { try await registry.device(device) } == .notOwner(one))
        }
    }

    @Test("does not say that a condition was not met when its lease has ended", arguments: [false, true])
    func waiting(isRenewed: Bool) async throws {
        let device = try id(name(in: one))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claims = try await hosts[0].take([one], until: clock.now + .seconds(3))
            _ = try await registry.create(.manual(device.description))
            async let waited = refusal {
                let outcome = try await registry.wait(
                    on: device,
                    until: .app(notes.bundleID, .active),
                    timeout: .seconds(10)
                )
                #expect(!outcome.met)
            }
            await until { clock.sleeperCount == 1 }
            if isRenewed { hosts[0].own(claims, until: clock.now + .seconds(20)) }
            clock.advance(by: .seconds(10))
            #expect(try await waited == (isRenewed ? nil : .notOwner(one)))
        }
    }

    @Test("ends a stream of a device whose kept records it may not read any more")
    func streaming() async throws {
        let device = try id(name(in: one))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([one], until: clock.now + .seconds(3))
            _ = try await registry.create(.manual(device.description))
            let stream = try await registry.follow(device)
            clock.advance(by: .seconds(3))
            guard case .end(.moved) = await stream.next() else { throw JournalDamage("it goes on") }
        }
    }

    @Test("neither lets time pass nor removes what has expired without a lease; then it does")
    func ticking() async throws {
        let (running, expiring) = (try id(name(in: one)), try id(name(in: one, 1)))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claims = try await hosts[0].take([one, other], until: clock.now + .seconds(3))
            _ = try await registry.create(.realtime(running.description))
            _ = try await registry.apply([launchNotes, pressHome], to: running)
            var new = NewDevice.manual(expiring.description)
            new.expiresAfter = 10_000
            _ = try await registry.create(new)
            let steps = journal.steps(of: running.description).count
            await clock.advance(by: .seconds(60), ticking: registry)
            // Another partition is owned, this one is not.
            hosts[0].own(claims.filter { $0.partition == other })
            for _ in 0..<3 { await clock.advance(by: .seconds(1), ticking: registry) }
            #expect(journal.steps(of: running.description).count == steps)
            #expect(registry.deviceCount == 2)
            hosts[0].own(claims)
            await clock.advance(by: .seconds(1), ticking: registry)
            await until { registry.deviceCount == 1 }
            await until { journal.steps(of: running.description).count > steps }
        }
    }

    /// Makes a device with a label in each partition.
    private func createInBoth(_ label: Label, on registry: DeviceRegistry) async throws -> [DeviceID] {
        var devices: [DeviceID] = []
        for partition in [one, other] {
            var new = NewDevice.manual(name(in: partition))
            new.labels = [label]
            devices.append(try await registry.create(new).id)
        }
        return devices
    }

    @Test("leaves what is not its own out of lists, and says of which partitions they are complete")
    func lists() async throws {
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claims = try await hosts[0].take([one, other])
            let label = Label(key: "run", value: "1")
            for device in try await createInBoth(label, on: registry) {
                _ = try await registry.apply(launchNotes, to: device)
            }
            #expect(try await registry.devices().devices.count == 2)
            #expect(try await registry.devices().claims == claims)
            #expect(await registry.summary().devices == 2)
            let left = claims.filter { $0.partition == other }
            hosts[0].own(left)
            let page = try await registry.devices()
            #expect(page.devices.map(\.id.description) == [name(in: other)])
            #expect(page.claims == left)
            let processes = try await registry.processes()
            #expect(Set(processes.processes.map(\.device.description)) == [name(in: other)])
            #expect(processes.claims == left)
            let summary = await registry.summary()
            #expect(summary.devices == 1)
            #expect(summary.counts.first { $0.state == .active }?.count == 1)
            #expect(summary.claims == left)
            #expect(try await registry.deleteAll(labels: [label]) == DeletedDevices(count: 1, claims: left))
            hosts[0].own(claims)
            #expect(try await registry.devices().devices.map(\.id.description) == [name(in: one)])
        }
    }

    @Test("reads a list again when a handover has begun meanwhile, even if it has failed and everything is as before")
    func failedHandover() async throws {
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claims = try await hosts[0].take([one, other])
            _ = try await registry.create(NewDevice.manual(name(in: one)))
            let tenure = try #require(registry.tenure)
            var count = 0
            let (devices, complete) = try await registry.gathered { _ in
                count += 1
                if count == 1 { tenure.setOpen(claims[0], false) }
                let devices = try await registry.devices().devices.count
                if count == 1 { tenure.setOpen(claims[0], true) }
                return devices
            }
            #expect(devices == 1)
            #expect(complete == claims)
            #expect(count == 2)
        }
    }

    @Test("deletes and counts what is its own, without what it loses before that is durable")
    func lostDeletion() async throws {
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claims = try await hosts[0].take([one, other])
            let label = Label(key: "run", value: "1")
            _ = try await createInBoth(label, on: registry)
            let unlabelled = try await registry.create(.manual(name(in: other, 1))).id
            journal.hold()
            async let written = refusal { try await registry.apply(launchNotes, to: unlabelled) }
            await until { journal.heldCount == 1 }
            async let deleted = registry.deleteAll(labels: [label])
            await until { registry.journal?.queue.count == 2 }
            await registry.drop([one])
            journal.resume()
            let left = claims.filter { $0.partition == other }
            #expect(try await deleted == DeletedDevices(count: 1, claims: left))
            #expect(try await written == nil)
            try await hosts[0].take([one])
            #expect(try await registry.devices(labels: [label]).devices.map(\.id.description) == [name(in: one)])
        }
    }

    @Test("gives new devices ids of partitions that it owns, and gives none when it owns none")
    func newIDs() async throws {
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            #expect(try await refusal { try await registry.create(.manual()) }?.code == "owner-unavailable")
            try await hosts[0].take([other])
            for _ in 0..<20 {
                let device = try await registry.create(.manual()).id
                #expect(Partition.of(device.description) == other)
                #expect(Partition.of(try await registry.fork(device).id.description) == other)
            }
            let elsewhere = try id(name(in: one))
            let device = try await registry.create(.manual()).id
            #expect(try await refusal { try await registry.fork(device, as: elsewhere) } == .notOwner(one))
        }
    }

    @Test("numbers new devices in blocks that no other server gets, and refuses to create one when it has none left")
    func numbers() async throws {
        try await withFleet(of: 2, journal, clock) { hosts in
            try await hosts[0].take([one])
            try await hosts[1].take([other])
            await until { journal.reservations == 2 }
            for number in 0..<20 {
                _ = try await hosts[0].registry.create(.manual(name(in: one, number)))
                _ = try await hosts[1].registry.create(.manual(name(in: other, number)))
            }
            let origins = try await journal.devices(after: 0, limit: 100)
            #expect(origins.count == 40, "each has a number of its own")
            #expect(journal.reservations == 2)
            journal.reservesNothing = true
            let registry = hosts[0].registry
            var refused: HostError?
            for _ in 20..<1_100 where refused == nil {
                refused = try await refusal { try await registry.create(.manual(apps: [])) }
            }
            #expect(refused?.code == "overloaded")
            #expect(registry.deviceCount == 1_000)
            journal.reservesNothing = false
            await until { (try? await registry.create(.manual())) != nil }
        }
    }
}
