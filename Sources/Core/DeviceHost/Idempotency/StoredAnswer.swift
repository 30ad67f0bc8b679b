import LifecycleKernel

/// Identifies a request under an idempotency key, by its method, path and body.
package struct RequestFingerprint: Hashable, Sendable {
    /// The hash of all three.
    package let hash: UInt64
    /// The length of the body.
    package let length: Int

    /// The fingerprint that was kept.
    package init(hash: UInt64, length: Int) {
        self.hash = hash
        self.length = length
    }

    /// The fingerprint of a request.
    package init(method: String, path: String, body: [UInt8]) {
        var hash = FNV1a.hash(method)
        hash = FNV1a.hash([0], from: hash)
        hash = FNV1a.hash(path, from: hash)
        hash = FNV1a.hash([0], from: hash)
        self.hash = FNV1a.hash(body, from: hash)
        self.length = body.count
    }
}

/// An answer that is kept in order to be sent again.
package struct StoredAnswer: Hashable, Sendable {
    /// One header field.
    package struct Field: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its value.
        package var value: String

        /// Makes a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The HTTP status.
    package var status: Int
    /// The header fields that matter.
    package var fields: [Field]
    /// The body.
    package var body: [UInt8]

    /// Makes an answer.
    package init(status: Int, fields: [Field] = [], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Whether the request succeeded; only such answers are kept.
    var isSuccess: Bool { (200..<300).contains(status) }

    /// The placeholder for an answer that was too large to be kept; no answer has this status.
    static let notKept = StoredAnswer(status: 0, body: [])

    /// The answer, or the placeholder if it is too large to be kept.
    func kept(within limits: HostLimits) -> StoredAnswer {
        size <= limits.idempotencyAnswerBytes ? self : .notKept
    }

    /// The answer, for a request with the same idempotency key.
    ///
    /// - Throws: `idempotencyKeyReused` if it was given to another request; `answerNotKept`.
    func repeated(
        under key: String,
        givenTo fingerprint: RequestFingerprint,
        askedBy wanted: RequestFingerprint
    ) throws(HostError) -> StoredAnswer {
        guard fingerprint == wanted else { throw .idempotencyKeyReused(key) }
        guard self != .notKept else { throw .answerNotKept(key) }
        return self
    }

    /// About how many bytes it takes.
    var size: Int { body.count + fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 } }
}
