import DeviceTokens
import LifecycleKernel
import Reports
import WireFormat

/// Carries scenarios out on a device of the kernel, in this process. Its time moves only when a step says so.
public actor InProcessTarget: ScenarioTarget {
    /// The limits of one advance, the same as on a server, so that a scenario behaves the same in both.
    private static let limits = AdvanceLimits.standard

    /// The device; nil before there is one.
    private(set) var current: Device?
    private var timeline: [Record] = []
    /// The size of these records.
    private var timelineBytes = 0

    /// Makes a target without a device.
    public init() {}

    /// What the device's clock shows; the start of manual clocks while there is no device.
    public var now: Instant { current?.now ?? .manualStart }

    /// Makes the device. Its clock is a manual one, which starts at 2026-01-01 by default.
    public func createDevice(_ settings: Value) throws {
        try refusing { () throws(Rejection) in
            var fields = try FieldReader(settings, at: "")
            var settings = try DeviceSettings(reading: &fields)
            let clock = try fields.has("clock") ? fields.nested("clock", Self.clock) : Self.defaultClock
            settings.clock = clock.settings
            // Fields that only a host uses are accepted and ignored.
            _ = try (fields.optionalString("id"), fields.optionalSeconds("expiresAfterSeconds"))
            _ = try fields.optionalObject("labels")
            try fields.finish()
            current = Device(settings, at: clock.startsAt ?? .manualStart)
            (timeline, timelineBytes) = ([], 0)
        }
    }

    /// Installs an app, or updates it.
    public func install(_ app: Value) throws {
        try refusing { () throws(Rejection) in try apply([.install(AppManifest(app, at: ""))]) }
    }

    /// Applies events at one instant, all or none.
    public func send(_ events: [Value]) throws {
        try refusing { () throws(Rejection) in
            var inputs: [Input] = []
            for event in events { inputs.append(.event(try Event(event, at: ""))) }
            try apply(inputs)
        }
    }

    /// Takes actions of one app's own code at one instant, all or none.
    public func act(_ actions: [Value], as bundleID: BundleID) throws {
        try refusing { () throws(Rejection) in
            var inputs: [Input] = []
            for action in actions { inputs.append(try .action(action, of: bundleID, at: "")) }
            try apply(inputs)
        }
    }

    /// Lets so much time pass, what is due at its end included.
    public func advance(by length: Milliseconds) throws {
        try refusing { () throws(Rejection) in _ = try pass(.by(length)) }
    }

    /// Lets so much time pass, what is due at its end not included.
    public func advance(before length: Milliseconds) throws {
        try refusing { () throws(Rejection) in _ = try pass(.before(length)) }
    }

    /// Lets time pass until a condition is met.
    public func advance(until condition: Value, within limit: Milliseconds) throws -> Bool {
        try refusing { () throws(Rejection) in
            let condition = try Condition(condition, at: "")
            return try pass(.until(condition, limit: limit)) == .condition
        }
    }

    /// Lets time pass until a callback waits for the program that plays an attached app.
    public func advance(toCallbackWithin limit: Milliseconds) throws -> Bool {
        try refusing { () throws(Rejection) in
            try pass(Advance(.by(limit), stopsAtCallbacks: true)) == .callback
        }
    }

    /// Lets a handler of an attached app return.
    public func complete(_ callback: SequenceNumber, of bundleID: BundleID, with completion: Value) throws {
        try refusing { () throws(Rejection) in
            let completion = try Completion(completion, at: "", callback: callback)
            try apply([.completion(bundleID, completion)])
        }
    }

    /// The records after a sequence, oldest first.
    public func records(after sequence: SequenceNumber) -> [Value] {
        let first = timeline.partitioningIndex { $0.sequence > sequence }
        return timeline[first...].map(\.value)
    }

    /// What properties read of the device, and of these apps as far as they are installed.
    public func observe(_ apps: Set<BundleID>) throws -> ObservedDevice {
        try refusing { () throws(Rejection) in ObservedDevice(try device(), apps: apps) }
    }

    /// The resource of an app.
    public func app(_ bundleID: BundleID) throws -> Value {
        try refusing { () throws(Rejection) in
            guard let app = try device().app(bundleID) else {
                throw Rejection(.unknownApp, "\(bundleID, as: "bundleID") is not installed.")
            }
            return app.namingTokens(on: Self.deviceID).value
        }
    }

    /// The resources of all processes that are kept, oldest first.
    public func processes() throws -> [Value] {
        try refusing { () throws(Rejection) in try device().processes.map { $0.namingToken(on: Self.deviceID).value } }
    }

    /// The callback that is in flight in the app's process, if there is one.
    public func pendingCallbacks(of bundleID: BundleID) throws -> [Value] {
        try refusing { () throws(Rejection) in
            let processes = try device().processes.filter { $0.bundleID == bundleID }
            return processes.compactMap { $0.namingToken(on: Self.deviceID).callbackInFlight?.value }
        }
    }

    /// What a framework reported to its code for the records after a sequence.
    public func vocabulary(_ framework: String, after sequence: SequenceNumber) throws -> [String]? {
        try refusing { () throws(Rejection) in
            let rules = try device().rulebook
            return try FrameworkVocabulary.reports(of: framework, in: timeline, after: sequence, rules: rules)
        }
    }
}

