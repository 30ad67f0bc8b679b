import DeviceHost
import Metrics
import Telemetry

/// Counts messages and attempts. All series are there from the start, so that they have a rate from the first message on.
final class WebhookMetrics: Sendable {
    enum Fate: String, CaseIterable {
        case delivered, failed, dropped
    }

    enum Answer: String, CaseIterable {
        case success = "2xx"
        case redirect = "3xx"
        case refusal = "4xx"
        case failure = "5xx"
        /// There was no answer.
        case none

        init(_ outcome: AttemptOutcome) {
            switch outcome.status {
            case .some(200...299): self = .success
            case .some(300...399): self = .redirect
            case .some(400...499): self = .refusal
            case .some: self = .failure
            case nil: self = .none
            }
        }
    }

    enum State: String, CaseIterable {
        case active, paused, disabled

        init(_ activity: Webhook.Activity) {
            switch activity {
            case .active: self = .active
            case .paused: self = .paused
            case .disabled, .gone: self = .disabled
            }
        }
    }

    private let fates: [Fate: Counter]
    private let answers: [Answer: Counter]
    private let states: [State: Gauge]
    private let queueLength: Gauge
    private let gaps: Counter

    init(factory: any MetricsFactory) {
        let metrics = WebhookMetricTable.table
        fates = Self.table { fate in
            metrics.messages.make(fate.rawValue, in: factory)
        }
        answers = Self.table { answer in
            metrics.attempts.make(answer.rawValue, in: factory)
        }
        states = Self.table { state in
            metrics.webhooks.make(state.rawValue, in: factory)
        }
        queueLength = metrics.queueLength.make(in: factory)
        gaps = metrics.gaps.make(in: factory)
        show([])
    }

    private static func table<Case: CaseIterable & Hashable, Instrument>(
        _ make: (Case) -> Instrument
    ) -> [Case: Instrument] {
        Dictionary(uniqueKeysWithValues: Case.allCases.map { ($0, make($0)) })
    }

    func count(_ fate: Fate, _ number: Int = 1) {
        if number > 0 { fates[fate]?.increment(by: number) }
    }

    func count(_ outcome: AttemptOutcome) { answers[Answer(outcome)]?.increment() }

    func countGap() { gaps.increment() }

    func show(_ webhooks: some Collection<HostedWebhook>) {
        var length = 0
        var counts: [State: Int] = [:]
        for hosted in webhooks {
            length += hosted.queue.count
            counts[State(hosted.webhook.activity), default: 0] += 1
        }
        queueLength.record(length)
        for state in State.allCases { states[state]?.record(counts[state] ?? 0) }
    }
}

/// The metrics of webhooks.
package struct WebhookMetricTable: Sendable {
    package static let table = WebhookMetricTable()

    let webhooks = Metric<Gauge>(
        "greenroom.webhooks",
        "Webhooks, by state.",
        by: ["state"],
        lookFor: """
            States are `active`, `paused` and `disabled`. Paused: too many messages were given up; enable it once \
            its receiver is there again.
            """
    )

    let messages = Metric<Counter>(
        "greenroom.webhook.messages",
        "Messages of webhooks that do not wait any more, by outcome.",
        by: ["outcome"],
        lookFor: "Outcomes are `delivered`, `failed` and `dropped`. The last two grow: receivers have lost something."
    )

    let attempts = Metric<Counter>(
        "greenroom.webhook.attempts",
        "Attempts to deliver messages of webhooks, by answer.",
        by: ["answer"],
        lookFor: "An answer is `2xx` to `5xx`, or `none`. Not `2xx`: `GET /v1/webhooks/{webhook}/deliveries` says why."
    )

    let queueLength = Metric<Gauge>(
        "greenroom.webhook.queue.length",
        "Messages of webhooks that wait or are being sent.",
        lookFor: "Grows: a receiver is slow or down."
    )

    let gaps = Metric<Counter>(
        "greenroom.webhook.gaps",
        "How often webhooks have missed records.",
        lookFor: "Grows: records are written faster than webhooks look at them; or `--stream-buffer` is too small."
    )
}
