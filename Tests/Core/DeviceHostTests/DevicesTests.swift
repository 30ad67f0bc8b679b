import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("Devices on a host")
struct DevicesTests {
    @Test("A device is created with its apps and is found again")
    func creation() async throws {
        let registry = host()
        var new = NewDevice.manual("phone", apps: [notes, attached])
        new.labels = [Label(key: "run", value: "1"), Label(key: "colour", value: "blue")]
        new.expiresAfter = 60_000
        let device = try await registry.create(new)
        #expect(device.id == (try id("phone")))
        #expect(device.apps.map(\.bundleID) == ["com.example.notes", "com.example.attached"])
        #expect(device.apps.allSatisfy { $0.state == .notRunning && $0.pid == nil })
        #expect(device.labels.map(\.key) == ["colour", "run"])
        #expect(device.expiresAfter == 60_000)
        #expect(device.clock.now == .manualStart)
        #expect(device.sequence == 2)
        #expect(device.oldestSequence == 1)
        let again = try await registry.device(device.id)
        #expect(again.sequence == 2)
        #expect(registry.deviceCount == 1)
    }

    @Test("A device without an id gets one")
    func generatedIDs() async throws {
        let registry = host { $0.shards = 4 }
        let one = try await registry.create(.manual())
        let other = try await registry.create(.manual())
        #expect(one.id != other.id)
        #expect(try await registry.device(other.id).id == other.id)
    }

    @Test("A manual clock starts at its default, others now, and each at `startsAt` if that is given")
    func starts() async throws {
        let now = Instant.manualStart + 86_400_000
        let registry = host(HandMovedClock(date: now))
        var real = NewDevice()
        #expect(try await registry.create(real).clock.now == now)
        real.startsAt = .earliest
        #expect(try await registry.create(real).clock.now == .earliest)
        #expect(try await registry.create(.manual()).clock.now == .manualStart)
    }

    @Test(
        "A label is cut at its first colon, whatever follows it",
        arguments: [
            ("a:b", "a", "b"), ("a:", "a", ""), ("a:b:c", "a", "b:c"), ("a:\u{1F3FB}b", "a", "\u{1F3FB}b"),
            ("\u{E9}:\u{301}", "\u{E9}", "\u{301}"),
        ]
    )
    func label(text: String, key: String, value: String) throws {
        let label = try #require(Label(text))
        #expect(label.key == key)
        #expect(label.value == value)
        #expect(label.description == text)
        #expect(Label(":" + text) == nil)
    }

    @Test(
        "What is wrong with a new device is refused, and nothing is left of it",
        arguments: [
            (NewDevice(labels: [Label(key: "", value: "x")]), "labels."),
            (NewDevice(labels: [Label(key: "a:b", value: "x")]), "labels.a:b"),
            (NewDevice(labels: [Label(key: "a:\u{1F3FB}", value: "x")]), "labels.a:\u{1F3FB}"),
            (NewDevice(labels: [Label(key: "a", value: "x"), Label(key: "a", value: "y")]), "labels.a"),
            (NewDevice(labels: [Label(key: "a", value: String(repeating: "x", count: 256))]), "labels.a"),
            (NewDevice(expiresAfter: 0), "expiresAfterSeconds"),
            (NewDevice(apps: [notes, attached, notes]), "apps[2].bundleID"),
            (.realtime(rate: 0), "clock.rate"),
            (.realtime(rate: .nan), "clock.rate"),
            (.realtime(rate: 1e7), "clock.rate"),
        ] as [(NewDevice, String)]
    )
    func problems(new: NewDevice, field: String) async throws {
        let registry = host()
        let error = await #expect(throws: HostError.self) { try await registry.create(new) }
        guard case .rejected(let rejection, nil)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(rejection.code == .invalidValue)
        #expect(rejection.field == field)
        #expect(registry.deviceCount == 0)
    }

