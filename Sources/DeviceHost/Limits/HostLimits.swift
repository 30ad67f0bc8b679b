import LifecycleKernel

/// How much a host takes on. Each limit has a defined answer when it is reached.
///
/// The defaults are chosen for a container in CI with two cores and some gigabytes of memory.
public struct HostLimits: Hashable, Sendable {
    /// Devices that live at once; one more is refused with `tooManyDevices`.
    public var devices = 200_000
    /// Apps installed on one device; one more is refused with `limitReached`.
    public var appsPerDevice = 100
    /// Labels on one device; more are refused with `limitReached`.
    public var labelsPerDevice = 32
    /// Records kept for each device; the oldest make room. 0 keeps none.
    public var recordsPerDevice = 10_000
    /// Records kept for all devices together; when there are more, devices lose the older half of theirs in turn. Each
    /// shard has an equal share of it, and at least `recordsPerDevice`.
    public var recordsInTotal = 1_000_000
    /// Inputs kept for each device, so that it can be forked as it was before them; the older half makes room. 0 keeps
    /// none. A journal that outlives the process keeps its own.
    public var inputsPerDevice = 256
    /// Inputs in one request; more are refused with `tooComplex`.
    public var inputsPerRequest = 1_000
    /// Deadlines settled by one advance, which then stops with `limit`, and before one input, which is then refused
    /// with `overloaded`: the device is too far behind its clock.
    public var deadlinesPerAdvance = AdvanceLimits.standard.deadlines
    /// Records written by one advance, which then stops with `records`.
    public var recordsPerAdvance = AdvanceLimits.standard.records
    /// Bytes of records written by one advance, about as they take as JSON; it then stops with `records` as well.
    public var bytesPerAdvance = AdvanceLimits.standard.bytes
    /// Deadlines settled by one shard in one tick; the rest waits for the next tick.
    public var deadlinesPerTick = 10_000
    /// Deadlines looked at by one explanation, which then says that more is to come.
    public var deadlinesPerExplanation = 10_000
    /// Parts of one condition; more are refused with `tooComplex`.
    public var conditionParts = 100
    /// Requests that wait at one device at once; one more is refused with `overloaded`.
    public var waitersPerDevice = 100
    /// Requests that wait at all devices together; one more is refused with `overloaded`.
    public var waiters = 10_000
    /// The longest that one request waits, in seconds; what asks for more waits so long.
    public var waitSeconds = 300
    /// Streams at once; one more is refused with `overloaded`.
    public var subscribers = 2_000
    /// Records kept for the streams of all devices, while somebody follows them; who is slower than that, or comes back
    /// later, is told of a gap.
    public var streamedRecords = 10_000
    /// Answers kept for each device by idempotency key, the oldest make room; and so many for creations.
    public var idempotencyKeys = 1_000
    /// Bytes of answers kept for each device, and for creations; the oldest make room.
    public var idempotencyBytes = 4 * 1_024 * 1_024
    /// Bytes of one answer; a larger one is not kept, and who asks for it again gets `answerNotKept`.
    public var idempotencyAnswerBytes = 1_024 * 1_024
    /// Bytes of answers kept for all devices together; when there are more, devices lose the older half of theirs in
    /// turn. Each shard has an equal share of it, and at least `idempotencyAnswerBytes`.
    public var idempotencyBytesInTotal = 128 * 1_024 * 1_024
    /// How long an answer is kept at most, in seconds.
    public var idempotencySeconds = 86_400
    /// Entries in one page of a list; what asks for more gets so many.
    public var pageSize = 1_000
    /// Devices looked at for one page of processes; the page then ends early and says where to go on.
    public var devicesPerPage = 10_000
    /// App manifests of which one copy is shared by all devices; more are kept separately.
    public var sharedManifests = 4_096
    /// Changes that wait to be written to the journal, and their bytes; one more is refused with `overloaded`.
    public var journalQueueLength = 20_000
    /// See `journalQueueLength`.
    public var journalQueueBytes = 64 * 1_024 * 1_024
    /// Changes written to the journal in one transaction.
    public var journalBatchLength = 4_096
    /// Steps of a device in the journal after which its state is written as well; a recovery takes no more steps.
    public var stepsPerSnapshot = 256
    /// Bytes of a device in the journal after which its state is written as well.
    public var bytesPerSnapshot = 512 * 1_024
    /// Records of a device that the journal keeps at least; older ones go when a snapshot is taken.
    public var journalledRecordsPerDevice = 100_000
    /// Actors that devices are spread over; rounded up to a power of two, at most `maximumShards`.
    public var shards = HostLimits.shardsForThisMachine

    /// The defaults.
    public init() {}

    /// What one advance may set off.
    var perAdvance: AdvanceLimits {
        AdvanceLimits(deadlines: deadlinesPerAdvance, records: recordsPerAdvance, bytes: bytesPerAdvance)
    }

    /// The most shards that there are.
    public static let maximumShards = 1_024

    /// Four times the cores, as a power of two: enough that two requests seldom meet, and that a long one holds up few
    /// devices.
    public static let shardsForThisMachine = min((4 * Machine.cores).roundedUpToPowerOfTwo, maximumShards)
}

extension Int {
    /// The smallest power of two that is not less; 1 for anything below.
    var roundedUpToPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
