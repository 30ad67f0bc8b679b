import DeviceHost
import Foundation
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// A request as `GET /v1/requests` tells of it: what was sent, and how it was answered.
///
/// It has neither headers nor the query, which could contain a secret.
struct LoggedRequest: Sendable {
    /// Its number, from 1 in each run of the server.
    var number: UInt64 = 0
    /// When it came, by the server's clock.
    var time: Instant
    /// Its id, as in `X-Request-Id` and the log.
    var id: String
    /// The method.
    var method: HTTPRequest.Method
    /// The path without its query, cut to `maximumPathLength`.
    var path: String
    /// The listener on which it came: that of the interface, or one with a protocol of its own.
    var listener = LoggedRequest.interface
    /// The device that it is about, if there is one with such a name.
    var device: DeviceID?
    /// The status of the answer.
    var status: HTTPResponse.Status
    /// How long the answer took; that of a stream, until it began.
    var duration: Duration
    /// Why the interface refused it; nil if it did not.
    var problem: Problem?
    /// Why another listener refused it, in the words of its protocol; nil if it did not.
    var refusal: String?
    /// Collects what it carries; nil where that is not kept.
    var trace: RequestTrace?

    /// Longer paths are cut. No route has one.
    static let maximumPathLength = 256
    /// Longer refusals are cut, in bytes.
    static let maximumRefusalLength = 1_024
    /// The listener of the interface.
    static let interface = "http"

    /// What it carried; nil if nothing of it was read.
    var body: SentBody? { trace?.body }

    /// Whether it was refused.
    var isRefused: Bool { status.code >= 400 }
}

extension LoggedRequest {
    /// A request that was answered just now.
    ///
    /// - Parameters:
    ///   - method: Its method.
    ///   - path: Its path, which is cut to `maximumPathLength`.
    ///   - id: Its id.
    ///   - status: The status of the answer.
    ///   - duration: How long the answer took.
    init(
        _ method: HTTPRequest.Method,
        path: String,
        id: String,
        status: HTTPResponse.Status,
        after duration: Duration
    ) {
        let came = Date().timeIntervalSince1970 - duration / .seconds(1)
        self.init(
            time: Instant(milliseconds: Int64(came * 1_000)),
            id: id,
            method: method,
            path: String(path.prefix(bytes: Self.maximumPathLength)),
            status: status,
            duration: duration
        )
    }
}

/// What a request carried.
struct SentBody: Hashable, Sendable {
    /// The first bytes, at most `keptBytes`.
    private(set) var prefix: [UInt8] = []
    /// How many bytes were read.
    private(set) var count = 0

    /// How much of a body is kept, in bytes.
    static let keptBytes = 2_048

    /// Adds what was read next.
    mutating func add(_ bytes: some Collection<UInt8>) {
        prefix += bytes.prefix(Self.keptBytes - prefix.count)
        count += bytes.count
    }

    /// The kept bytes as text; a character that is cut at the end is left out.
    var text: String {
        let text = String(decoding: prefix, as: UTF8.self)
        guard count > prefix.count, text.hasSuffix("\u{FFFD}") else { return text }
        return String(text.dropLast())
    }
}

extension LoggedRequest: FieldWritable {
    func write(to sink: inout some FieldSink) {
        sink.put("number", Int64(clamping: number))
        sink.put("time", instant: time)
        sink.put("id", id)
        sink.put("method", method.rawValue)
        sink.put("path", path)
        sink.put("listener", listener)
        sink.put("device", textOrNull: device?.description)
        sink.put("status", Int64(status.code))
        sink.put("seconds", seconds: Milliseconds(Int64(duration / .milliseconds(1))))
        if let problem {
            sink.put("problem", problem)
        } else {
            sink.putNull("problem")
        }
        sink.put("refusal", textOrNull: refusal)
        if let body {
            sink.put("body", body.text)
            sink.put("bodyBytes", Int64(body.count))
        } else {
            sink.putNull("body")
            sink.put("bodyBytes", Int64(0))
        }
    }
}
