import Synchronization

/// What a check has found wrong. The test that runs it expects nothing.
package final class Findings: Sendable {
    private let texts = Mutex<[String]>([])

    /// Makes an empty list.
    package init() {}

    /// What was found, in order.
    package var all: [String] { texts.withLock { $0 } }

    /// Notes where a condition does not hold.
    package func expect(
        _ condition: Bool,
        _ comment: @autoclosure () -> String = "",
        file: String = #fileID,
        line: Int = #line
    ) {
        guard !condition else { return }
        let text = "\(file):\(line): \(comment())"
        texts.withLock { $0.append(text) }
    }
}

/// Something that a check needs is missing.
struct MissingValue: Error {}