extension InProcessTarget {
    /// The id that the device has in reports and device tokens, which are made of it.
    private static let deviceID = "scenario"

    /// The reports of the ends of an app's processes whose exit records come after a sequence.
    public func reports(of bundleID: BundleID, after sequence: SequenceNumber) throws -> [Value]? {
        try refusing { () throws(Rejection) in
            guard let incidents = try device().incidents(of: bundleID) else {
                throw Rejection(.unknownApp, "\(bundleID, as: "bundleID") is not installed.")
            }
            return incidents.filter { $0.circumstances.exitSequence > sequence }.map { incident in
                let text = String(decoding: DiagnosticReport(incident, deviceID: Self.deviceID).text, as: UTF8.self)
                let lines = text.split(separator: "\n").map(String.init)
                return ReportDocument.value(summary: ReportSummary(incident).value, lines: lines)
            }
        }
    }

    /// What MetricKit would give an app.
    public func metricKit(of bundleID: BundleID) throws -> Value? {
        try refusing { () throws(Rejection) in
            guard let metrics = try device().metrics(of: bundleID) else {
                throw Rejection(.unknownApp, "\(bundleID, as: "bundleID") is not installed.")
            }
            return MetricPayload(metrics).value
        }
    }
}

extension InProcessTarget {
    private static var defaultClock: (settings: ClockSettings, startsAt: Instant?) {
        (ClockSettings(mode: .manual), nil)
    }

    private static func clock(
        _ value: Value,
        at path: String
    ) throws(Rejection) -> (settings: ClockSettings, startsAt: Instant?) {
        let clock = try ClockSettings.read(value, at: path, mode: .manual)
        guard clock.settings.mode == .manual else {
            throw Rejection(
                .invalidValue,
                "In a scenario, the clock must be manual: only the steps advance it.",
                field: path
            )
        }
        return clock
    }

    private func device() throws(Rejection) -> Device {
        guard let current else { throw Rejection(.notPossibleNow, "There is no device yet.") }
        return current
    }

    /// Lets time pass, and returns why it stopped. After a stop at the limit of records it continues with the time left.
    private func pass(_ advance: Advance) throws(Rejection) -> AdvanceStop {
        var advance = advance
        while true {
            let start = try device().now
            guard let stop = try current?.apply(.advance(advance), at: start, within: Self.limits) else {
                throw Rejection(.notPossibleNow, "There is no device yet.")
            }
            try keepRecords()
            guard stop == .records else {
                guard stop != .limit else {
                    throw Rejection(
                        .limitReached,
                        "A step settles at most \(Self.limits.deadlines, as: "limit") deadlines."
                    )
                }
                return stop
            }
            advance = advance.rest(from: start, to: try device().now)
        }
    }

    /// Applies inputs now, all or none.
    private func apply(_ inputs: [Input]) throws(Rejection) {
        let now = try device().now
        do throws(BatchRejection) {
            try current?.apply(inputs, at: now, within: Self.limits)
        } catch {
            throw error.rejection
        }
        try keepRecords()
    }

    private func keepRecords() throws(Rejection) {
        let records = (current?.takeRecords() ?? []).namingTokens(on: Self.deviceID)
        timeline += records
        timelineBytes += records.reduce(0) { $0 + $1.approximateSize }
        let limit = ScenarioLimits.records
        guard timeline.count <= limit, timelineBytes <= ScenarioLimits.recordBytes else {
            throw ScenarioLimits.moreRecords(than: limit)
        }
    }

    /// Turns what the kernel refuses into what a scenario can expect.
    private func refusing<Result>(_ body: () throws(Rejection) -> Result) throws(ScenarioRejection) -> Result {
        do throws(Rejection) {
            return try body()
        } catch {
            throw ScenarioRejection(error)
        }
    }
}

extension Array {
    /// The first index from which on the predicate holds, where it holds for a suffix of the array.
    fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
