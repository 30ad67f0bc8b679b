import DeviceHost
import LifecycleKernel
import Logging
import WireFormat

/// Which pushes of a device to list.
package struct PushQuery: Sendable {
    /// Only pushes for this app.
    package var bundleID: BundleID?
    /// Only pushes of which this was decided last.
    package var verdict: Verdict.Decision?
    /// Only pushes whose inputs come after this sequence.
    package var after: SequenceNumber
    /// How many pushes at most, the oldest first.
    package var limit: Int

    /// Makes a query.
    package init(
        bundleID: BundleID? = nil,
        verdict: Verdict.Decision? = nil,
        after: SequenceNumber = 0,
        limit: Int = 100
    ) {
        self.bundleID = bundleID
        self.verdict = verdict
        self.after = after
        self.limit = limit
    }
}

/// Some pushes of a device.
package struct PushPage: Sendable {
    /// The pushes, oldest first.
    package var pushes: [PushDocument]
    /// The sequence after which more follow; nil if there are no more.
    package var next: SequenceNumber?
    /// The sequence of the device.
    package var sequence: SequenceNumber
}

/// What is known under an apns-id.
package enum PushLookup: Sendable {
    /// No push is remembered.
    case unknown
    /// Its device was deleted, and its records with it.
    case deviceDeleted(DeviceID)
    case found(PushDocument)
}

/// The pushes that devices got, whichever way they came, and what is kept of those that came through a listener.
package final class PushHistory: Sendable {
    private let registry: DeviceRegistry
    private let log: PushLog
    private let logger: Logger

    /// Makes a history that nothing has been added to.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - limit: How many pushes of listeners are remembered.
    ///   - logger: Logs what cannot be read.
    package init(_ registry: DeviceRegistry, limit: Int = 100_000, logger: Logger) {
        self.registry = registry
        self.logger = logger
        log = PushLog(limit: limit)
    }

    /// Reads the pushes that the store keeps.
    ///
    /// - Throws: An error if the store cannot be read.
    package func restore() async throws {
        for receipt in try await registry.items(.push, logger: logger, PushReceipt.init(_:)) { log.add(receipt) }
    }

    /// Adds a push that a listener has accepted.
    ///
    /// - Returns: What changes of what is kept.
    package func add(_ receipt: PushReceipt) -> [ServerItem] { log.add(receipt) }

    /// The newest push of an apns-id, with what became of it.
    package func push(_ apnsID: String) async throws(HostError) -> PushLookup {
        guard apnsID.isUUID, let receipt = try await receipt(apnsID) else { return .unknown }
        guard try await hasInput(of: receipt) else { return .deviceDeleted(receipt.device) }
        var documents = PushDocuments()
        documents.add(receipt)
        let query = TimelineQuery(after: receipt.sequence, kinds: [.verdict], bundleID: receipt.bundleID)
        do throws(HostError) {
            try await forEachRecord(of: receipt.device, query) { documents.add($0) }
        } catch .unknownDevice {
            return .deviceDeleted(receipt.device)
        }
        return documents.all.first.map(PushLookup.found) ?? .unknown
    }

    /// What was kept of a push: by this server, or by another one that shares its store.
    private func receipt(_ apnsID: String) async throws(HostError) -> PushReceipt? {
        if let receipt = log.receipt(apnsID) { return receipt }
        return try await registry.sharedItem(.push, named: apnsID.lowercased())?.held(
            logger: logger,
            PushReceipt.init(_:)
        )
    }

    /// Whether a device has the input of a push, or had it before it was evicted: one that was made anew under the same
    /// name has another record in its place, or none.
    private func hasInput(of receipt: PushReceipt) async throws(HostError) -> Bool {
        let query = TimelineQuery(after: receipt.sequence - 1, limit: 1)
        do throws(HostError) {
            let record = try await registry.timeline(of: receipt.device, query).records.first
            return record.flatMap { PushReceipt($0, on: receipt.device) }?.apnsID == receipt.apnsID
        } catch .recordsEvicted {
            return true
        } catch .unknownDevice {
            return false
        }
    }

    /// Pushes of a device that have an apns-id, whichever way they came, as long as their records are kept.
    ///
    /// - Throws: `unknownDevice`; `storeUnreadable`.
    package func pushes(of device: DeviceID, _ wanted: PushQuery) async throws(HostError) -> PushPage {
        var found = PushDocuments()
        let query = TimelineQuery(after: wanted.after, kinds: [.input, .verdict])
        let sequence = try await forEachRecord(of: device, query) { record in
            if let receipt = PushReceipt(record, on: device), wanted.bundleID.map({ $0 == receipt.bundleID }) ?? true {
                found.add(log.receipt(of: receipt) ?? receipt)
            } else {
                found.add(record)
            }
        }
        let documents = found.all.filter { wanted.verdict == nil || $0.verdict == wanted.verdict }
        let page = Array(documents.prefix(wanted.limit))
        let next = documents.count > page.count ? page.last?.sequence ?? wanted.after : nil
        return PushPage(pushes: page, next: next, sequence: sequence)
    }

    /// Reads all records that a query matches, page by page; those that were evicted are left out.
    ///
    /// - Returns: The sequence of the device.
    @discardableResult
    private func forEachRecord(
        of device: DeviceID,
        _ query: TimelineQuery,
        _ body: (Record) -> Void
    ) async throws(HostError) -> SequenceNumber {
        var query = query
        query.limit = registry.limits.pageSize
        while true {
            let page: TimelinePage
            do throws(HostError) {
                page = try await registry.timeline(of: device, query)
            } catch .recordsEvicted(let oldest) {
                query.after = oldest - 1
                continue
            }
            page.records.forEach(body)
            guard let next = page.next else { return page.sequence }
            query.after = next
        }
    }
}
