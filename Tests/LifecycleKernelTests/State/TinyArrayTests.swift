import Testing

@testable import LifecycleKernel
@testable import StateCoding

/// A list that stores its first element in place behaves like an array.
@Suite struct TinyArrayTests {
    /// A change made to both.
    enum Change: Sendable {
        case append(Int)
        case remove(at: Int)
        case removeAll(Int)
        case set(Int, at: Int)
    }

    @Test(
        "Every change has the effect that it has on an array, and the encoded state is the array's",
        arguments: [
            [],
            [.append(1)],
            [.append(1), .remove(at: 0)],
            [.append(1), .remove(at: 0), .append(2), .append(3)],
            [.append(1), .append(2), .append(3), .remove(at: 0)],
            [.append(1), .append(2), .append(3), .remove(at: 1)],
            [.append(1), .append(2), .append(3), .remove(at: 2), .remove(at: 0), .remove(at: 0)],
            [.append(1), .append(2), .append(1), .append(3), .removeAll(1)],
            [.append(1), .append(1), .removeAll(1), .append(2)],
            [.append(1), .removeAll(2)],
            [.append(1), .set(5, at: 0)],
            [.append(1), .append(2), .append(3), .set(5, at: 0), .set(6, at: 2)],
        ] as [[Change]]
    )
    func changes(_ changes: [Change]) throws {
        var few = TinyArray<Int>()
        var array: [Int] = []
        for change in changes {
            switch change {
            case .append(let element):
                few.append(element)
                array.append(element)
            case .remove(let place): #expect(few.remove(at: place) == array.remove(at: place))
            case .removeAll(let element):
                few.removeAll { $0 == element }
                array.removeAll { $0 == element }
            case .set(let element, let place):
                few[place] = element
                array[place] = element
            }
            #expect(Array(few) == array)
            #expect(few.count == array.count)
        }
        let encoded = StateEncoder.encode(few)
        #expect(encoded == StateEncoder.encode(array))
        #expect(Array(try StateDecoder.decode(TinyArray<Int>.self, from: encoded)) == array)
    }

    @Test("A literal keeps its order")
    func literal() {
        #expect(Array([4, 2, 9] as TinyArray<Int>) == [4, 2, 9])
    }
}
