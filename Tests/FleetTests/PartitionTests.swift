import Fleet
import Testing

@Suite struct PartitionTests {
    @Test(
        "The partition of an id never changes",
        arguments: [
            ("demo", 30), ("phone", 5), ("tablet", 59), ("a", 24), ("device-aaaaaaaaaaaaa", 0),
            ("checkout-test-17", 37),
        ]
    )
    func partition(id: String, number: Int) {
        #expect(Partition.of(id).number == number)
        // Of half as many partitions, two are one.
        #expect(Partition.of(id, among: 32).number == number / 2)
        #expect(Partition.of(id, among: 1).number == 0)
    }

    @Test("Ids that differ in their last digits are spread")
    func spread() {
        var counts = [Int](repeating: 0, count: 64)
        for index in 1...20_000 { counts[Partition.of("phone-\(index)").number] += 1 }
        #expect(counts.min() == 275)
        #expect(counts.max() == 343)
    }
}