    @Test("Limits of a new device have their answers")
    func limits() async throws {
        let registry = host {
            $0.devices = 2
            $0.appsPerDevice = 1
            $0.labelsPerDevice = 1
        }
        _ = try await registry.create(.manual("a"))
        await #expect(throws: HostError.deviceExists(try id("a"))) { try await registry.create(.manual("a")) }
        await #expect(throws: HostError.limitReached(what: "apps on a device", limit: 1)) {
            try await registry.create(.manual("b", apps: [notes, attached]))
        }
        var labelled = NewDevice.manual("b")
        labelled.labels = [Label(key: "a", value: ""), Label(key: "b", value: "")]
        let error = try await refusal { try await registry.create(labelled) }
        #expect(error == .limitReached(what: "labels on a device", limit: 1))
        await #expect(throws: HostError.limitReached(what: "apps on a device", limit: 1)) {
            try await registry.install(attached, on: id("a"))
        }
        let update = try await registry.install(notes, on: id("a"))
        #expect(!update.isNew, "an update is always possible")
        _ = try await registry.create(.manual("b"))
        await #expect(throws: HostError.tooManyDevices(limit: 2)) { try await registry.create(.manual("c")) }
        try await registry.delete(id("a"))
        _ = try await registry.create(.manual("c"))
    }

    @Test("A deleted device is gone, and its slot and id are free")
    func deletion() async throws {
        let registry = host()
        _ = try await registry.create(.manual("a"))
        _ = try await registry.apply(launchNotes, to: id("a"))
        try await registry.delete(id("a"))
        await #expect(throws: HostError.unknownDevice(try id("a"))) { try await registry.device(id("a")) }
        await #expect(throws: HostError.unknownDevice(try id("a"))) { try await registry.delete(id("a")) }
        #expect(await registry.summary().counts.allSatisfy { $0.count == 0 })
        #expect(try await registry.create(.manual("a")).sequence == 1)
        #expect(try await registry.create(.manual("b")).sequence == 1)
    }

    @Test("A list has every device with all the labels once, in order, page by page")
    func listing() async throws {
        let registry = host { $0.shards = 4 }
        for number in 0..<25 {
            var new = NewDevice.manual("d\(number)", apps: [])
            new.labels = [Label(key: "parity", value: number.isMultiple(of: 2) ? "even" : "odd")]
            _ = try await registry.create(new)
        }
        for (labels, count) in [
            ([], 25), ([Label(key: "parity", value: "even")], 13), ([Label(key: "x", value: "")], 0),
        ] {
            var ids: [DeviceID] = []
            var cursor: String?
            repeat {
                let page = try await registry.devices(labels: labels, after: cursor, limit: 4)
                ids += page.devices.map(\.id)
                cursor = page.next
            } while cursor != nil
            #expect(ids.count == count)
            #expect(ids == Set(ids).sorted())
        }
        await #expect(throws: HostError.self) { try await registry.devices(after: "no cursor") }
    }

    @Test("A page ends without a cursor when it holds the last device", arguments: [1, 2, 3, 4])
    func lastPage(limit: Int) async throws {
        let registry = host()
        for name in ["a", "b", "c"] { _ = try await registry.create(.manual(name)) }
        let page = try await registry.devices(limit: limit)
        #expect(page.devices.count == min(limit, 3))
        #expect((page.next == nil) == (limit >= 3))
    }

    @Test("Devices are deleted by label, and never all for want of one")
    func deletionByLabel() async throws {
        let registry = host {
            $0.shards = 4
            $0.pageSize = 3
        }
        for number in 0..<20 {
            var new = NewDevice.manual("d\(number)")
            new.labels = number < 15 ? [Label(key: "run", value: "1")] : []
            _ = try await registry.create(new)
        }
        #expect(try await registry.deleteAll(labels: []) == 0)
        #expect(try await registry.deleteAll(labels: [Label(key: "run", value: "1")]) == 15)
        #expect(registry.deviceCount == 5)
        #expect(try await registry.deleteAll(labels: [Label(key: "run", value: "1")]) == 0)
    }

    @Test("A device without requests expires; each request renews its expiry")
    func expiry() async throws {
        let clock = HandMovedClock()
        let registry = host(clock)
        for name in ["asked", "forgotten"] {
            var new = NewDevice.manual(name)
            new.expiresAfter = 10_000
            _ = try await registry.create(new)
        }
        _ = try await registry.create(.manual("eternal"))
        for _ in 0..<5 {
            await clock.advance(by: .seconds(6), ticking: registry)
            _ = try await registry.timeline(of: id("asked"))
            _ = try await registry.devices()
        }
        #expect(try await registry.devices().devices.map(\.id.description) == ["asked", "eternal"])
        await clock.advance(by: .milliseconds(9_999), ticking: registry)
        #expect(registry.deviceCount == 2)
        await clock.advance(by: .milliseconds(1), ticking: registry)
        #expect(registry.deviceCount == 1)
    }
}
