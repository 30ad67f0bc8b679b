import LifecycleKernel

// How a device's clock runs: an object with `mode`, `rate` and `paused`.
extension ClockSettings: FieldWritable {
    /// The rates that a scaled clock may run at, in simulated seconds a real second.
    static let rates = Double.leastNonzeroMagnitude...1_000_000

    /// Reads the settings of a new device's clock, and where it starts.
    ///
    /// - Parameter mode: What moves the clock when nothing is said.
    /// - Returns: The settings, and the field `startsAt` if it is given.
    package static func read(
        _ value: Value,
        at path: String,
        mode: Mode = .realtime
    ) throws(Rejection) -> (settings: ClockSettings, startsAt: Instant?) {
        var fields = try FieldReader(value, at: path, namedBy: "mode", among: Mode.allCases.map(\.rawValue))
        let settings = try ClockSettings(reading: &fields, mode: mode)
        let startsAt = try fields.optionalInstant("startsAt")
        try fields.finish()
        return (settings, startsAt)
    }

    /// Reads settings from an object that is open already and may have other fields.
    init(reading fields: inout FieldReader, mode fallback: Mode = .realtime) throws(Rejection) {
        let change = try ClockChange(reading: &fields)
        let mode = change.mode ?? fallback
        if mode == .scaled, change.rate == nil {
            throw Rejection(
                .missingField,
                "The field rate is missing: a scaled clock needs one.",
                field: fields.path(of: "rate")
            )
        }
        if mode != .scaled { try ClockChange.refuseRate(change.rate, in: mode, at: fields.path(of: "rate")) }
        self.init(mode: mode, rate: change.rate ?? 1, paused: change.paused ?? false)
    }

    /// Puts the mode, the rate of a scaled clock, and whether it is paused.
    package func write(to sink: inout some FieldSink) {
        sink.put("mode", mode.rawValue)
        if mode == .scaled { sink.put("rate", value: Value(rate)) }
        sink.put("paused", paused)
    }
}

extension ClockChange: FieldWritable {
    /// Reads a change from an object.
    package init(_ value: Value, at path: String) throws(Rejection) {
        let modes = ClockSettings.Mode.allCases.map(\.rawValue)
        var fields = try FieldReader(value, at: path, namedBy: "mode", among: modes)
        try self.init(reading: &fields)
        if let mode, mode != .scaled { try Self.refuseRate(rate, in: mode, at: fields.path(of: "rate")) }
        try fields.finish()
    }

    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            mode: try fields.optionalChoice("mode", as: ClockSettings.Mode.self),
            rate: try fields.optionalNumber("rate", in: ClockSettings.rates),
            paused: try fields.optionalBool("paused")
        )
    }

    /// Refuses a rate for a clock that is not scaled.
    fileprivate static func refuseRate(
        _ rate: Double?,
        in mode: ClockSettings.Mode,
        at path: String
    ) throws(Rejection) {
        guard rate != nil else { return }
        throw Rejection(
            .invalidValue,
            "A clock has a rate only when it is scaled; this one is \(mode.rawValue, as: "mode").",
            field: path
        )
    }

    package func write(to sink: inout some FieldSink) {
        if let mode { sink.put("mode", mode.rawValue) }
        if let rate { sink.put("rate", value: Value(rate)) }
        if let paused { sink.put("paused", paused) }
    }
}

// How far time is to be moved: an object with exactly one of `seconds`, `to`, `untilIdle` and `until`, what belongs to it,
// whether it stops at callbacks, and the callbacks whose handlers take the time.
extension Advance: FieldWritable {
    private enum Kind: String, CaseIterable {
        case seconds, to, untilIdle, until
    }

    /// How many callbacks may take the time of an advance: more than are in flight on a device with many apps.
    private static let mostCallbacks = 64

    /// The default limit of an advance that ends by itself: a day.
    package static let defaultLimit: Milliseconds = 86_400_000

    /// Reads an advance from an object.
    package init(_ value: Value, at path: String) throws(Rejection) {
        try self.init(value, at: path, Condition.init(_:at:))
    }

    /// Reads an advance from its record.
    init(recorded value: Value, at path: String) throws(Rejection) {
        try self.init(value, at: path, Condition.init(recorded:at:))
    }

    private init(
        _ value: Value,
        at path: String,
        _ condition: (Value, String) throws(Rejection) -> Condition
    ) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let extent: Extent
        switch try fields.exactlyOne(of: Kind.self) {
        case .seconds:
            let length = try fields.seconds("seconds")
            extent = try fields.bool("before", orElse: false) ? .before(length) : .by(length)
        case .to: extent = .to(try fields.instant("to"))
        case .untilIdle:
            guard try fields.bool("untilIdle") else {
                throw Rejection.invalid(
                    at: fields.path(of: "untilIdle"),
                    expected: "true",
                    found: .bool(false),
                    accepted: ["true"]
                )
            }
            extent = .untilIdle(limit: try fields.seconds("limitSeconds", orElse: Self.defaultLimit))
        case .until:
            let condition = try fields.nested("until", condition)
            extent = .until(condition, limit: try fields.seconds("limitSeconds", orElse: Self.defaultLimit))
        }
        self.init(
            extent,
            stopsAtCallbacks: try fields.bool("stopAtCallbacks", orElse: false),
            during: try fields.sequences("during", count: 0...Self.mostCallbacks)
        )
        try fields.finish()
    }

    /// Puts how far time is to be moved, the limit of an advance that ends by itself, that it stops at callbacks, and the
    /// callbacks whose handlers take the time.
    package func write(to sink: inout some FieldSink) {
        switch extent {
        case .by(let length): sink.put("seconds", seconds: length)
        case .before(let length):
            sink.put("seconds", seconds: length)
            sink.put("before", true)
        case .to(let instant): sink.put("to", instant: instant)
        case .untilIdle(let limit):
            sink.put("untilIdle", true)
            sink.put("limitSeconds", seconds: limit)
        case .until(let condition, let limit):
            sink.put("until", condition)
            sink.put("limitSeconds", seconds: limit)
        }
        if stopsAtCallbacks { sink.put("stopAtCallbacks", true) }
        if !during.isEmpty { sink.put("during", sequences: during) }
    }
}
