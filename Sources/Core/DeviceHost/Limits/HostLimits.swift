import LifecycleKernel

/// The limits of a host. For each, the behaviour when it is reached is defined.
///
/// The defaults are chosen for a container in CI with two cores and some gigabytes of memory.
public struct HostLimits: Hashable, Sendable {
    /// Devices at once; one more is refused with `tooManyDevices`.
    public var devices = 200_000
    /// Devices in memory with a durable store; when there are more, those that were not used lately are evicted, and
    /// loaded from the store when they are used. Each shard has an equal share of it. A device stays in memory while
    /// something of it is not durable, while requests wait at it or streams follow it, and in the minute before its
    /// next deadline.
    public var devicesInMemory = 100_000
    /// Apps installed on one device; one more is refused with `limitReached`.
    public var appsPerDevice = 100
    /// Bytes of the manifests of these apps, about as they take them in memory; more are refused with `limitReached`.
    public var appBytesPerDevice = 32 * 1_024 * 1_024
    /// Labels on one device; more are refused with `limitReached`.
    public var labelsPerDevice = 32
    /// Records kept for each device; the oldest are evicted. 0 keeps none.
    public var recordsPerDevice = 10_000
    /// Records kept for all devices together; when there are more, devices lose the older half of theirs in turn. Each
    /// shard has an equal share of it, and at least `recordsPerDevice`.
    public var recordsInTotal = 1_000_000
    /// Bytes of records kept for each device, about as they take them in memory; the oldest are evicted. A manifest or
    /// a value that records share counts in each of them.
    public var recordBytesPerDevice = 16 * 1_024 * 1_024
    /// Bytes of records kept for all devices together; beyond it devices lose the older half of theirs in turn. Each
    /// shard has an equal share of it, and at least `recordBytesPerDevice`.
    public var recordBytesInTotal = 512 * 1_024 * 1_024
    /// Inputs kept for each device, so that it can be forked at an earlier state; the older half is evicted. 0 keeps
    /// none. Not used with a durable store, which keeps inputs among the records.
    public var inputsPerDevice = 256
    /// Bytes of these inputs; beyond it the older half is evicted.
    public var inputBytesPerDevice = 1_024 * 1_024
    /// Inputs in one request; more are refused with `tooComplex`.
    public var inputsPerRequest = 1_000
    /// Bytes of records that the inputs of one request cause, estimated as JSON; a list of more is refused with
    /// `tooComplex`.
    public var bytesPerRequest = AdvanceLimits.bytesOfInputs
    /// Deadlines settled by one advance, which then stops with `limit`. So many, with the records of one advance, are
    /// also settled before one input, which is then refused with `overloaded`, as the device is too far behind its
    /// clock; and before one device, or all devices of one page, are read, which are then shown as far as they have
    /// got.
    public var deadlinesPerAdvance = AdvanceLimits.standard.deadlines
    /// Records written by one advance, which then stops with `records`.
    public var recordsPerAdvance = AdvanceLimits.standard.records
    /// Bytes of records written by one advance, estimated as JSON; it then stops with `records` as well.
    public var bytesPerAdvance = AdvanceLimits.standard.bytes
    /// Deadlines settled by one shard in one tick; the rest waits for the next tick.
    public var deadlinesPerTick = 10_000
    /// Deadlines considered by one explanation, which then says that more follow.
    public var deadlinesPerExplanation = 10_000
    /// Parts of one condition; more are refused with `tooComplex`.
    public var conditionParts = 100
    /// Parts of the conditions of all requests that wait at one device; one more request is refused with `overloaded`.
    /// Each part is compared with each new record.
    public var conditionPartsPerDevice = 1_000
    /// Requests that wait at one device at once; one more is refused with `overloaded`.
    public var waitersPerDevice = 100
    /// Requests that wait at all devices together; one more is refused with `overloaded`.
    public var waiters = 10_000
    /// The longest that one request waits, in seconds; a longer timeout is refused.
    public var waitSeconds = 300
    /// Streams at once; one more is refused with `overloaded`.
    public var subscribers = 2_000
    /// Records kept in memory for the streams of all devices while there are any; a subscriber that falls further
    /// behind, or reconnects later, continues in a durable store, or gets a gap without one.
    public var streamedRecords = 10_000
    /// Bytes of these records, about as they take them in memory.
    public var streamedBytes = 32 * 1_024 * 1_024
    /// Answers kept by idempotency key for each device, and for creations; the oldest are evicted.
    public var idempotencyKeys = 1_000
    /// Bytes of answers kept for each device, and for creations; the oldest are evicted.
    public var idempotencyBytes = 4 * 1_024 * 1_024
    /// Bytes of one answer; a larger one is not kept, and a repeated request gets `answerNotKept`.
    public var idempotencyAnswerBytes = 1_024 * 1_024
    /// Bytes of answers kept for all devices and creations together; the oldest are evicted.
    public var idempotencyBytesInTotal = 128 * 1_024 * 1_024
    /// How long an answer is kept at most, in seconds.
    public var idempotencySeconds = 86_400
    /// Entries in one page of a list; larger limits are reduced to it.
    public var pageSize = 1_000
    /// Bytes after which a page of records ends, with at least one record: about as records take them in memory, so a
    /// page is seldom larger as JSON.
    public var pageBytes = 4 * 1_024 * 1_024
    /// Bytes of a timeline that is read as a whole, to be exported as a scenario; a larger one is refused with
    /// `tooComplex`.
    public var exportedBytes = 64 * 1_024 * 1_024
    /// Devices read for one page of processes; the page then ends early, with a cursor.
    public var devicesPerPage = 10_000
    /// App manifests that devices have now of which all devices share one copy; more are kept separately. There is no
    /// limit of their bytes: a manifest is only kept where a device, a record or an input has it.
    public var sharedManifests = 4_096
    /// Changes that wait to be written to a durable store; one more is refused with `overloaded`.
    public var commitQueueLength = 20_000
    /// Bytes of these changes; further ones are refused with `overloaded`.
    public var commitQueueBytes = 64 * 1_024 * 1_024
    /// Changes written to the store in one transaction.
    public var commitBatchLength = 4_096
    /// Steps of a device in the store after which a snapshot is written; a recovery replays no more steps than this.
    public var stepsPerSnapshot = 256
    /// Bytes of a device's steps in the store after which a snapshot is written.
    public var bytesPerSnapshot = 512 * 1_024
    /// The minimum number of records of a device that the store keeps; older ones are deleted when a snapshot is taken.
    public var storedRecordsPerDevice = 100_000
    /// Actors that devices are spread over; rounded up to a power of two, at most `maximumShards`.
    public var shards = HostLimits.shardsForThisMachine

