import DeviceHost
import LifecycleKernel
import Logging
import Synchronization

// What records become.
extension WebhookService {
    /// Has a webhook take something up.
    fileprivate typealias Receiving = (inout HostedWebhook, WallInstant, Instant) -> [HostedWebhook.Outcome]

    /// Receives records as long as webhooks want any, until the task is cancelled or the server stops.
    func listen() async {
        while let subscription = await nextSubscription() {
            guard await receive(subscription) else { return }
        }
    }

    /// Waits for a subscription; nil when the task is cancelled.
    private func nextSubscription() async -> RecordSubscription? {
        while !Task.isCancelled {
            let promise = Promise<Void>()
            let subscription = state.withLock { state in
                if state.subscription == nil { state.waitingListener = promise }
                return state.subscription
            }
            if let subscription { return subscription }
            await promise.value(whenCancelled: ())
        }
        return nil
    }

    /// Receives the records of a subscription until it ends.
    ///
    /// - Returns: Whether another one may follow.
    private func receive(_ subscription: RecordSubscription) async -> Bool {
        while true {
            switch await subscription.next() {
            case .items(let items): receive(items, of: subscription)
            case .gap(let gap): receive(gap, of: subscription)
            case .heartbeat, .end(.storeUnavailable): continue
            case .end(.cancelled): return true
            case .end(.shutdown), .end(.deviceDeleted): return false
            }
        }
    }

    private func receive(_ items: [StreamItem], of subscription: RecordSubscription) {
        guard let last = items.last?.position else { return }
        distribute(of: subscription, upTo: last) { read in
            var previous = read
            let records = items.compactMap { item -> (record: StreamedRecord, stretch: StreamStretch?)? in
                let stretch = previous.map { StreamStretch(after: $0, upTo: item.position) }
                if previous != nil { previous = item.position }
                guard case .record(let record) = item.content else { return nil }
                return (record, stretch)
            }
            return { hosted, now, date in
                records.map { hosted.receive($0.record, in: $0.stretch, at: now, date: date) }
            }
        }
    }

    private func receive(_ gap: StreamGap, of subscription: RecordSubscription) {
        metrics.countGap()
        logger.warning(
            "webhooks have missed records",
            metadata: ["missed": "\(gap.missed.map(String.init) ?? "unknown")"]
        )
        let isUnknown = gap.reason == .unknownPosition
        distribute(of: subscription, upTo: gap.upTo) { read in
            let stretch = read.map { StreamStretch(after: isUnknown ? gap.upTo : $0, upTo: gap.upTo) }
            return { hosted, now, date in
                // What it has heard is a position in something else.
                if isUnknown, hosted.heard != nil { hosted.begin(at: StreamPosition(0)) }
                return [hosted.receive(missed: gap.missed, in: stretch, at: now, date: date)]
            }
        }
    }

    /// Has every webhook take something up, and wakes the tasks of those that have a message.
    ///
    /// - Parameters:
    ///   - subscription: Nothing is taken up if another one has replaced it.
    ///   - end: The position after it.
    ///   - receiving: Makes what takes it up, from the position before it; nil without other servers.
    private func distribute(
        of subscription: RecordSubscription,
        upTo end: StreamPosition,
        _ receiving: (StreamPosition?) -> Receiving
    ) {
        let now = wall.now
        let date = wall.date
        let alarms = state.withLock { state in
            var alarms: [Promise<Void>] = []
            guard state.subscription === subscription else { return alarms }
            let body = receiving(state.read?.position)
            for id in Array(state.webhooks.keys) {
                let outcomes = state.webhooks[id]?.distribute(body, upTo: end, now, date) ?? []
                metrics.count(.dropped, outcomes.count { $0 == .dropped })
                if outcomes.contains(.queued), let alarm = state.webhooks[id]?.alarm.take() { alarms.append(alarm) }
            }
            if state.read != nil { state.read = subscription.id(at: end) }
            show(state)
            return alarms
        }
        for alarm in alarms { alarm.fulfill(()) }
    }
}

extension WebhookService.Running {
    /// Has it take something up. In place, so that its queue is not copied.
    fileprivate mutating func distribute(
        _ body: WebhookService.Receiving,
        upTo end: StreamPosition,
        _ now: WallInstant,
        _ date: Instant
    ) -> [HostedWebhook.Outcome] {
        defer { hosted.noteHeard(upTo: end) }
        return body(&hosted, now, date)
    }
}
