import DeviceHost
import LifecycleKernel
import Testing

@testable import Webhooks

/// When a message is sent again.
@Suite("The schedule of deliveries")
struct ScheduleTests {
    @Test("Each delay is that of the table, a fifth more or less, and the same for the same seed")
    func delays() {
        for (index, delay) in DeliverySchedule.delays.enumerated() {
            var found: Set<Duration> = []
            for seed in 0..<200 as Range<UInt64> {
                guard let drawn = DeliverySchedule.delay(after: index + 1, seed: seed) else {
                    Issue.record("attempt \(index + 1) is the last")
                    continue
                }
                #expect(drawn >= delay * 4 / 5 && drawn <= delay * 6 / 5)
                #expect(drawn == DeliverySchedule.delay(after: index + 1, seed: seed))
                found.insert(drawn)
            }
            #expect(found.count > 50)
        }
    }

    @Test("The last attempt is followed by none, whatever the receiver asks for")
    func last() {
        #expect(DeliverySchedule.attempts == 6)
        #expect(DeliverySchedule.delay(after: 6, seed: 1) == nil)
        #expect(DeliverySchedule.delay(after: 6, seed: 1, asked: .seconds(10)) == nil)
    }

    @Test(
        "What a receiver asks for makes a delay longer, up to an hour, and never shorter",
        arguments: [
            (0, 4...6), (1, 4...6), (20, 20...20), (3_600, 3_600...3_600), (86_400, 3_600...3_600), (-5, 4...6),
        ] as [(Int, ClosedRange<Int>)]
    )
    func asked(seconds: Int, expected: ClosedRange<Int>) throws {
        let delay = try #require(DeliverySchedule.delay(after: 1, seed: 3, asked: .seconds(seconds)))
        #expect(delay >= .seconds(expected.lowerBound) && delay <= .seconds(expected.upperBound))
    }
}
