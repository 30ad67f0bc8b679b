import DeviceHost
import LifecycleKernel
import Logging
import Synchronization

// What becomes of messages.
extension WebhookService {
    /// What the task of a webhook does next.
    private enum Step {
        case send(Attempt, OutgoingRequest)
        case wait(Promise<Void>, until: WallInstant?)
        /// The webhook is gone.
        case end
    }

    /// Sends the messages of a webhook, until it is removed or the task is cancelled.
    func deliver(_ start: Start) async {
        while !Task.isCancelled {
            switch step(of: start) {
            case .send(let attempt, let request):
                let outcome = AttemptOutcome(await sender.send(request))
                guard !Task.isCancelled else { return }
                finish(attempt, outcome, of: start)
            case .wait(let alarm, let deadline):
                await alarm.value(by: deadline, on: wall, orElse: (), whenCancelled: ())
            case .end: return
            }
        }
    }

    private func step(of start: Start) -> Step {
        let now = wall.now
        let date = wall.date
        return state.withLock { state in
            guard let webhook = state.webhooks[start.id]?.hosted.webhook,
                state.webhooks[start.id]?.start == start.number,
                let next = state.webhooks[start.id]?.hosted.next(at: now)
            else { return .end }
            switch next {
            case .send(let messages, let number):
                // Each is sent by itself.
                let attempt = Attempt(message: messages[0], number: number, start: now, date: date)
                return .send(attempt, request(messages[0], to: webhook, at: date))
            case .wait(let deadline):
                let alarm = Promise<Void>()
                state.webhooks[start.id]?.alarm = alarm
                return .wait(alarm, until: deadline)
            }
        }
    }

    /// The request with a message, signed as of now. Source: Standard Webhooks, "Webhook headers".
    private func request(_ message: WebhookMessage, to webhook: Webhook, at date: Instant) -> OutgoingRequest {
        let signatures = webhook.signatures(id: message.id, body: message.body, at: date)
        return OutgoingRequest(
            webhook.url,
            headers: [
                .init(name: "content-type", value: "application/json"), .init(name: "user-agent", value: userAgent),
                .init(name: "webhook-id", value: message.id),
                .init(name: "webhook-timestamp", value: String(date.secondsSince1970)),
                .init(name: "webhook-signature", value: signatures),
            ],
            body: message.body
        )
    }

    private func finish(_ attempt: Attempt, _ outcome: AttemptOutcome, of start: Start) {
        let now = wall.now
        let date = wall.date
        metrics.count(outcome)
        let stopped = state.withLock { state -> Webhook? in
            guard state.webhooks[start.id]?.start == start.number,
                let change = state.webhooks[start.id]?.hosted.finish(attempt, outcome, at: now, date: date)
            else { return nil }
            count(change, isTest: attempt.message.isTest)
            // A subscription that ends cannot be refused.
            try? updateSubscription(&state)
            show(state)
            guard change.hasStopped, let webhook = state.webhooks[start.id]?.hosted.webhook else { return nil }
            keep(webhook, &state)
            return webhook
        }
        if let stopped { log(stopped) }
    }

    private func count(_ change: HostedWebhook.Change, isTest: Bool) {
        metrics.count(.dropped, change.dropped)
        guard !isTest else { return }
        switch change.verdict {
        case .delivered: metrics.count(.delivered)
        case .failed, .gone: metrics.count(.failed)
        case .retry: break
        }
    }

    /// Stores that a webhook has stopped. If that fails, the webhook is tried again after a restart.
    private func keep(_ webhook: Webhook, _ state: inout State) {
        do throws(HostError) {
            let held = try registry.keep([webhook.item])
            if copies != nil { state.stops.append(held) }
        } catch {
            logger.warning(
                "a webhook has stopped, which the store did not keep",
                metadata: ["webhook": "\(webhook.id)"]
            )
        }
    }

    private func log(_ webhook: Webhook) {
        let reason = webhook.stopped?.reason.rawValue ?? ""
        logger.warning("a webhook has stopped", metadata: ["webhook": "\(webhook.id)", "why": "\(reason)"])
    }
}
