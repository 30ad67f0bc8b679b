import DeviceHost
import LifecycleKernel
import Logging
import Synchronization

// What records become.
extension WebhookService {
    /// Lets a webhook hear something.
    fileprivate typealias Telling = (inout HostedWebhook, WallInstant, Instant) -> [HostedWebhook.Hearing]

    /// Hears records as long as webhooks want any, until the task is cancelled or the server stops.
    func listen() async {
        while let subscription = await nextSubscription() {
            guard await hear(subscription) else { return }
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

    /// Hears a subscription until it ends.
    ///
    /// - Returns: Whether another one may follow.
    private func hear(_ subscription: RecordSubscription) async -> Bool {
        while true {
            switch await subscription.next() {
            case .items(let items, _): hear(items)
            case .gap(let gap): hear(gap)
            case .heartbeat: continue
            case .end(.cancelled): return true
            case .end(.shutdown), .end(.deviceDeleted), .end(.journalUnavailable): return false
            }
        }
    }

    private func hear(_ items: [StreamItem]) {
        let records = items.compactMap { item in if case .record(let record) = item { record } else { nil } }
        tell { hosted, now, date in records.map { hosted.hear($0, at: now, date: date) } }
    }

    private func hear(_ gap: StreamGap) {
        metrics.countGap()
        logger.warning(
            "webhooks have missed records",
            metadata: ["missed": "\(gap.missed.map(String.init) ?? "unknown")"]
        )
        tell { hosted, now, date in [hosted.hear(missed: gap.missed, at: now, date: date)] }
    }

    /// Lets every webhook hear something, and wakes the tasks of those that have a message.
    private func tell(_ body: Telling) {
        let now = wall.now
        let date = wall.date
        let alarms = state.withLock { state in
            var alarms: [Promise<Void>] = []
            for id in Array(state.webhooks.keys) {
                let hearings = state.webhooks[id]?.tell(body, now, date) ?? []
                metrics.count(.dropped, hearings.count { $0 == .dropped })
                if hearings.contains(.queued), let alarm = state.webhooks[id]?.alarm.take() { alarms.append(alarm) }
            }
            show(state)
            return alarms
        }
        for alarm in alarms { alarm.fulfill(()) }
    }
}

extension WebhookService.Running {
    /// Lets it hear something. In place, so that its queue is not copied.
    fileprivate mutating func tell(
        _ body: WebhookService.Telling,
        _ now: WallInstant,
        _ date: Instant
    ) -> [HostedWebhook.Hearing] {
        body(&hosted, now, date)
    }
}
