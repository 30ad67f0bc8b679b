import DeviceHost
import LifecycleKernel
import Logging
import WireFormat

/// Which pushes of a device to list.
package struct PushQuery: Sendable {
    /// Only pushes for this app.
    package var bundleID: BundleID?
    /// Only pushes with this apns-id, of either case.
    package var apnsID: String?
    /// Only pushes of which this was decided last.
    package var verdict: Verdict.Decision?
    /// Only pushes of which the user saw this.
    package var user: PushOutcome.User?
    /// Only pushes of which the app's code got this.
    package var code: PushOutcome.Code?
    /// Only pushes whose inputs come after this sequence.
    package var after: SequenceNumber
    /// How many pushes at most, the oldest first.
    package var limit: Int

    /// Makes a query.
    package init(
        bundleID: BundleID? = nil,
        apnsID: String? = nil,
        verdict: Verdict.Decision? = nil,
        after: SequenceNumber = 0,
        limit: Int = 100
    ) {
        self.bundleID = bundleID
        self.apnsID = apnsID
        self.verdict = verdict
        self.after = after
        self.limit = limit
    }

    /// Whether what became of a push is wanted.
    fileprivate func wants(_ push: PushDocument) -> Bool {
        (verdict == nil || push.verdict == verdict) && (user == nil || push.outcome?.user == user)
            && (code == nil || push.outcome?.code == code)
    }

    /// Whether a push is wanted, whatever became of it.
    fileprivate func wants(_ receipt: PushReceipt) -> Bool {
        (bundleID == nil || receipt.bundleID == bundleID)
            && (apnsID == nil || receipt.apnsID.lowercased() == apnsID?.lowercased())
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

/// The pushes that devices got, whichever way they came, and what is kept of those with an apns-id.
package final class PushHistory: Sendable {
    private let registry: DeviceRegistry
    private let log: PushLog
    private let logger: Logger

    /// Makes a history that nothing has been added to.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - limit: How many pushes are found by their apns-ids.
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
        for receipts in try await registry.items(.push, logger: logger, PushReceipt.list(kept:)) {
            for receipt in receipts { log.add(receipt) }
        }
    }

    /// Remembers the pushes among inputs that did not come through the APNs listener.
    package func note(_ outcome: InputOutcome) async {
        // By index: a loop over the records would copy each of them.
        for index in outcome.records.indices where outcome.records[index].kind == .input {
            if let receipt = PushReceipt(outcome.records[index], on: outcome.device) { await keep(receipt) }
        }
    }

    /// Remembers a push. It has been delivered, so its answer does not wait until the store has written that, too: the next
    /// commit has it. It waits if servers share the store, as another one may be asked for the push next.
    package func keep(_ receipt: PushReceipt) async {
        do throws(HostError) {
            let kept = try registry.keep(log.add(receipt))
            if registry.isShared { try await kept.whenDurable() }
        } catch {
            let about: Logger.Metadata = ["apnsID": "\(receipt.apnsID)", "error": "\(error.code)"]
            logger.error("an accepted push will not be found after a start", metadata: about)
        }
    }

    /// The newest push of an apns-id, with what became of it.
    package func push(_ apnsID: String) async throws(HostError) -> PushLookup {
        guard apnsID.isUUID, let receipt = try await receipt(apnsID) else { return .unknown }
        let recipients: PushRecipients?
        switch try await input(of: receipt) {
        case .gone: return .deviceDeleted(receipt.device)
        case .evicted: recipients = nil
        case .kept(let record, let rulebook): recipients = PushRecipients(record, under: rulebook)
        }
        var documents = PushDocuments()
        documents.add(receipt, for: recipients)
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
            PushReceipt.list(kept:)
        )?.last
    }

    /// The record of the input of a push.
    private enum InputRecord {
        /// Its device was deleted. One that was made anew under the same name has another record in its place, or none.
        case gone
        /// The device no longer keeps it.
        case evicted
        case kept(Record, Rulebook)
    }

    private func input(of receipt: PushReceipt) async throws(HostError) -> InputRecord {
        let query = TimelineQuery(after: receipt.sequence - 1, limit: 1)
        do throws(HostError) {
            guard let record = try await registry.timeline(of: receipt.device, query).records.first,
                PushReceipt(record, on: receipt.device)?.apnsID == receipt.apnsID
            else { return .gone }
            return .kept(record, try await registry.rulebook(of: receipt.device).value)
        } catch .recordsEvicted {
            return .evicted
        } catch .unknownDevice {
            return .gone
        }
    }

    /// Pushes of a device that have an apns-id, whichever way they came, as long as their records are kept.
    ///
    /// - Throws: `unknownDevice`; `storeUnreadable`.
    package func pushes(of device: DeviceID, _ wanted: PushQuery) async throws(HostError) -> PushPage {
        var found = PushDocuments()
        let query = TimelineQuery(after: wanted.after, kinds: [.input, .verdict])
        let rulebook = try await registry.rulebook(of: device).value
        let sequence = try await forEachRecord(of: device, query) { record in
            if let receipt = PushReceipt(record, on: device), wanted.wants(receipt) {
                found.add(log.receipt(of: receipt) ?? receipt, for: PushRecipients(record, under: rulebook))
            } else {
                found.add(record)
            }
        }
        let documents = found.all.filter(wanted.wants)
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
