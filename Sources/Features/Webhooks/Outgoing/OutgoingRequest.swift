/// A POST request to somebody else's server.
package struct OutgoingRequest: Hashable, Sendable {
    /// Where it goes.
    package var url: WebhookURL
    /// Its header fields, but for those that follow from the rest.
    package var headers: [Header]
    /// The body.
    package var body: [UInt8]

    /// A header field.
    package struct Header: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Makes a request.
    package init(_ url: WebhookURL, headers: [Header], body: [UInt8]) {
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The value of a header field.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// What is looked at of an answer.
package struct OutgoingAnswer: Hashable, Sendable {
    /// The status code.
    package var status: Int
    /// The header field `Retry-After`.
    package var retryAfter: String?

    /// Makes an answer.
    package init(status: Int, retryAfter: String? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }
}

/// Why a request has no answer.
package enum OutgoingFailure: String, Error, CaseIterable, Sendable {
    /// The name of the host is not known.
    case nameNotFound
    /// No address of the host may be connected to, or the host is not named any more.
    case addressNotAllowed
    /// Nothing accepts connections there.
    case notReachable
    /// The TLS handshake failed: the certificate is not one of the host, or not one that is trusted.
    case tlsFailed
    /// The connection ended before the answer.
    case connectionLost
    /// What came is no HTTP.
    case badAnswer
    /// There was no answer in time.
    case timeout
    /// The server stops.
    case cancelled
}

/// Sends requests; a protocol, so that tests can answer them.
package protocol RequestSender: Sendable {
    /// Sends a request, and waits for the answer, or until it is clear that none comes.
    func send(_ request: OutgoingRequest) async -> Result<OutgoingAnswer, OutgoingFailure>
}
