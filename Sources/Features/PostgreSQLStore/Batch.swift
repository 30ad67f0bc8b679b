import DeviceHost
import DeviceTokens
import LifecycleKernel

/// The changes that one transaction commits. They are divided into groups, one for each device; a group is committed as a whole or
/// not at all.
struct Batch: Sendable {
    /// The changes of one device, in order. Either all of them are committed, or none.
    struct Group: Sendable {
        /// The device; nil for items, which are a group of their own.
        let device: Int64?
        /// The places of the changes among those of the whole commit.
        private(set) var places: [Int] = []
        fileprivate(set) var changes: [DeviceChange] = []
        fileprivate(set) var bytes = 0

        fileprivate init(_ device: Int64?) { self.device = device }

        fileprivate mutating func add(_ change: DeviceChange, at place: Int) {
            places.append(place)
            changes.append(change)
            bytes += change.size
        }

        /// The device that it creates; nil if it creates none.
        var origin: DeviceOrigin? { if case .created(let origin, _)? = changes.first { origin } else { nil } }

        var isRemoval: Bool { if case .deleted? = changes.last { true } else { false } }

        /// The answers that its changes carry.
        var answers: [KeyedAnswer] { changes.compactMap { $0.step?.answer } }

        /// The revision that the first change follows; nil for any.
        var follows: Revision? {
            switch changes.first {
            case .stepped(let step)?: step.shared?.follows
            case .deleted(_, let revision, _)?: revision
            case .created?, .kept?, nil: nil
            }
        }

        /// Whether it removes a device only if that has expired.
        var isExpiry: Bool { if case .deleted(_, _, true)? = changes.last { true } else { false } }

        /// Whether `CommitFunction.steps` commits it.
        fileprivate var hasOnlySteps: Bool {
            changes.allSatisfy { change in
                guard case .stepped(let step) = change else { return false }
                return step.snapshot == nil && step.deletesBefore == nil && step.answer == nil
                    && step.shared?.tokens == nil
            }
        }

        /// Whether the store can tell later if it was committed.
        var canBeRepeated: Bool { origin != nil || isRemoval || device == nil || follows != nil }
    }

    /// Its groups, in the order of the devices' numbers.
    private(set) var groups: [Group] = []

    init(_ groups: [Group]) { self.groups = groups.sorted { $0.device ?? 0 < $1.device ?? 0 } }

    /// Divides changes into batches, to be committed in order.
    ///
    /// - Parameter places: The places of changes that are left out.
    static func batches(of changes: [DeviceChange], without places: Set<Int>) -> [Batch] {
        var batches: [Batch] = []
        var groups: [Int64: Group] = [:]
        var (count, bytes): (Int64, Int) = (0, 0)
        func end() {
            if !groups.isEmpty { batches.append(Batch(Array(groups.values))) }
            (groups, count, bytes) = ([:], 0, 0)
        }
        for (place, change) in changes.enumerated() where !places.contains(place) {
            let device = change.device ?? 0
            var ends = count + 1 >= Position.changes || bytes > mostBytes
            // A transaction carries out removals before creations, so a removal cannot be in the transaction that creates its
            // device.
            if case .deleted = change, groups[device]?.origin != nil { ends = true }
            if ends { end() }
            groups[device, default: Group(change.device)].add(change, at: place)
            count += 1
            bytes += change.size
        }
        end()
        return batches
    }

    private static let mostBytes = 64 * 1_024 * 1_024

    /// The number of each change in the transaction, by its place.
    var numbers: [Int: Int64] {
        // Changes are numbered in the order in which they were made.
        Dictionary(
            uniqueKeysWithValues: groups.flatMap(\.places).sorted().enumerated().map { ($1, Int64($0) + 1) }
        )
    }

    /// The function that commits it, and the values of the call's parameters that follow its options.
    var call: (function: CommitFunction, parameters: [Parameter]) {
        get throws {
            var arrays = CommitArrays()
            let numbers = numbers
            for group in groups { try arrays.add(group, numbers) }
            let function: CommitFunction = groups.allSatisfy(\.hasOnlySteps) ? .steps : .anything
            return (function, arrays.parameters(of: function))
        }
    }
}

