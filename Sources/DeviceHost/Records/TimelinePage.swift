import LifecycleKernel

/// Which records are asked for.
public struct TimelineQuery: Sendable {
    /// Only records after this sequence; nil is from the oldest kept.
    public var after: UInt64?
    /// How many records at most, the oldest first.
    public var limit: Int
    /// Only these kinds; empty is every kind.
    public var kinds: [Record.Kind]
    /// Only records about this app.
    public var bundleID: BundleID?
    /// Only the newest so many that match, instead of the oldest.
    public var last: Int?

    /// Makes a query.
    public init(
        after: UInt64? = nil,
        limit: Int = 100,
        kinds: [Record.Kind] = [],
        bundleID: BundleID? = nil,
        last: Int? = nil
    ) {
        self.after = after
        self.limit = limit
        self.kinds = kinds
        self.bundleID = bundleID
        self.last = last
    }

    /// The same query with no more records than a page may have.
    func bounded(by pageSize: Int) -> TimelineQuery {
        var query = self
        query.limit = min(max(0, limit), pageSize)
        if let last { query.last = min(max(0, last), query.limit) }
        return query
    }

    /// Whether a record is of the kinds and about the app asked for.
    public func matches(_ record: Record) -> Bool {
        (kinds.isEmpty || kinds.contains(record.kind)) && (bundleID == nil || bundleID == record.bundleID)
    }
}

/// Part of a device's timeline.
public struct TimelinePage: Sendable {
    /// The device.
    public var device: DeviceID
    /// The records, oldest first.
    public var records: [Record]
    /// The sequence of the oldest record that is kept, or of the next one to be written when none is kept.
    public var oldest: UInt64
    /// The sequence of the device's last record.
    public var sequence: UInt64
    /// What the device's clock showed.
    public var time: Instant
    /// What to ask for with `after` to go on; nil when nothing that matches follows.
    public var next: UInt64?
}

/// Part of a device's timeline, as far as it is in memory.
struct TimelinePart: Sendable {
    /// The page; with nothing in it, or only the newest, when there is something earlier.
    var page: TimelinePage
    /// The number of the device in the journal, when that has records that are asked for and not in memory.
    var earlier: Int64?
    /// The sequence of the oldest record in memory.
    var firstInMemory: UInt64
}