    /// The defaults.
    public init() {}

    /// The limits of one advance.
    var perAdvance: AdvanceLimits {
        AdvanceLimits(deadlines: deadlinesPerAdvance, records: recordsPerAdvance, bytes: bytesPerAdvance)
    }

    /// How many records are kept for the streams of all devices.
    var streamCapacity: SizeLimit { SizeLimit(count: streamedRecords, bytes: streamedBytes) }

    /// Bytes of the inputs kept for all devices together, beside their records; beyond it devices lose the older half
    /// of theirs in turn.
    var inputBytesInTotal: Int { recordBytesInTotal / 4 }

    /// How many records of a device are kept.
    var recordCapacity: SizeLimit { SizeLimit(count: recordsPerDevice, bytes: recordBytesPerDevice) }

    /// The limits of one explanation.
    var perExplanation: AdvanceLimits {
        AdvanceLimits(deadlines: deadlinesPerExplanation, records: recordsPerAdvance, bytes: bytesPerAdvance)
    }

    /// The most shards that there are.
    public static let maximumShards = 1_024

    /// Four times the cores, as a power of two: enough that two requests seldom need the same shard, and that a long
    /// one delays few devices.
    public static let shardsForThisMachine = min((4 * Machine.cores).roundedUpToPowerOfTwo, maximumShards)
}

extension Int {
    /// The smallest power of two that is not less; 1 for anything below.
    var roundedUpToPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
