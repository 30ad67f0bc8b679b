import CPostgreSQL
import DeviceHost
import Foundation
import Synchronization

/// Notifies other servers of changed devices with `NOTIFY`, and receives their notices with `LISTEN`.
///
/// A notice only shortens a wait, since a server looks at devices once a second in any case. So a notice may be lost. Behind a
/// connection pooler, a server does not receive its own notices; it then does without notices for a minute.
final class ChangeNotices: Sendable {
    private let server = String(UInt64.random(in: 0 ... .max), radix: 16)
    /// The devices of which others have to be notified; nil while nobody is notified.
    private let changed = Mutex<Set<Int64>?>(nil)
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Whether the server has received its own notices.
    private let isHeard = Atomic<Bool>(false)

    /// The pause between two transactions with notices.
    private static let pause = Duration.milliseconds(20)
    /// PostgreSQL limits a notice to 8,000 bytes.
    private static let devicesPerNotice = 400
    /// After how many looks at all devices `LISTEN` is tried again behind a pooler.
    private static let looksWithoutNotices = 60

    /// Whether notices arrive.
    var isListening: Bool { isHeard.load(ordering: .relaxed) }

    // MARK: Telling

    /// Notes devices that have changed.
    func note(_ devices: some Sequence<Int64>) {
        let isTold = changed.withLock { changed in
            changed?.formUnion(devices)
            return changed != nil
        }
        if isTold { signal.yield() }
    }

    /// Makes `note` keep devices for `tell`.
    func begin() { changed.withLock { $0 = [] } }

    /// Notifies others of what was noted since `begin`, until the task is cancelled.
    ///
    /// This is not part of a commit, because PostgreSQL commits transactions with notices one after another.
    func notify(with sessions: Sessions) async {
        defer { changed.withLock { $0 = nil } }
        for await _ in signals {
            let devices = changed.withLock { changed in
                defer { changed = [] }
                return (changed ?? []).sorted()
            }
            if !devices.isEmpty { try? await send(devices, with: sessions) }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        }
    }

    private func send(_ devices: [Int64], with sessions: Sessions) async throws {
        let notices = stride(from: 0, to: max(devices.count, 1), by: Self.devicesPerNotice).map { start in
            let numbers = devices.dropFirst(start).prefix(Self.devicesPerNotice).map(String.init)
            return "\(server) \(numbers.joined(separator: ","))"
        }
        try await sessions.read { connection in
            _ = try connection.query(
                "SELECT pg_notify('greenroom', n.notice) FROM unnest($1::text[]) AS n (notice)",
                [.texts(notices)]
            )
        }
    }

    // MARK: Following

    /// Receives the notices of others, until the task is cancelled; see `SharedStore.followChanges`.
    func follow(
        _ url: DatabaseURL,
        _ settings: PostgreSQLStore.Settings,
        with sessions: Sessions,
        _ noteChanges: @escaping @Sendable (Set<Int64>?) -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            // In a task of its own, so that a slow connection does not delay a look.
            group.addTask {
                while (try? await Task.sleep(for: settings.lookInterval)) != nil { noteChanges(nil) }
            }
            await listen(url, settings, with: sessions, noteChanges)
            group.cancelAll()
        }
    }

    private func listen(
        _ url: DatabaseURL,
        _ settings: PostgreSQLStore.Settings,
        with sessions: Sessions,
        _ noteChanges: @escaping @Sendable (Set<Int64>?) -> Void
    ) async {
        let listener = Listener(url, settings.listenStatement)
        var looksWithoutNotices = 0
        while !Task.isCancelled {
            if looksWithoutNotices > 0 {
                looksWithoutNotices -= 1
            } else if !isListening, (try? await listener.open()) != nil {
                try? await send([], with: sessions)
                // After `LISTEN`, since notices arrive for all changes from here on.
                noteChanges(nil)
            }
            await receive(from: listener, until: .now + settings.lookInterval, noteChanges)
            if !isListening, await listener.isOpen {
                looksWithoutNotices = Self.looksWithoutNotices
                await listener.close()
            }
        }
        isHeard.store(false, ordering: .relaxed)
        await listener.close()
    }

    private func receive(
        from listener: Listener,
        until end: ContinuousClock.Instant,
        _ noteChanges: @escaping @Sendable (Set<Int64>?) -> Void
    ) async {
        while !Task.isCancelled, ContinuousClock.now < end {
            do {
                let notices = try await withTaskCancellationHandler {
                    try await listener.notices(before: end)
                } onCancel: {
                    listener.wake()
                }
                let devices = devices(in: notices)
                if !devices.isEmpty { noteChanges(devices) }
            } catch {
                // The connection could not be made, or it has ended.
                isHeard.store(false, ordering: .relaxed)
                try? await Task.sleep(until: end)
            }
        }
    }

    /// The devices in notices of other servers.
    private func devices(in notices: [String]) -> Set<Int64> {
        var devices: Set<Int64> = []
        for notice in notices {
            let parts = notice.split(separator: " ", maxSplits: 1)
            if parts.first == Substring(server) {
                isHeard.store(true, ordering: .relaxed)
            } else if parts.count == 2 {
                devices.formUnion(parts[1].split(separator: ",").compactMap { Int64($0) })
            }
        }
        return devices
    }
}

/// The connection that receives notices, on a thread of its own.
private actor Listener {
    private let url: DatabaseURL
    private let statement: String
    private var connection: Connection?
    private nonisolated let executor = BlockingExecutor(label: "greenroom.notices")
    /// Its closing wakes the thread.
    private nonisolated let pipe = Pipe()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ url: DatabaseURL, _ statement: String) {
        self.url = url
        self.statement = statement
    }

    var isOpen: Bool { connection != nil }

    func open() throws {
        connection = nil
        let new = try Connection(url)
        new.deadline = .now + .seconds(3)
        try new.run(statement)
        connection = new
    }

    func close() { connection = nil }

    /// Waits for notices; none at the deadline, or after `wake`.
    func notices(before deadline: ContinuousClock.Instant) throws -> [String] {
        guard let connection else { throw PostgreSQLError(connection: "there is none") }
        do {
            return try connection.notices(before: deadline, orEndOf: pipe.fileHandleForReading.fileDescriptor)
        } catch {
            self.connection = nil
            throw error
        }
    }

    /// Ends all waits, from now on.
    nonisolated func wake() { try? pipe.fileHandleForWriting.close() }
}

extension Connection {
    /// Waits for notices.
    ///
    /// - Parameter descriptor: The wait also ends when the other end of this is closed.
    fileprivate func notices(
        before deadline: ContinuousClock.Instant,
        orEndOf descriptor: Int32
    ) throws(PostgreSQLError) -> [String] {
        while true {
            guard PQconsumeInput(handle) == 1 else { throw failure }
            var notices: [String] = []
            while let notice = PQnotifies(handle) {
                notices.append(String(cString: notice.pointee.extra))
                PQfreemem(notice)
            }
            let left = (deadline - ContinuousClock.now) / .milliseconds(1)
            guard notices.isEmpty, left > 0 else { return notices }
            var descriptors = [PQsocket(handle), descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = poll(&descriptors, 2, Int32(clamping: Int64(left.rounded(.up))))
            if descriptors[1].revents != 0 { return [] }
        }
    }
}
