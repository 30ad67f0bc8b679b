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
            case .items(let items): receive(items)
            case .gap(let gap): receive(gap)
            case .heartbeat, .end(.storeUnavailable): continue
            case .end(.cancelled): return true
            case .end(.shutdown), .end(.deviceDeleted): return false
            }
        }
    }

    private func receive(_ items: [StreamItem]) {
        let records = items.compactMap { if case .record(let record) = $0.content { record } else { nil } }
        distribute { hosted, now, date in records.map { hosted.receive($0, at: now, date: date) } }
    }

    private func receive(_ gap: StreamGap) {
        metrics.countGap()
        logger.warning(
            "webhooks have missed records",
            metadata: ["missed": "\(gap.missed.map(String.init) ?? "unknown")"]
        )
        distribute { hosted, now, date in [hosted.receive(missed: gap.missed, at: now, date: date)] }
    }

    /// Has every webhook take something up, and wakes the tasks of those that have a message.
    private func distribute(_ body: Receiving) {
        let now = wall.now
        let date = wall.date
        let alarms = state.withLock { state in
            var alarms: [Promise<Void>] = []
            for id in Array(state.webhooks.keys) {
                let outcomes = state.webhooks[id]?.distribute(body, now, date) ?? []
                metrics.count(.dropped, outcomes.count { $0 == .dropped })
                if outcomes.contains(.queued), let alarm = state.webhooks[id]?.alarm.take() { alarms.append(alarm) }
            }
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
        _ now: WallInstant,
        _ date: Instant
    ) -> [HostedWebhook.Outcome] {
        body(&hosted, now, date)
    }
}