extension DeviceChange {
    /// The step of the change; nil if it is none.
    fileprivate var step: StepChange? {
        switch self {
        case .created(_, let step), .stepped(let step): step
        case .deleted, .kept: nil
        }
    }
}

/// The arrays of a call of the function.
private struct CommitArrays {
    private typealias Column = CommitFunction.Column

    private var numbers: [Column: [Int64?]] = [:]
    private var texts: [Column: [String?]] = [:]
    private var bytes: [Column: [[UInt8]?]] = [:]
    private var ids: [Column: [UInt128?]] = [:]

    func parameters(of function: CommitFunction) -> [Parameter] {
        function.columns.map { column in
            switch column.type {
            case "uuid": .uuids(ids[column] ?? [])
            case "text": .texts(texts[column] ?? [])
            case "bytea": .byteas(bytes[column] ?? [])
            default: .bigints(numbers[column] ?? [])
            }
        }
    }

    private mutating func add(_ row: KeyValuePairs<Column, Int64?>) {
        for (column, value) in row { numbers[column, default: []].append(value) }
    }

    private mutating func add(_ row: KeyValuePairs<Column, String?>) {
        for (column, value) in row { texts[column, default: []].append(value) }
    }

    private mutating func add(_ row: KeyValuePairs<Column, [UInt8]?>) {
        for (column, value) in row { bytes[column, default: []].append(value) }
    }

    mutating func add(_ group: Batch.Group, _ numbers: [Int: Int64]) throws {
        guard let device = group.device else { return addItems(group, numbers) }
        let written = zip(group.changes, group.places).compactMap { change, place in
            change.step.map { (step: $0, number: numbers[place] ?? 0) }
        }
        // Of a device that is removed, only the steps are written, for streams of all devices.
        let steps = group.isRemoval ? [] : written
        let withState = steps.lastIndex { $0.step.newestState != nil }
        let snapshot = steps.lastIndex { $0.step.snapshot != nil }
        let state = withState.flatMap { steps[$0].step.newestState }
        let end = withState.map { $0 + 1 } ?? 0
        let start = min(snapshot.map { $0 + 1 } ?? 0, end)
        let before =
            steps.last { $0.step.deletesBefore != nil }?.step.deletesBefore
            ?? group.origin.flatMap { _ in
                steps.first?.step.step.before
            }
        let shared = steps.compactMap(\.step.shared)
        let tokens = shared.last { $0.tokens != nil }?.tokens
        add([
            .gDevice: device, .gKind: group.isRemoval ? 2 : group.origin == nil ? 0 : 1,
            .gRevision: group.follows?.count, .gExpired: group.isExpiry ? 1 : 0, .gSteps: Int64(steps.count),
            .gLast: group.places.last.flatMap { numbers[$0] } ?? 0, .gExpires: group.origin?.expiresAfter?.count,
            .gStep: withState.map { Int64($0) + 1 }, .gNumber: withState.map { steps[$0].number },
            .gSequence: state?.sequence.column, .gDigest: state.map { Int64(bitPattern: $0.digest) },
            .gHash: state.map { Int64(bitPattern: $0.hash) }, .gFormat: state?.format.number,
            .gSnapshot: snapshot.map { Int64($0) + 1 },
            .gBytes: Int64(steps[start..<end].reduce(0) { $0 + $1.step.step.records.count }),
            .gBefore: before?.column, .gDeadline: steps.last?.step.shared?.deadline?.microseconds,
            .gShows: shared.last?.clock.shows.milliseconds, .gReading: shared.last?.clock.at.nanoseconds,
            .gTokens: tokens == nil ? 0 : 1,
        ])
        for (state, _, array) in AppCount.all {
            self.numbers[array, default: []].append(shared.last.map { Int64($0.apps[state]) })
        }
        ids[.gCommit, default: []].append(group.follows?.commit.bits)
        add([.gId: group.origin?.id.description, .gKernel: state?.kernel])
        add([.gState: state?.state])
        for label in group.origin?.labels ?? [] {
            add([.lDevice: device])
            add([.lLabel: Array(label.description.utf8)])
        }
        for token in tokens ?? [] {
            add([.tDevice: device])
            add([
                .tId: token.owner.device.description, .tToken: token.token.text,
                .tBundle: token.owner.bundleID.rawValue, .tKind: token.owner.kind.rawValue,
            ])
        }
        for (index, (change, number)) in written.enumerated() { add(change.step, Int64(index) + 1, number) }
        for (change, number) in steps { addSnapshot(of: change, number) }
        // Answers of a removed device are sent too, since a key that was used meanwhile is a conflict. They are not written.
        for (index, (change, number)) in written.enumerated() {
            try addAnswer(of: change, number, isCreation: index == 0 && group.origin != nil)
        }
    }

