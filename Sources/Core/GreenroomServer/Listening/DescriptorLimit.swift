import Foundation
import Logging

/// How many file descriptors a process may have open: its connections, files and sockets to others.
package struct DescriptorLimit: Hashable, Sendable {
    /// How many may be open now.
    package var soft: Int
    /// Up to how many the process may raise that.
    package var hard: Int

    /// Those of this process; nil if the system does not say.
    package static var current: DescriptorLimit? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return DescriptorLimit(soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
    }

    /// Raises the soft limit of this process to the hard one, and logs both.
    package static func raise(_ logger: Logger) {
        guard let before = current, before.soft < before.hard else { return }
        #if canImport(Darwin)
        // More than this is refused (setrlimit(2)).
        let wanted = min(before.hard, Int(OPEN_MAX))
        #else
        let wanted = before.hard
        #endif
        var limit = rlimit(rlim_cur: rlim_t(wanted), rlim_max: rlim_t(before.hard))
        let isRaised = setrlimit(resource, &limit) == 0
        let about: Logger.Metadata = ["from": "\(before.soft)", "to": "\(wanted)", "hard": "\(before.hard)"]
        if isRaised {
            logger.info("the limit of file descriptors was raised", metadata: about)
        } else {
            logger.warning("the limit of file descriptors could not be raised", metadata: about)
        }
    }

    /// How many connections each listener may have so that all of them together leave room for the server's own files: the
    /// store, webhooks, exports, and what event loops need.
    ///
    /// - Parameters:
    ///   - wanted: How many it is to have.
    ///   - listeners: How many listeners there are.
    package func connections(wanted: Int, listeners: Int) -> Int {
        let reserve = min(Self.reserve, soft / 4)
        return max(1, min(wanted, (soft - reserve) / listeners))
    }

    /// Whether this process has another descriptor for a connection and leaves some for itself.
    ///
    /// Some must be left: libdispatch ends the process when it cannot open a file of `/proc`, in which it looks from time to
    /// time how many of its threads are busy.
    package static var hasRoom: Bool {
        guard let limit = current else { return true }
        let next = open("/", O_RDONLY | O_CLOEXEC)
        guard next >= 0 else { return false }
        close(next)
        return limit.hasRoom(for: Int(next))
    }

    /// Whether a descriptor leaves some for the process itself. The system gives the lowest number that is free, so as many as
    /// its number are open.
    package func hasRoom(for next: Int) -> Bool { next < soft - min(Self.spare, soft / 4) }

    /// The descriptors that are not for connections of clients, if there are four times as many.
    private static let reserve = 256
    /// Those of them that stay free, even when the server needs more for itself than was reserved.
    private static let spare = 32

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}

extension ServerConfiguration {
    /// How many connections each listener may have: what is set, or what file descriptors there are for, which is logged.
    ///
    /// - Parameter limit: How many file descriptors there may be; nil if that is not known.
    package func connectionsPerListener(within limit: DescriptorLimit?, _ logger: Logger) -> Int {
        guard let limit else { return self.maxConnections }
        let count = limit.connections(wanted: self.maxConnections, listeners: listeners.count)
        if count < self.maxConnections {
            logger.warning(
                "each listener has fewer connections than \(Settings.table.maxConnections.about.option) says: ulimit -n is low",
                metadata: [
                    "connections": "\(count)", "wanted": "\(self.maxConnections)", "descriptors": "\(limit.soft)",
                    "listeners": "\(listeners.count)",
                ]
            )
        }
        return count
    }
}
