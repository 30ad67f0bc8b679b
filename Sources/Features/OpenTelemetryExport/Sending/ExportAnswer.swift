import LifecycleKernel
import WireFormat

/// How an attempt to send a batch ended.
package enum ExportAnswer: Hashable, Sendable {
    /// There was an answer.
    case status(Int, retryAfter: String? = nil, body: [UInt8] = [])
    /// There was none: nobody listens, the connection was lost, or it took too long.
    case none(reason: String)

    /// What an answer means for the batch.
    enum Meaning: Hashable, Sendable {
        /// The receiver has it, but for so many items that it rejects.
        case accepted(rejected: Int, message: String?)
        /// It may be sent again.
        case retry
        /// It must not be sent again.
        case refused
    }

    /// What it means for a batch. Source: OTLP, "OTLP/HTTP Response".
    var meaning: Meaning {
        switch self {
        case .status(200...299, _, let body): .accepted(rejected: Self.rejected(body), message: Self.message(body))
        case .status(429, _, _), .status(502...504, _, _), .none: .retry
        case .status: .refused
        }
    }

    /// The answer in a few words, for a log line. What a receiver writes is not in it.
    var summary: String {
        switch self {
        case .status(let status, _, _): "status \(status)"
        case .none(let reason): reason
        }
    }

    /// How long the receiver asks to be left alone, if it does.
    func retryAfter(at date: Instant) -> Duration? {
        guard case .status(_, let text?, _) = self else { return nil }
        return RetryAfter.duration(text, at: date)
    }

    /// How many items of a request the receiver has rejected. What is no JSON says nothing of it.
    private static func rejected(_ body: [UInt8]) -> Int {
        guard let partial = partialSuccess(body) else { return 0 }
        for name in ["rejectedLogRecords", "rejectedSpans"] {
            switch partial[name] {
            case .integer(let count): return max(0, Int(clamping: count))
            // A number of 64 bits is a string in JSON.
            case .string(let text): return max(0, Int(text) ?? 0)
            default: continue
            }
        }
        return 0
    }

    private static func message(_ body: [UInt8]) -> String? {
        guard case .string(let text) = partialSuccess(body)?["errorMessage"], !text.isEmpty else { return nil }
        return String(text.prefix(bytes: 200))
    }

    private static func partialSuccess(_ body: [UInt8]) -> Value? {
        (try? JSONText.parse(body))?["partialSuccess"]
    }
}
