import DeviceHost
import LifecycleKernel

extension Connection {
    /// Keeps the answer to a request that has changed no device, in place of one that is too old.
    ///
    /// - Parameters:
    ///   - device: The number of the device that the request was for; 0 if it was for none.
    ///   - position: The position of the answer; nil for that of its own transaction.
    /// - Returns: Whether it is the first answer under its key.
    func keep(
        _ answer: KeyedAnswer,
        of device: Int64,
        at position: Int64? = nil,
        _ settings: PostgreSQLStore.Settings
    ) throws -> Bool {
        let kept = try query(
            """
            INSERT INTO greenroom.answer AS k (device, key, position, hash, length, status, given_at, fields, body)
            SELECT $1::bigint, $2::text, coalesce($10::bigint, \(Position.ofTransaction)), $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::text,
                $8::bytea
            WHERE $1::bigint = 0 OR EXISTS (SELECT FROM greenroom.device AS d WHERE d.number = $1::bigint)
            ON CONFLICT (device, key) DO UPDATE SET position = excluded.position, hash = excluded.hash,
                length = excluded.length, status = excluded.status, given_at = excluded.given_at,
                fields = excluded.fields, body = excluded.body WHERE k.given_at < excluded.given_at - $9::bigint
            RETURNING position
            """,
            [
                .bigint(device), .text(answer.key), .bigint(Int64(bitPattern: answer.fingerprint.hash)),
                .bigint(Int64(answer.fingerprint.length)), .bigint(Int64(answer.answer.status)),
                .bigint(answer.givenAt.milliseconds), .text(try ColumnText.write(fields: answer.answer.fields)),
                .bytea(answer.answer.body), .bigint(settings.answerAge.milliseconds), .bigint(position),
            ]
        )
        guard let row = kept.first else { return false }
        // Deletes old answers now and then. The commits of a device delete those to its requests.
        if device == 0, try row.number(0) / Position.changes % 64 == 0 {
            _ = try query(
                """
                DELETE FROM greenroom.answer WHERE device = 0 AND position <= (SELECT o.position FROM greenroom.answer AS o
                    WHERE o.device = 0 ORDER BY o.position DESC OFFSET $1 LIMIT 1)
                """,
                [.bigint(Int64(settings.answersKept))]
            )
        }
        return true
    }
}
