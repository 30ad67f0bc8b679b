import LifecycleKernel
import Testing

@testable import DeviceHost

@Suite("Reading")
struct ReadingTests {
    private let registry = host { $0.shards = 4 }

    @Test("Apps, processes and rules are read with the sequence that they reflect")
    func device() async throws {
        let device = try await registry.create(.manual("a", apps: [notes, attached])).id
        let outcome = try await registry.apply(launchNotes, to: device)
        let apps = try await registry.apps(on: device)
        #expect(apps.value.map(\.state) == [.active, .notRunning])
        #expect(apps.sequence == outcome.sequence)
        #expect(apps.time == outcome.time)
        #expect(try await registry.app("com.example.notes", on: device).value.pid == 101)
        #expect(try await registry.processes(on: device).value.map(\.pid) == [101])
        #expect(try await registry.process(101, on: device).value.launchReason == .user)
        #expect(try await registry.rulebook(of: device).value.profile == .ios18)
    }

    @Test("What is not there is named")
    func unknown() async throws {
        let device = try await registry.create(.manual("a")).id
        let codes = [
            try await refusal { try await registry.app("x", on: device) },
            try await refusal { try await registry.process(7, on: device) },
            try await refusal { try await registry.apps(on: id("b")) },
            try await refusal { try await registry.callbacks(of: "x", on: device) },
            try await refusal { try await registry.audit(of: "x", on: device) },
        ].map { $0?.code }
        #expect(codes == ["unknown-app", "unknown-process", "unknown-device", "unknown-app", "unknown-app"])
    }

    @Test("An audit forgets nothing when the records are no longer kept")
    func audit() async throws {
        let registry = host { $0.recordsPerDevice = 0 }
        let device = try await registry.create(.manual("a")).id
        let edit = Input.action("com.example.notes", .edit(count: 1, scene: nil))
        let crash = Input.event(.app("com.example.notes", .crash(.abort, message: nil)))
        for _ in 0..<2 { _ = try await registry.apply([launchNotes, edit, crash], to: device) }
        let audit = try await registry.audit(of: "com.example.notes", on: device)
        #expect(audit.value.findings.map(\.code) == [.dataLoss])
        #expect(audit.value.findings.first?.count == 2)
        #expect(audit.value.findings.first?.lastSequence == audit.sequence)
    }

    @Test("A timeline is kept so far back, and says where it begins")
    func timeline() async throws {
        let registry = host { $0.recordsPerDevice = 10 }
        let device = try await registry.create(.manual("a")).id
        let outcome = try await registry.apply([launchNotes, pressHome], to: device)
        let page = try await registry.timeline(of: device)
        #expect(page.records.count == 10)
        #expect(page.oldest == outcome.sequence - 9)
        #expect(page.sequence == outcome.sequence)
        #expect(page.next == nil)
        #expect(try await registry.device(device).oldestSequence == page.oldest)
        await #expect(throws: HostError.recordsEvicted(oldest: page.oldest)) {
            try await registry.timeline(of: device, TimelineQuery(after: page.oldest - 2))
        }
        #expect(try await registry.timeline(of: device, TimelineQuery(after: page.oldest - 1)).records.count == 10)
    }

    @Test("Nothing is kept when nothing is to be kept; answers hold their records all the same")
    func noRecords() async throws {
        let registry = host { $0.recordsPerDevice = 0 }
        let device = try await registry.create(.manual("a")).id
        let outcome = try await registry.apply(launchNotes, to: device)
        #expect(!outcome.records.isEmpty)
        let page = try await registry.timeline(of: device)
        #expect(page.records.isEmpty)
        #expect(page.oldest == outcome.sequence + 1)
    }

    @Test("All devices together keep so many records; those who write make room in turn")
    func recordsInTotal() async throws {
        let registry = host {
            $0.recordsPerDevice = 50
            $0.recordsInTotal = 100
        }
        let devices = try await (0..<10).asyncMap { try await registry.create(.manual("d\($0)")).id }
        for _ in 0..<5 {
            for device in devices { _ = try await registry.apply([launchNotes, pressHome], to: device) }
        }
        var kept = 0
        for device in devices {
            let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000))
            #expect(page.records.first?.sequence ?? page.sequence + 1 == page.oldest)
            kept += page.records.count
        }
        #expect(kept <= 100)
        #expect(kept > 20, "no more is given up than has to be")
    }

    @Test("Processes of all devices are listed page by page, each once", arguments: [1, 3, 7, 100])
    func processes(limit: Int) async throws {
        for number in 0..<9 {
            let device = try await registry.create(.manual("d\(number)", apps: [notes, attached])).id
            _ = try await registry.apply(launchNotes, to: device)
            if number.isMultiple(of: 3) { _ = try await registry.install(notes, on: device) }
            if number.isMultiple(of: 2) {
                _ = try await registry.apply(.event(.app("com.example.attached", .launch(arguments: []))), to: device)
            }
        }
        func all(_ query: ProcessQuery) async throws -> [String] {
            var found: [String] = []
            var cursor: String?
            repeat {
                let page = try await registry.processes(query, after: cursor, limit: limit)
                #expect(page.processes.count <= limit)
                found += page.processes.map { "\($0.device)/\($0.process.pid)" }
                cursor = page.next
            } while cursor != nil
            #expect(Set(found).count == found.count)
            #expect(found == found.sorted())
            return found
        }
        #expect(try await all(ProcessQuery()).count == 11)
        #expect(try await all(ProcessQuery(state: .terminated)).count == 3)
        #expect(try await all(ProcessQuery(bundleID: "com.example.attached")).count == 5)
        #expect(try await all(ProcessQuery(state: .suspended)).isEmpty)
        #expect(try await all(ProcessQuery(device: id("d0"))) == ["d0/102"])
        #expect(try await all(ProcessQuery(state: .terminated, device: id("d0"))) == ["d0/101"])
    }

    @Test("A search through many devices ends its page early and continues from there")
    func longSearch() async throws {
        let registry = host { $0.devicesPerPage = 256 }
        for number in 0..<600 { _ = try await registry.create(.manual("d\(number)", apps: [])) }
        _ = try await registry.create(.manual("z"))
        _ = try await registry.apply(launchNotes, to: id("z"))
        var pages = 0
        var cursor: String?
        var found: [HostedProcess] = []
        repeat {
            let page = try await registry.processes(after: cursor, limit: 10)
            pages += 1
            found += page.processes
            cursor = page.next
        } while cursor != nil
        #expect(pages == 3)
        #expect(found.map(\.device.description) == ["z"])
    }

    @Test("The summary counts apps by state without asking any device")
    func summary() async throws {
        for number in 0..<3 {
            let device = try await registry.create(.manual("d\(number)", apps: [notes, attached])).id
            if number > 0 { _ = try await registry.apply(launchNotes, to: device) }
            if number > 1 { _ = try await registry.apply(pressHome, to: device) }
        }
        func counts() async -> [ProcessState: Int] {
            Dictionary(uniqueKeysWithValues: await registry.summary().counts.map { ($0.state, $0.count) })
        }
        #expect(await registry.summary().devices == 3)
        #expect(await counts() == [.notRunning: 4, .active: 1, .background: 1, .inactive: 0, .suspended: 0])
        _ = try await registry.apply(.uninstall("com.example.notes"), to: id("d1"))
        try await registry.delete(id("d0"))
        #expect(await counts() == [.notRunning: 2, .active: 0, .background: 1, .inactive: 0, .suspended: 0])
    }
}
