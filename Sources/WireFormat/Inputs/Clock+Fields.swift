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
        var fields = try FieldReader(value, at: path)
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
        var fields = try FieldReader(value, at: path)
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
            "A clock has a rate only when it is scaled; this one is \(mode.rawValue).",
            field: path
        )
    }

    /// Puts what changes.
    package func write(to sink: inout some FieldSink) {
        if let mode { sink.put("mode", mode.rawValue) }
        if let rate { sink.put("rate", value: Value(rate)) }
        if let paused { sink.put("paused", paused) }
    }
}
