import Foundation
import LifecycleKernel
import Simulation
import Testing

@testable import StateCoding

/// Bytes of any kind are safe to make a device of: numbers that no device has are refused, or the device lives on with
/// them. A trap ends the run, and the last line that was printed names the seed.
///
/// `GREENROOM_SEED` gives the first seed, `GREENROOM_LIVES` says how many.
@Suite struct ForgedNumberTests {
    private static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["GREENROOM_SEED"].flatMap { UInt64($0) } ?? 1
        return first..<first + (environment["GREENROOM_LIVES"].flatMap { UInt64($0) } ?? 4)
    }()

    @Test("A device whose state has forged numbers is refused, or lives on", arguments: seeds)
    func livesOn(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let state = Timeline(seed: seed, steps: 40 + random.below(60)).device.encodedState()
        let numbers = try StateNumbers(of: state)
        #expect(numbers.byKey.count > 20)
        for (key, places) in numbers.byKey {
            let forged = numbers.replacing([random.pick(places)], by: random.pick(StateNumbers.extremes))
            print("forged \(key), seed \(seed)")
            live(forged, &random)
        }
    }

    /// Lets a device live on that was made of a forged state, if it is not refused.
    private func live(_ state: [UInt8], _ random: inout SplitMix64) {
        guard var device = try? Device(encodedState: state) else { return }
        let limits = AdvanceLimits(deadlines: 300, records: 2_000)
        for _ in 0..<12 {
            let input = random.input(for: device)
            _ = try? device.apply(input, at: device.now + random.duration(), within: limits)
            _ = device.takeRecords()
        }
        _ = device.encodedState()
    }

    /// Counters, each with a number that would soon overflow or that none has.
    private static let refusedNumbers: [(String, Int64)] = [
        ("lastSceneNumber", Int64(Int32.max)), ("lastSceneNumber", -1), ("lastID", Int64(UInt32.max)),
        ("launchCount", .max), ("launchCount", -1), ("unsavedChanges", .max), ("lastTransfer", Int64(UInt32.max)),
        ("lastVisit", .max), ("lastPID", Int64(Int32.max)), ("lastSequence", .max), ("purgedBytes", .max),
        ("pid", 0), ("pid", -1), ("pid", Int64(Int32.max)),
    ]

    /// The numbers of the first random device that has all of these counters.
    private static let numbers: StateNumbers? = {
        let keys = Set(refusedNumbers.map(\.0))
        return (1...2_000 as ClosedRange<UInt64>).lazy
            .compactMap { try? StateNumbers(of: Timeline(seed: $0, steps: 60).device.encodedState()) }
            .first { keys.isSubset(of: $0.byKey.map(\.key)) }
    }()

    @Test("A counter that would soon overflow is refused, and so is a negative one", arguments: refusedNumbers)
    func refused(key: String, number: Int64) throws {
        let numbers = try #require(Self.numbers)
        let places = try #require(numbers.byKey.first { $0.key == key }?.places)
        #expect(throws: StateCodingError.self) {
            try Device(encodedState: numbers.replacing(places, by: number))
        }
    }
}

/// The whole numbers in an encoded state.
private struct StateNumbers {
    /// Where each is, by the key of the structure that it is in, in the order of their first.
    private(set) var byKey: [(key: String, places: [Range<Int>])] = []
    private let state: [UInt8]

    /// Numbers at the ends of what integers hold, or of what counters are checked for.
    static let extremes: [Int64] = [
        .max, .min, -1, 0, 1 << 52, (1 << 52) - 1, Int64(Int32.max), Int64(Int32.min), Int64(UInt32.max),
        Int64(Int32.max) / 2, 1 << 47, 255, 65_535,
    ]

    init(of state: [UInt8]) throws(StateCodingError) {
        self.state = state
        _ = try add(try StateReader(state), at: StateReader.start, of: "")
    }

    /// The state with the numbers at some places replaced, and the right hash.
    func replacing(_ places: [Range<Int>], by number: Int64) -> [UInt8] {
        let magnitude = UInt64(bitPattern: number < 0 ? ~number : number)
        let item = [number < 0 ? 0x3b : 0x1b] + (0..<8).map { UInt8(truncatingIfNeeded: magnitude >> (56 - $0 * 8)) }
        var forged = Array(state.dropLast(9))
        for place in places.reversed() { forged.replaceSubrange(place, with: item) }
        let hash = StateHash.of(forged[...])
        return forged + [StateFormat.eightBytes] + (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
    }

    /// Adds the numbers of an item.
    ///
    /// - Returns: Where the item after it is.
    private mutating func add(_ reader: StateReader, at position: Int, of key: String) throws(StateCodingError) -> Int {
        let head = try reader.head(at: position)
        var next = head.next
        if head.first == StateFormat.indefiniteMap {
            while !reader.isEnd(at: next) {
                let (name, value) = try reader.key(at: next)
                next = try add(reader, at: value, of: name)
            }
            return next + 1
        }
        if head.first == StateFormat.indefiniteArray {
            while !reader.isEnd(at: next) { next = try add(reader, at: next, of: key) }
            return next + 1
        }
        guard head.first < StateFormat.null, head.major == .unsigned || head.major == .negative else {
            return try reader.skip(at: position)
        }
        if let index = byKey.firstIndex(where: { $0.key == key }) {
            byKey[index].places.append(position..<next)
        } else {
            byKey.append((key, [position..<next]))
        }
        return next
    }
}
