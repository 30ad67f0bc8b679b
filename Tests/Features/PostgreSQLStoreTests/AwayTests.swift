import Foundation
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import DeviceHost
@testable import PostgreSQLStore

@Suite("A database that cannot be used", .timeLimit(.minutes(2)))
struct AwayTests {
    private let place = PostgreSQLPlace()

    @Test("is waited for while it is away, and used when it comes")
    func comes() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await place.open { _ in }.close()
        let name = try place.socket.name
        let url = try #require(DatabaseURL("postgres:///\(name)?host=\(folder)&user=postgres"))
        let store = PostgreSQLStore(url)
        let registry = DeviceRegistry(limits: limits(), wall: SharedWallClock(), store: store)
        let error = await #expect(throws: StoreAway.self) { _ = try await registry.recover(logger: quietLogger) }
        #expect(try registry.notesAway(#require(error)))
        #expect(registry.storeFailure != nil)
        // Before the recovery nothing is done with devices that are due.
        #expect(await registry.tick(at: registry.wall.now) == TickReport())
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: place.socket.folder)
        #expect(try await registry.recover(logger: quietLogger).recovered == 0)
        #expect(registry.storeFailure == nil)
        #expect(store.beginRun().count == 1 && store.lastPosition > 0)
        await store.close()
    }

    @Test("is an error if somebody has to mend it: no such database, no rights")
    func mistakes() async throws {
        let socket = try place.socket
        let wrong = try #require(DatabaseURL("postgres:///none?host=\(socket.folder)&user=postgres"))
        let error = await #expect(throws: DatabaseOpeningError.self) { _ = try await PostgreSQLStore(opening: wrong) }
        #expect(error?.description.contains(#""none" does not exist"#) == true, "\(error as Any)")
        try await place.open { _ in }.close()
        let role = "role_\(socket.name)"
        let url = try #require(DatabaseURL("postgres:///\(socket.name)?host=\(socket.folder)&user=\(role)"))
        let connection = try place.connect()
        try connection.run("CREATE ROLE \(role) LOGIN")
        await #expect(throws: DatabaseOpeningError.unusable("permission denied for schema greenroom")) {
            _ = try await PostgreSQLStore(opening: url)
        }
        let rights = [
            "USAGE ON SCHEMA greenroom": "answer",
            "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA greenroom": "device_number",
        ]
        for (right, missing) in rights.sorted(by: { $0.value < $1.value }) {
            try connection.run("GRANT \(right) TO \(role)")
            if missing == "answer" { try connection.run("GRANT SELECT ON ALL TABLES IN SCHEMA greenroom TO \(role)") }
            await #expect(throws: DatabaseOpeningError.noRights(missing)) {
                _ = try await PostgreSQLStore(opening: url)
            }
        }
        try connection.run("GRANT USAGE ON ALL SEQUENCES IN SCHEMA greenroom TO \(role)")
        let store = try await PostgreSQLStore(opening: url)
        let results = try await store.commit([beginning(1)], as: CommitID())
        #expect(results.allSatisfy { if case .committed = $0 { true } else { false } })
        await store.close()
        try connection.run("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test("is given up in time if it accepts a connection and never answers")
    func silence() async throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            } ? UInt16(bigEndian: pointer.pointee.sin_port) : nil
        }
        let url = try #require(port.flatMap { DatabaseURL("postgres://user@127.0.0.1:\($0)/none") })
        var settings = PostgreSQLStore.Settings()
        settings.workLimit = .milliseconds(200)
        let store = PostgreSQLStore(url, settings)
        let start = ContinuousClock.now
        for _ in 0..<3 {
            await #expect(throws: PostgreSQLError.noAnswer) { _ = try await store.revisions(of: [1]) }
        }
        // libpq alone would wait for two seconds or more.
        #expect(ContinuousClock.now - start < .seconds(2))
        await store.close()
    }

    @Test("ends all work in time when it stops to answer, and the server is red; both recover")
    func stopped() async throws {
        let cluster = TestCluster()
        let place = PostgreSQLPlace(cluster)
        let store = try await place.open { $0.workLimit = .seconds(1) }
        let clock = SharedWallClock()
        let registry = DeviceRegistry(limits: limits(), wall: clock, store: store)
        _ = try await registry.recover(logger: quietLogger)
        let first = CommitID()
        _ = try await store.commit([beginning(1)], as: first)
        // The connection has the statement that commits steps: what is sent later is the change alone.
        let second = CommitID()
        _ = try await store.commit([.stepped(step(1, after: 1, Revision(count: 1, commit: first)))], as: second)
        let sharing = try #require(SharingService(registry: registry, clock: clock, logger: quietLogger))
        try await withThrowingTaskGroup(of: Void.self) { services in
            services.addTask { try await sharing.run() }
            defer { services.cancelAll() }
            let resume = try cluster.stopProcesses()
            let start = ContinuousClock.now
            let large = Array(repeating: 7 as UInt8, count: 20_000_000)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await #expect(throws: (any Error).self) { _ = try await store.revisions(of: [1]) }
                    }
                    // All want a device that is not in memory.
                    group.addTask {
                        let error = await #expect(throws: HostError.self) {
                            _ = try await registry.device(id("d-1"))
                        }
                        #expect(error?.code == "store-unavailable")
                    }
                }
                // More than a socket takes.
                let change = step(1, after: 2, Revision(count: 2, commit: second), state: large)
                group.addTask {
                    await #expect(throws: OutcomeUnknown.self) {
                        _ = try await store.commit([.stepped(change)], as: CommitID())
                    }
                }
            }
            #expect(ContinuousClock.now - start < .seconds(3))
            await until { registry.storeFailure != nil }
            #expect(ContinuousClock.now - start < .seconds(7))
            resume()
            await until { registry.storeFailure == nil }
            #expect(try await store.revisions(of: [1]).count == 1)
        }
        await store.close()
    }
}

extension TestCluster {
    /// Stops all processes of the cluster, as they are.
    ///
    /// - Returns: Lets them go on.
    fileprivate func stopProcesses() throws -> @Sendable () -> Void {
        let file = try String(contentsOfFile: "\(try socket)/data/postmaster.pid", encoding: .utf8)
        let postmaster = try #require(file.split(separator: "\n").first.flatMap { Int32($0) })
        // First, so that it starts no others.
        Self.stop(postmaster)
        // Those that are starting, too, which pg_stat_activity does not have yet.
        let list = "/proc/\(postmaster)/task/\(postmaster)/children"
        let children = try String(contentsOfFile: list, encoding: .utf8)
        let processes = children.split(separator: " ").compactMap { Int32($0) }
        processes.forEach(Self.stop)
        return { for process in processes + [postmaster] { kill(process, SIGCONT) } }
    }

    /// Stops a process, and returns when it has stopped or ended: a signal takes effect later.
    private static func stop(_ process: Int32) {
        kill(process, SIGSTOP)
        while let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) {
            if status.contains("State:\tT") || status.contains("State:\tZ") { return }
        }
    }
}
