import LifecycleKernel

/// Which records to read.
package struct TimelineQuery: Sendable {
    /// Only records after this sequence; nil is from the oldest kept.
    package var after: SequenceNumber?
    /// How many records at most, the oldest first.
    package var limit: Int
    /// Only these kinds; empty is every kind.
    package var kinds: [Record.Kind]
    /// Only records about this app.
    package var bundleID: BundleID?
    /// Only the newest so many that match, instead of the oldest.
    package var last: Int?
    /// After how many bytes of records the page ends, with at least one record.
    package var bytes: Int
    /// Whether to read changes that are not durable yet, too. The answer must not be sent before they are.
    package var readsAhead = false

    /// Makes a query.
    package init(
        after: SequenceNumber? = nil,
        limit: Int = 100,
        kinds: [Record.Kind] = [],
        bundleID: BundleID? = nil,
        last: Int? = nil,
        bytes: Int = .max
    ) {
        self.after = after
        self.limit = limit
        self.kinds = kinds
        self.bundleID = bundleID
        self.last = last
        self.bytes = bytes
    }

    /// The same query with no more records than a page may have.
    func bounded(by limits: HostLimits) -> TimelineQuery {
        var query = self
        query.limit = min(max(0, limit), limits.pageSize)
        if let last { query.last = min(max(0, last), query.limit) }
        query.bytes = min(bytes, limits.pageBytes)
        return query
    }

    /// How much the page has at most.
    var size: SizeLimit { SizeLimit(count: last ?? limit, bytes: bytes) }

    /// Whether a record is of one of the kinds and about the app.
    package func matches(_ record: Record) -> Bool {
        (kinds.isEmpty || kinds.contains(record.kind)) && (bundleID == nil || bundleID == record.bundleID)
    }
}

/// Part of a device's timeline.
package struct TimelinePage: Sendable {
    /// The device.
    package var device: DeviceID
    /// The records, oldest first.
    package var records: [Record]
    /// The sequence of the oldest record that is kept, or of the next one to be written when none is kept.
    package var oldest: SequenceNumber
    /// The sequence of the device's last record.
    package var sequence: SequenceNumber
    /// What the device's clock showed.
    package var time: Instant
    /// The rules in force on the device.
    package var rules: Rulebook
    /// The value of `after` for the next page; nil if nothing that matches follows.
    package var next: SequenceNumber?
}

/// Part of a device's timeline, as far as it is in memory.
struct TimelinePart: Sendable {
    /// The page. If `earlier` is set, it has no records, or only the newest ones.
    var page: TimelinePage
    /// The number of the device in the store, if requested records are only there.
    var earlier: Int64?
    /// The sequence of the oldest record in memory.
    var firstInMemory: SequenceNumber
}
