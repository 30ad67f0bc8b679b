import TestKit
import Testing

@testable import DeviceHost

@Suite struct CommitQueueTests {
    @Test("A change of a device after those that were taken out is in another commit, and is not taken for one of them")
    func refusal() throws {
        let queue = CommitQueue(limits: limits(), isExclusive: false)
        let first = try #require(queue.append(.deleted(1, at: nil), from: 0))
        let other = try #require(queue.append(.deleted(2, at: nil), from: 0))
        #expect(first === other)
        queue.refuse([1: .conflict])
        let again = try #require(queue.append(.deleted(1, at: nil), from: 0))
        #expect(again !== first && again.refusal(of: 1) == nil)
        #expect(first.refusal(of: 1) == .conflict && first.refusal(of: 2) == nil)
        #expect(queue.take()?.changes.map(\.device) == [2])
        #expect(queue.take()?.changes.map(\.device) == [1])
    }
}
