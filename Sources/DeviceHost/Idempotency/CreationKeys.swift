/// The idempotency keys of requests that make devices, where several servers share them: one key makes one device, whichever
/// servers get the request. Kept by the journal, which writes the answer with the device.
package protocol CreationKeys: Sendable {
    /// Claims a key for a request to this server, unless it is answered, or another server is about to answer it. What this
    /// server itself has claimed is claimed again: the caller knows that it is not being answered.
    func claim(_ key: String, _ fingerprint: RequestFingerprint) async throws -> CreationKeyClaim
    /// Keeps the answer of a request that made no device, under a key that this server has claimed.
    func keep(_ answer: StoredAnswer, under key: String) async throws
    /// Frees a key that this server has claimed, if it is not answered.
    func free(_ key: String) async throws
}

/// The result of claiming a key among all servers.
package enum CreationKeyClaim: Hashable, Sendable {
    /// This server answers it.
    case claimed
    /// The same request was answered with this.
    case answered(StoredAnswer)
    /// Another server is answering the same request.
    case inProgress
    /// The key belongs to another request.
    case conflict
}
