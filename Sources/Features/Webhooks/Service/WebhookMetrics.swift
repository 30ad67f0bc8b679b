import DeviceHost
import Metrics

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
        fates = Self.table { fate in
            Counter(label: "greenroom.webhook.messages", dimensions: [("outcome", fate.rawValue)], factory: factory)
        }
        answers = Self.table { answer in
            Counter(label: "greenroom.webhook.attempts", dimensions: [("answer", answer.rawValue)], factory: factory)
        }
        states = Self.table { state in
            Gauge(label: "greenroom.webhooks", dimensions: [("state", state.rawValue)], factory: factory)
        }
        queueLength = Gauge(label: "greenroom.webhook.queue.length", factory: factory)
        gaps = Counter(label: "greenroom.webhook.gaps", factory: factory)
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
