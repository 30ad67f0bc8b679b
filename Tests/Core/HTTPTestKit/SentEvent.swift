import LifecycleKernel
import WireFormat

/// One event of a stream, as a client reads it.
package struct SentEvent: Hashable {
    package var name: String
    package var id: String?
    package var data: Value

    /// An event.
    package init(name: String = "message", id: String? = nil, data: Value = .null) {
        self.name = name
        self.id = id
        self.data = data
    }

    /// Reads a whole stream.
    package static func read(_ text: String) -> [SentEvent] {
        text.split(separator: "\n\n").compactMap { block in
            var event = SentEvent()
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
                switch parts[0] {
                case "event": event.name = value
                case "id": event.id = value
                case "data": event.data = (try? JSONText.parse(Array(value.utf8))) ?? .null
                default: continue
                }
            }
            return event.data == .null ? nil : event
        }
    }
}
