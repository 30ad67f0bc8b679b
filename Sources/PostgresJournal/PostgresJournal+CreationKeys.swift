#if PostgreSQL
import DeviceHost
import LifecycleKernel
import Synchronization

// The answer of a request that makes a device is written by `BatchWriter`, in the transaction of the device.
extension PostgresJournal: CreationKeys {
    /// The keys of requests that make devices, which all servers share.
    package var creationKeys: (any CreationKeys)? { self }

    /// Some keys that are too old are deleted with every 64th claim.
    private static let claimsPerCleaning = 64

    /// Claims a key for a request to this server, unless it is answered, or another server is about to answer it.
    ///
    /// - Throws: `JournalWriteError.fenced` if this server has not joined; `PostgresError`.
    package func claim(_ key: String, _ fingerprint: RequestFingerprint) async throws -> CreationKeyClaim {
        let me = try me
        let claim = try await reader.read { try $0.claim(key, fingerprint, for: me) }
        if keyClaims.add(1, ordering: .relaxed).newValue % Self.claimsPerCleaning == 0 {
            try? await reader.read { [creationKeysKept] in try $0.deleteOldKeys(keeping: creationKeysKept) }
        }
        return claim
    }

    /// Keeps the answer of a request that made no device, under a key that this server has claimed. It is durable then.
    package func keep(_ answer: StoredAnswer, under key: String) async throws {
        let me = try me
        try await reader.read { try $0.keep(answer, under: key, for: me) }
    }

    /// Frees a key that this server has claimed, if it is not answered.
    package func free(_ key: String) async throws {
        let me = try me
        try await reader.read { connection in
            _ = try connection.query(
                "DELETE FROM greenroom.creation_key WHERE key = $1 AND member = $2 AND status IS NULL",
                [.text(key), .bigint(me)]
            )
        }
    }

    private var me: Int64 {
        get throws {
            guard let id = member.id else { throw JournalWriteError.fenced("this server has not joined the fleet") }
            return id.number
        }
    }
}

extension Connection {
    /// How often a key that is freed and claimed again and again is looked at.
    private static let claimAttempts = 8

    fileprivate func claim(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        for me: Int64
    ) throws -> CreationKeyClaim {
        let claim: [Parameter] = [
            .text(key), .bigint(Int64(bitPattern: fingerprint.hash)), .bigint(Int64(fingerprint.length)), .bigint(me),
        ]
        for _ in 0..<Self.claimAttempts {
            if try query(Self.insertClaim, claim).count > 0 { return .claimed }
            guard let row = try query(Self.readClaim, [.text(key)]).first else { continue }
            let isSame = try row.fingerprint() == fingerprint
            if let answer = try row.creationAnswer() { return isSame ? .answered(answer) : .conflict }
            let holder = try row.number(2)
            guard try holder == me || !row.bool(6) else { return isSame ? .inProgress : .conflict }
            if try query(Self.takeClaimOver, claim + [.bigint(holder)]).count > 0 { return .claimed }
        }
        return .inProgress
    }

    /// A key whose claim is lost with the database is kept when its device is made.
    private static let insertClaim = """
        INSERT INTO greenroom.creation_key (key, hash, length, member, claimed_at) \
        VALUES ($1, $2, $3, $4, clock_timestamp()) ON CONFLICT (key) DO NOTHING RETURNING 1
        """

    private static let readClaim = """
        SELECT hash, length, member, status, fields, body, \
        EXISTS (SELECT FROM greenroom.member WHERE number = mine.member) FROM greenroom.creation_key AS mine WHERE key = $1
        """

    /// Of a member that has no row any more, nothing is written any more: what the key has now is final.
    private static let takeClaimOver = """
        UPDATE greenroom.creation_key SET hash = $2, length = $3, member = $4, claimed_at = clock_timestamp() \
        WHERE key = $1 AND status IS NULL AND member = $5 \
        AND ($5 = $4 OR NOT EXISTS (SELECT FROM greenroom.member WHERE number = $5)) RETURNING 1
        """

    fileprivate func keep(_ answer: StoredAnswer, under key: String, for me: Int64) throws {
        try query(
            """
            UPDATE greenroom.creation_key SET status = $3::bigint, fields = $4, body = $5 \
            WHERE key = $1 AND member = $2 AND status IS NULL RETURNING set_config('synchronous_commit', 'on', true)
            """,
            [
                .text(key), .bigint(me), .bigint(Int64(answer.status)), .text(ColumnText.write(fields: answer.fields)),
                .bytea(answer.body),
            ]
        )
    }

    /// Deletes keys that are older than 24 hours, and the oldest beyond a number, at most 1,000 at once. Those that a server is
    /// about to answer stay.
    fileprivate func deleteOldKeys(keeping count: Int) throws {
        try query(
            """
            DELETE FROM greenroom.creation_key WHERE key IN (SELECT key FROM greenroom.creation_key AS old \
            WHERE claimed_at <= greatest(clock_timestamp() - interval '24 hours', (SELECT claimed_at \
            FROM greenroom.creation_key ORDER BY claimed_at DESC OFFSET $1 LIMIT 1)) \
            AND (status IS NOT NULL OR NOT EXISTS (SELECT FROM greenroom.member WHERE number = old.member)) \
            ORDER BY claimed_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
            """,
            [.bigint(Int64(count))]
        )
    }

    /// The answers of requests that made devices, the oldest claims first.
    func creationAnswers() throws -> [KeyedAnswer] {
        try query(
            """
            SELECT hash, length, member, status, fields, body, key, \
            floor(extract(epoch FROM claimed_at) * 1000)::bigint FROM greenroom.creation_key \
            WHERE status IS NOT NULL ORDER BY claimed_at, key
            """
        ).all.compactMap { row in
            guard let answer = try row.creationAnswer() else { return nil }
            return KeyedAnswer(
                key: try row.text(6),
                fingerprint: try row.fingerprint(),
                answer: answer,
                givenAt: Instant(milliseconds: try row.number(7))
            )
        }
    }
}

extension ResultRows.Row {
    /// The first two columns.
    fileprivate func fingerprint() throws -> RequestFingerprint {
        RequestFingerprint(hash: UInt64(bitPattern: try number(0)), length: Int(clamping: try number(1)))
    }

    /// The columns from the fourth to the sixth; nil if there is no answer.
    fileprivate func creationAnswer() throws -> StoredAnswer? {
        guard let status = try optional(3) else { return nil }
        return StoredAnswer(
            status: Int(clamping: status),
            fields: try ColumnText.fields(try text(4)),
            body: try bytes(5)
        )
    }
}
#endif
