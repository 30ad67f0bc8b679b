import LifecycleKernel

// How far time is to be moved: an object with exactly one of `seconds`, `to`, `untilIdle` and `until`, what belongs to it,
// and whether it stops at callbacks.
extension Advance: FieldWritable {
    private enum Kind: String, CaseIterable {
        case seconds, to, untilIdle, until
    }

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
        self.init(extent, stopsAtCallbacks: try fields.bool("stopAtCallbacks", orElse: false))
        try fields.finish()
    }

    /// Puts how far time is to be moved, the limit of an advance that ends by itself, and that it stops at callbacks.
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
    }
}
