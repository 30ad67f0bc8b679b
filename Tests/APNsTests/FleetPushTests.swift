import DeviceHost
import Fleet
import Foundation
import LifecycleKernel
import Logging
import NIOCore
import NIOHPACK
import TestKit
import Testing
import WireFormat

@testable import APNs

/// What servers that share a journal have in common of pushes.
@Suite("Pushes of servers that share a journal", .timeLimit(.minutes(1)))
struct FleetPushTests {
    private static let phone = TestListener.phone
    private static let id = "8F0A6E0C-0000-4000-8000-00000000ABCD"

    /// Runs a test with two servers, of which the first has a device with an app.
    private func run(
        _ journal: MemoryJournal = MemoryJournal(),
        _ test: @Sendable ([SharingHost], [PushService], _ token: String) async throws -> Void
    ) async throws {
        journal.sharesItems = true
        let tokens = DeviceTokenIndex()
        try await withFleet(journal, tokens: tokens) { hosts in
            try await hosts[0].take(Partition.all)
            let made = try await hosts[0].registry.create(
                NewDevice(
                    id: Self.phone,
                    settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
                    apps: [AppManifest(bundleID: TestListener.notes, name: "Notes")]
                )
            )
            #expect(made.id == Self.phone)
            let token = try await hosts[0].registry.app(TestListener.notes, on: Self.phone).value.pushToken
            try await test(hosts, hosts.map { PushService($0.registry, logger: quietLogger) }, try #require(token))
        }
    }

    private func push(_ token: String, id: String = id) -> PushRequest {
        let topic = TestListener.notes.rawValue
        var request = PushRequest(
            headers: .init([
                (":method", "POST"), (":path", "/3/device/\(token)"), ("apns-id", id), ("apns-topic", topic),
            ])
        )
        request.body.writeString(TestListener.alert)
        request.bodyLength = request.body.readableBytes
        return request
    }

    private func carryOut(_ request: PushRequest, _ service: PushService) async throws -> PushOutcome? {
        let handed = HandedPush(request, apnsID: Self.id, on: Self.phone, isPastFaults: false)
        return try await service.carryOut(handed: handed.document).flatMap(PushOutcome.init(_:))
    }

    private func hands(_ outcome: PushOutcome?) -> Bool {
        if case .answered(let answer)? = outcome { answer.status == 200 } else { false }
    }

    @Test("A fault that one server was asked for answers as many pushes of all servers as it says")
    func faults() async throws {
        try await run { _, services, token in
            #expect(try await services[1].add(Fault(reason: .forbidden, times: 3)))
            #expect(try await services[0].allFaults().map(\.times) == [3])
            let headers = try PushHeaders(push(token).headers) { _ throws(PushRefusal) in }
            let taken = try await withThrowingTaskGroup(of: Fault?.self) { group in
                for index in 0..<10 {
                    group.addTask { try await services[index % 2].takeFault(for: headers, on: Self.phone) }
                }
                return try await group.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
            }
            #expect(taken == 3)
            #expect(try await services[1].allFaults().isEmpty)
            for service in services {
                #expect(try await service.add(Fault(reason: .forbidden, device: DeviceID("other"))))
                #expect(try await service.add(Fault(reason: .shutdown)))
            }
            #expect(try await services[0].allFaults().map { $0.device?.description } == ["other", nil, "other", nil])
            try await services[0].removeFaults(topic: nil, token: nil, device: DeviceID("other"))
            #expect(try await services[1].allFaults().map(\.reason) == [.shutdown, .shutdown])
            guard case .fault(let fault)? = try await carryOut(push(token), services[0]) else {
                Issue.record("the fault is not used")
                return
            }
            #expect(fault.reason == .shutdown)
            try await services[1].removeFaults(topic: nil, token: nil, device: nil)
            #expect(try await hands(carryOut(push(token), services[0])))
        }
    }

    @Test("There are so many faults of all servers together, and those for devices that are gone make room")
    func limit() async throws {
        try await run { _, services, _ in
            for index in 1..<Faults.limit {
                let isAdded = try await services[index % 2].add(Fault(reason: .forbidden, device: Self.phone))
                #expect(isAdded)
            }
            #expect(try await services[1].add(Fault(reason: .forbidden, device: DeviceID("gone"))))
            #expect(try await !services[1].add(Fault(reason: .forbidden)))
            #expect(try await services[0].add(Fault(reason: .forbidden)))
            #expect(try await services[1].allFaults().count == Faults.limit)
        }
    }

    @Test("A push is found under its apns-id by the server that its device has gone to, and leads every server there")
    func lookup() async throws {
        try await run { hosts, services, token in
            #expect(try await hands(carryOut(push(token), services[0])))
            await #expect(throws: HostError.notOwner(Partition.of("phone"))) { try await services[1].push(Self.id) }
            for claim in hosts[0].registry.hostedClaims { try await hosts[0].release(claim) }
            await #expect(throws: HostError.notOwner(Partition.of("phone"))) {
                try await carryOut(push(token), services[0])
            }
            try await hosts[1].take(Partition.all)
            guard case .found(let found) = try await services[1].push(Self.id.lowercased()) else {
                Issue.record("the push is not found")
                return
            }
            #expect(found.receipt.token == token && found.receipt.uniqueID != nil)
            let listed = try await services[1].pushes(of: Self.phone, PushQuery()).pushes
            #expect(listed.map(\.receipt) == [found.receipt])
        }
    }

    @Test("A token that a server has retired which has ended is known from the journal")
    func retired() async throws {
        try await run { hosts, _, token in
            let key = try #require(DeviceTokenKey(hexadecimal: token))
            #expect(try await hosts[1].registry.retiredToken(key, logger: quietLogger) == nil)
            try await hosts[0].registry.delete(Self.phone)
            let entry = try await hosts[1].registry.retiredToken(key, logger: quietLogger)
            #expect(entry?.retiredAt != nil && entry == entry.flatMap { DeviceTokenIndex.Entry($0.document) })
        }
    }

    @Test("All servers have the authority that the first of them has made")
    func authority() async throws {
        let journal = MemoryJournal()
        #expect(try await CertificateAuthority.shared(in: journal) == nil)
        journal.sharesItems = true
        let made = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let authority = try await CertificateAuthority.shared(in: journal)
                    return try ServerIdentity.make(names: [], directory: nil, authority: authority).authority
                }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(made.count == 1 && made.first??.contains("BEGIN CERTIFICATE") == true)
        journal.isBroken = true
        #expect(try await CertificateAuthority.shared(in: journal) != nil)
        let damaged = MemoryJournal()
        damaged.sharesItems = true
        _ = try await damaged.add(ServerItem(.authority, "apns", Array("{}".utf8)), atMost: 1)
        await #expect(throws: ListenerCertificateError.self) { try await CertificateAuthority.shared(in: damaged) }
    }
}
