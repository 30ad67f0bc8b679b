import Synchronization
import Testing

@testable import DeviceHost

@Suite("Turns by key") struct TurnOrderTests {
    @Test("One task has its turn at a time, and an error passes it on") func turns() async throws {
        struct Refusal: Error {}
        let turns = TurnOrder<String>()
        let occupancy = Count()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try? await turns.take(for: "phone") {
                        #expect(occupancy.change(by: 1) == 1)
                        await Task.yield()
                        #expect(occupancy.change(by: -1) == 0)
                        if number.isMultiple(of: 3) { throw Refusal() }
                    }
                }
            }
        }
        #expect(occupancy.change(by: 0) == 0)
    }

    @Test("Turns begin in the order in which they were entered, and one that ends early lets nobody pass the first")
    func order() async {
        let turns = TurnOrder<Int>()
        let (first, second, third) = (turns.enter(for: 1), turns.enter(for: 1), turns.enter(for: 1))
        let other = turns.enter(for: 2)
        await other.begin()
        await first.begin()
        second.end()
        let begun = Count()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await third.begin()
                _ = begun.change(by: 1)
            }
            #expect(begun.change(by: 0) == 0)
            first.end()
        }
        #expect(begun.change(by: 0) == 1)
    }

    private final class Count: Sendable {
        private let value = Mutex(0)

        func change(by difference: Int) -> Int {
            value.withLock { value in
                value += difference
                return value
            }
        }
    }
}
