import LifecycleKernel
import Testing

@testable import DeviceHost

@Suite("Ids in order")
struct OrderedIDsTests {
    @Test("agree with a sorted list, whatever is added, removed and asked", arguments: 1...5 as ClosedRange<UInt64>)
    func oracle(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        var ids = OrderedIDs()
        var oracle: Set<DeviceID> = []
        for _ in 0..<6_000 {
            let id = try id("d\(Int.random(in: 0..<3_000, using: &chance))")
            if Int.random(in: 0..<3, using: &chance) > 0 {
                #expect(ids.insert(id) == oracle.insert(id).inserted)
            } else {
                ids.remove(id)
                oracle.remove(id)
            }
            #expect(ids.contains(id) == oracle.contains(id))
        }
        let sorted = oracle.sorted()
        #expect(ids.count == sorted.count)
        #expect(ids.page(after: nil, limit: .max) == sorted)
        let middle = sorted[sorted.count / 2]
        #expect(ids.page(after: middle, limit: 700) == Array(sorted.drop { $0 <= middle }.prefix(700)))
    }

    @Test("a page continues after an id that was removed meanwhile")
    func gone() throws {
        var ids = OrderedIDs()
        for name in ["b", "d", "f"] { #expect(ids.insert(try id(name))) }
        #expect(ids.page(after: try id("c"), limit: 1) == [try id("d")])
        #expect(ids.page(after: try id("a"), limit: 9).count == 3)
        #expect(ids.page(after: try id("f"), limit: 9).isEmpty)
        #expect(OrderedIDs().page(after: nil, limit: 9).isEmpty)
    }
}

@Suite("The directory")
struct DeviceDirectoryTests {
    private let blue = Label(key: "colour", value: "blue")
    private let run = Label(key: "run", value: "1")

    @Test("finds devices by all of several labels")
    func labels() throws {
        let directory = DeviceDirectory(limit: 10, answers: IdempotencyStore())
        try directory.add(id("a"), labels: [blue, run])
        try directory.add(id("b"), labels: [blue])
        try directory.add(id("c"), labels: [run, blue])
        try directory.add(id("d"), labels: [])
        #expect(directory.page(after: nil, limit: 9, labels: [blue, run]) == [try id("a"), try id("c")])
        #expect(directory.page(after: nil, limit: 9, labels: [blue]).count == 3)
        #expect(directory.page(after: nil, limit: 9, labels: [Label(key: "run", value: "2")]).isEmpty)
        directory.remove(try id("a"), labels: [blue, run])
        #expect(directory.page(after: nil, limit: 9, labels: [run, blue]) == [try id("c")])
        #expect(directory.count == 3)
    }

    @Test("refuses an id twice, and one device too many")
    func limits() throws {
        let directory = DeviceDirectory(limit: 2, answers: IdempotencyStore())
        try directory.add(id("a"), labels: [])
        #expect(throws: HostError.deviceExists(try id("a"))) { try directory.add(id("a"), labels: [blue]) }
        try directory.add(id("b"), labels: [])
        #expect(throws: HostError.tooManyDevices(limit: 2)) { try directory.add(id("c"), labels: []) }
        #expect(directory.page(after: nil, limit: 9, labels: [blue]).isEmpty)
    }
}