    private mutating func add(_ step: StoredStep, _ index: Int64, _ number: Int64) {
        add([
            .sDevice: step.device, .sStep: index, .sNumber: number, .sKind: step.kind.rawValue,
            .sBefore: step.before.column, .sLast: step.last.column, .sAt: step.at.milliseconds,
            .sDeadlines: Int64(step.limits.deadlines), .sRecords: Int64(step.limits.records),
            .sBytes: Int64(step.limits.bytes), .sDigest: Int64(bitPattern: step.digest),
            .sHash: step.hash.map { Int64(bitPattern: $0) },
        ])
        add([.sText: step.records])
    }

    /// Adds the snapshot after a step, and says which snapshots it replaces.
    private mutating func addSnapshot(of change: StepChange, _ number: Int64) {
        let device = change.step.device
        if let snapshot = change.snapshot {
            add([
                .pDevice: device, .pNumber: number, .pSequence: snapshot.sequence.column,
                .pDigest: Int64(bitPattern: snapshot.digest), .pHash: Int64(bitPattern: snapshot.hash),
                .pFormat: snapshot.format.number,
            ])
            add([.pKernel: snapshot.kernel])
            add([.pState: snapshot.state])
        }
        if let sequence = change.deletesBefore { add([.fDevice: device, .fSequence: sequence.column]) }
    }

    /// Adds the answer to the request that has made a step.
    private mutating func addAnswer(of change: StepChange, _ number: Int64, isCreation: Bool) throws {
        guard let kept = change.answer else { return }
        let device = change.step.device
        add([
            .aOwner: device, .aDevice: isCreation ? 0 : device, .aNumber: number,
            .aHash: Int64(bitPattern: kept.fingerprint.hash), .aLength: Int64(kept.fingerprint.length),
            .aStatus: Int64(kept.answer.status), .aGiven: kept.givenAt.milliseconds,
        ])
        add([.aKey: kept.key, .aFields: try ColumnText.write(fields: kept.answer.fields)])
        add([.aBody: kept.answer.body])
    }

    /// Adds items, each with its last value.
    private mutating func addItems(_ group: Batch.Group, _ numbers: [Int: Int64]) {
        var last: [ServerItem.Key: (item: ServerItem, number: Int64)] = [:]
        for (change, place) in zip(group.changes, group.places) {
            // Retired tokens are in the table of tokens.
            if case .kept(let item) = change, item.kind != .retiredToken {
                last[item.key] = (item, numbers[place] ?? 0)
            }
        }
        let items = last.values.sorted {
            ($0.item.kind.rawValue, $0.item.name) < ($1.item.kind.rawValue, $1.item.name)
        }
        for (item, number) in items {
            add([.iKind: item.kind.rawValue, .iNumber: number])
            add([.iName: item.name])
            add([.iValue: item.value])
        }
    }
}

extension StepChange {
    /// The state after it, if it has one.
    fileprivate var newestState: StoredSnapshot? { shared?.state ?? snapshot }
}

extension SequenceNumber {
    /// The number as the value of a column.
    var column: Int64 { Int64(clamping: rawValue) }
}
