/// A position in a stream: everything up to it has been delivered.
package struct StreamPosition: Hashable, Comparable, Sendable {
    /// In the stream of a device, the sequence of a record. In the stream of all devices, the position of a change in a
    /// durable store, or the count of items without one.
    package var number: UInt64
    /// How many records of the next step have been delivered, if not all of them. 0 in the stream of a device.
    package var index: UInt64

    /// Makes a position.
    package init(_ number: UInt64, index: UInt64 = 0) {
        self.number = number
        self.index = index
    }

    /// The position before everything.
    static let start = StreamPosition(0)

    package static func < (left: StreamPosition, right: StreamPosition) -> Bool {
        (left.number, left.index) < (right.number, right.index)
    }
}

/// The id of an event in a stream: a position, and the device or run that it is in.
package struct StreamEventID: Hashable, Sendable, LosslessStringConvertible {
    /// The number of the device, with that of the era if a shared store has begun another one, such as 7e2, or with the run of a
    /// server without a durable store, such as 7r9f3a61c2; in the stream of all devices, the run of the server, or the era.
    package var scope: String
    /// The position after the event.
    package var position: StreamPosition

    /// Makes an id.
    package init(scope: String, position: StreamPosition) {
        self.scope = scope
        self.position = position
    }

    /// Reads `scope-number` or `scope-number-index`, as `description` writes them; nil for anything else.
    package init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
            }),
            let number = Int64(parts[1]), let index = parts.count == 3 ? Int64(parts[2]) : 0, number >= 0, index >= 0
        else { return nil }
        self.init(scope: String(parts[0]), position: StreamPosition(UInt64(number), index: UInt64(index)))
        // A number has one form.
        guard self.description == description else { return nil }
    }

    /// `scope-number`, or `scope-number-index` in the middle of a step.
    package var description: String {
        position.index == 0 ? "\(scope)-\(position.number)" : "\(scope)-\(position.number)-\(position.index)"
    }
}
