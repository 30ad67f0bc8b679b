import DeviceHost
import LifecycleKernel
import WireFormat

/// Which records a webhook hears of.
package struct WebhookFilter: Hashable, Sendable {
    /// Only records of these kinds; empty is every kind.
    package var kinds: [Record.Kind]
    /// Only records about this app.
    package var bundleID: BundleID?
    /// Only records of this device.
    package var device: DeviceID?
    /// Only records of devices that have all these labels.
    package var labels: [Label]
    /// Only records that match one of these patterns; empty is any record.
    package var records: [Value]

    /// What is heard unless something else is asked for.
    package static let defaultKinds: [Record.Kind] = [.exit, .finding]
    /// How many patterns there may be.
    package static let patternCount = 0...10
    /// How many labels there may be.
    package static let labelCount = 0...32

    /// Makes a filter.
    package init(
        kinds: [Record.Kind] = defaultKinds,
        bundleID: BundleID? = nil,
        device: DeviceID? = nil,
        labels: [Label] = [],
        records: [Value] = []
    ) {
        self.kinds = kinds
        self.bundleID = bundleID
        self.device = device
        self.labels = labels
        self.records = records
    }

    func wants(_ streamed: StreamedRecord) -> Bool {
        let record = streamed.record
        return (kinds.isEmpty || kinds.contains(record.kind)) && (bundleID == nil || bundleID == record.bundleID)
            && (device == nil || device == streamed.device) && labels.allSatisfy(streamed.labels.contains)
            && (records.isEmpty || records.contains { record.matches($0) })
    }
}

extension WebhookFilter: FieldWritable {
    /// Puts every condition; null where there is none.
    package func write(to sink: inout some FieldSink) {
        sink.put("kinds", strings: kinds.map(\.rawValue))
        if let bundleID { sink.put("bundleID", bundleID) } else { sink.putNull("bundleID") }
        if let device { sink.put("device", device.description) } else { sink.putNull("device") }
        sink.put("labels", value: .object(labels.map { Value.Member($0.key, .string($0.value)) }))
        sink.put("records", value: .array(records))
    }

    /// Reads a filter. Without kinds and patterns it wants exits and findings.
    ///
    /// - Throws: What is wrong, also with a pattern that no record can match.
    package init(_ value: Value, at path: String) throws(Rejection) {
        try self.init(recorded: value, at: path)
        for (index, pattern) in records.enumerated() {
            try RecordPattern.check(pattern, at: "\(path).records[\(index)]")
        }
    }

    /// Reads a filter that a store keeps. Its patterns are not checked, because another version may have accepted them.
    init(recorded value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let kinds = try fields.kinds()
        let bundleID = try fields.optionalBundleID()
        let device = try fields.optionalDevice()
        let labels = try fields.fewLabels()
        let records = try fields.list("records", count: Self.patternCount) { value, path throws(Rejection) in
            guard case .object = value, value.isBounded else {
                throw Rejection.invalid(at: path, expected: .object, found: value)
            }
            return value
        }
        try fields.finish()
        self.init(
            kinds: kinds.isEmpty && records.isEmpty ? Self.defaultKinds : kinds,
            bundleID: bundleID,
            device: device,
            labels: labels,
            records: records
        )
    }
}

extension FieldReader {
    fileprivate mutating func kinds() throws(Rejection) -> [Record.Kind] {
        let names = Record.Kind.allCases.map(\.rawValue)
        return try list("kinds", count: 0...names.count) { value, path throws(Rejection) in
            guard let kind = value.text.flatMap(Record.Kind.init(rawValue:)) else {
                throw Rejection.invalid(at: path, expected: .choice(names), found: value, accepted: names)
            }
            return kind
        }
    }

    fileprivate mutating func optionalDevice() throws(Rejection) -> DeviceID? {
        guard let text = try optionalString("device", length: FieldReader.textLength) else { return nil }
        guard let device = DeviceID(text) else {
            throw Rejection.invalid(at: path(of: "device"), expected: "the id of a device", found: .string(text))
        }
        return device
    }

    fileprivate mutating func fewLabels() throws(Rejection) -> [Label] {
        let labels = try labels()
        guard WebhookFilter.labelCount.contains(labels.count) else {
            throw Rejection(
                .tooComplex,
                "A filter has at most \(WebhookFilter.labelCount.upperBound, as: "limit") labels.",
                field: path(of: "labels")
            )
        }
        return labels
    }
}
