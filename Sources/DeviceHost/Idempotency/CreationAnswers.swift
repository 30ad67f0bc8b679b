import LifecycleKernel

/// The idempotency keys of requests that create devices.
///
/// Where several servers share the devices, each of them answers a key itself only after it has claimed it among all. Requests
/// to the same server with the same key wait for each other here, so the others are asked once for all of them.
actor CreationAnswers {
    /// What is still to be said to the other servers of a key that this one has claimed.
    private enum Unsettled {
        /// Nobody knows yet whether the request was carried out.
        case doubtful(Commit)
        /// The request did nothing.
        case free
        /// The request was answered without making a device.
        case answered(StoredAnswer)
    }

    private var store: IdempotencyStore
    private let wall: any WallClock
    private let waiterCount: WaiterCount
    private let limits: HostLimits
    /// The keys of all servers; nil where one has all devices.
    private let shared: (any CreationKeys)?
    /// The keys whose answers the journal has written together with a device.
    private var written: Set<String> = []
    private var unsettled: [String: Unsettled] = [:]
    private var waitingSettler: Promise<Void>?

    /// How long this server repeats an answer without asking what all servers know, in seconds.
    private static let secondsCached = 10
    /// How long a request waits for another server that is answering the same one.
    private static let longestWait = Duration.seconds(30)
    /// How often it is looked whether something can be said to the other servers that could not be before.
    private static let settlingInterval = Duration.milliseconds(250)

    /// - Parameter shared: The keys of all servers; nil where one has all devices.
    init(
        limits: HostLimits,
        wall: any WallClock,
        numbers: ClaimNumbers,
        waiterCount: WaiterCount,
        shared: (any CreationKeys)? = nil
    ) {
        var kept = limits
        if shared != nil { kept.idempotencySeconds = min(limits.idempotencySeconds, Self.secondsCached) }
        store = IdempotencyStore(limits: kept, numbers: numbers)
        self.limits = limits
        self.wall = wall
        self.waiterCount = waiterCount
        self.shared = shared
    }

    /// About how many bytes the answers take.
    var bytes: Int { store.bytes }

    /// Drops answers that are too old.
    ///
    /// - Returns: About how many bytes the others take.
    func dropOld() -> Int {
        store.dropOld(at: wall.now)
        return store.bytes
    }

    /// Claims a key, waiting while the first request with it is being answered.
    func claim(_ key: String, _ fingerprint: RequestFingerprint) async throws(HostError) -> AnswerClaim {
        while true {
            let claim = try store.claim(key, fingerprint, at: wall.now).outcome(in: .creation, key)
            guard let claim else {
                try await waitForAnswer(key)
                continue
            }
            guard let shared, case .first(let token) = claim else { return claim }
            return try await self.claim(token, fingerprint, among: shared)
        }
    }

    /// Keeps the answer given under a key.
    func complete(_ token: IdempotencyStore.Token, with answer: StoredAnswer) async {
        if let shared, written.remove(token.key) == nil {
            let kept = answer.kept(within: limits)
            do {
                try await shared.keep(kept, under: token.key)
            } catch {
                settleLater(token.key, .answered(kept))
            }
        }
        store.complete(token, with: answer, at: wall.now)
    }

    /// Called when the journal has written the answer of a key together with a device.
    func noteWritten(_ key: String) {
        if shared != nil { written.insert(key) }
    }

    /// Keeps what a request may have been answered, because nobody knows whether it was carried out.
    func keepInDoubt(_ key: String, _ commit: Commit, _ answer: StoredAnswer) {
        store.keepInDoubt(key, commit, answer)
        if shared != nil { settleLater(key, .doubtful(commit)) }
    }

    /// Forgets a request that did nothing.
    func abandon(_ token: IdempotencyStore.Token) async {
        if let shared, !store.isInDoubt(token.key) {
            do {
                try await shared.free(token.key)
            } catch {
                settleLater(token.key, .free)
            }
        }
        store.abandon(token)
    }

    /// Keeps answers that were given before the server was started.
    func restore(_ answers: [KeyedAnswer]) {
        for answer in answers { store.restore(answer, on: wall) }
    }

    private func waitForAnswer(_ key: String) async throws(HostError) {
        guard waiterCount.enter() else { throw .overloaded("Too many requests wait.") }
        let promise = Promise<Void>()
        store.await(key, promise)
        await promise.value()
        waiterCount.leave()
    }

    // MARK: Several servers

    /// Claims a key among all servers that is this server's first with it, waiting while another answers the same request.
    private func claim(
        _ token: AnswerToken,
        _ fingerprint: RequestFingerprint,
        among shared: any CreationKeys
    ) async throws(HostError) -> AnswerClaim {
        let key = token.token.key
        // What is still to be said of an earlier request is of no use: this one takes its place.
        unsettled[key] = nil
        do throws(HostError) {
            switch try await claim(key, fingerprint, waitingIn: shared) {
            case .claimed: return .first(token)
            case .conflict: throw .idempotencyKeyReused(key)
            case .inProgress: throw .outcomeUnknown("another server is still answering the first request with this key")
            case .answered(let answer):
                store.complete(token.token, with: answer, at: wall.now)
                guard answer != .notKept else { throw .answerNotKept(key) }
                return .replay(answer)
            }
        } catch {
            store.abandon(token.token)
            throw error
        }
    }

    /// Claims a key, again and again while another server answers the same request, for as long as a request waits.
    private func claim(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        waitingIn shared: any CreationKeys
    ) async throws(HostError) -> CreationKeyClaim {
        let start = wall.now
        var attempts = 0
        var isWaiting = false
        defer { if isWaiting { waiterCount.leave() } }
        while true {
            let claim: CreationKeyClaim
            do {
                claim = try await shared.claim(key, fingerprint)
            } catch {
                throw .journalUnavailable("\(error)")
            }
            guard claim == .inProgress, wall.now - start < Self.longestWait else { return claim }
            if !isWaiting {
                guard waiterCount.enter() else { throw .overloaded("Too many requests wait.") }
                isWaiting = true
            }
            attempts += 1
            let pause = Backoff.untilPeerIsDone.pause(after: attempts)
            guard (try? await wall.sleep(until: wall.now + pause)) != nil else { return claim }
        }
    }

    /// Says what becomes of keys to the other servers, as soon as it is known and the database can be reached, until the task is
    /// cancelled. Does nothing where one server has all devices.
    func settleKeys() async {
        guard let shared else { return }
        while !Task.isCancelled {
            if unsettled.isEmpty {
                let promise = Promise<Void>()
                waitingSettler = promise
                await promise.value(whenCancelled: ())
            }
            guard (try? await wall.sleep(until: wall.now + Self.settlingInterval)) != nil else { return }
            for key in unsettled.keys.sorted() { await settle(key, among: shared) }
        }
    }

    private func settle(_ key: String, among shared: any CreationKeys) async {
        do {
            switch unsettled[key] {
            case nil: return
            case .doubtful(let commit):
                guard let isDurable = commit.hasSucceeded else { return }
                // One that is durable has been written with its answer.
                if !isDurable { try await shared.free(key) }
            case .free: try await shared.free(key)
            case .answered(let answer): try await shared.keep(answer, under: key)
            }
            unsettled[key] = nil
        } catch {
            // Tried again.
        }
    }

    private func settleLater(_ key: String, _ what: Unsettled) {
        unsettled[key] = what
        waitingSettler.take()?.fulfill(())
    }
}
