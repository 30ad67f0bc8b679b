import DeviceHost

/// The SQL function that carries out a commit, and the arrays that it gets.
///
/// PostgreSQL spends some time on each array parameter, even if the array is empty. So there is a second function with the same
/// text and fewer parameters; in it, the other arrays are NULL.
enum CommitFunction: CaseIterable {
    /// Commits anything.
    case anything
    /// Commits steps of existing devices that come with nothing but a state and a deadline.
    case steps

    private var name: String {
        switch self {
        case .anything: "greenroom.commit"
        case .steps: "greenroom.commit_steps"
        }
    }

    /// The arrays that it gets.
    var columns: [Column] {
        switch self {
        case .anything: Column.allCases
        case .steps: Column.allCases.filter(\.belongsToSteps)
        }
    }

    /// A column of what is written: an array with an element for each device, step, and so on. The raw value is its name.
    enum Column: String, CaseIterable {
        // Devices, in the order of their numbers. kind: 0 changes an existing device, 1 is a new one, 2 a removal. revision,
        // commit: the revision that the changes follow; NULL for any. expired: 1 for a removal that requires the device to have
        // expired. steps: how many. last: the number of the last change. deadline: the next one; NULL for none. tokens: 1 if the
        // device's tokens are set.
        case gDevice, gKind, gRevision, gCommit, gExpired, gSteps, gLast, gId, gExpires, gDeadline, gTokens
        // The state after the last of the steps that has one, its number among the steps and in the batch, the number of the last
        // snapshot among the steps, the bytes of records after that, and the sequence before the oldest record kept.
        case gStep, gNumber, gSequence, gDigest, gHash, gKernel, gFormat, gState, gSnapshot, gBytes, gBefore
        // The clock and the apps by state; NULL if they stay as they are.
        case gShows, gReading, gNotRunning, gInactive, gActive, gBackground, gSuspended, gTerminated
        // Labels of new devices.
        case lDevice, lLabel
        // Device tokens, of devices whose tokens are set.
        case tDevice, tId, tToken, tBundle, tKind
        // Steps. step: its number among those of the device, from 1. number: that in the batch.
        case sDevice, sStep, sNumber, sKind, sBefore, sLast, sAt, sDeadlines, sRecords, sBytes, sDigest, sHash
        case sText
        // Snapshots.
        case pDevice, pNumber, pSequence, pDigest, pKernel, pHash, pFormat, pState
        // Devices of which the snapshots before a sequence are deleted, with the steps before that.
        case fDevice, fSequence
        // Answers. owner: the device whose change it answers. device: 0 for a creation.
        case aOwner, aDevice, aNumber, aKey, aHash, aLength, aStatus, aGiven, aFields, aBody
        // Items, sorted, each once. value: NULL if it is removed.
        case iKind, iName, iNumber, iValue

        var type: String {
            switch self {
            case .gCommit: "uuid"
            case .gId, .gKernel, .tId, .tToken, .tBundle, .tKind, .pKernel, .aKey, .aFields, .iName: "text"
            case .gState, .lLabel, .sText, .pState, .aBody, .iValue: "bytea"
            default: "bigint"
            }
        }

        fileprivate var belongsToSteps: Bool {
            switch self {
            case .gKind, .gExpired, .gLast, .gId, .gExpires, .gTokens, .gSnapshot, .gBefore: false
            default: ["g", "s"].contains(rawValue.first)
            }
        }
    }

    /// The result of the changes of a device.
    enum Verdict: Int64 {
        case committed = 0
        case conflict, gone, exists, busy
        /// The same commit was carried out before.
        case repeated
        case answered
    }

    /// The call. Its first parameters are:
    /// 1. the id of the commit
    /// 2. whether it waits for rows that are locked
    /// 3. whether it was sent before
    /// 4. how many answers a device keeps
    /// 5. for how many milliseconds answers to creations are valid
    /// 6. for how many microseconds deleted steps stay
    /// 7. how many retired tokens are kept
    /// 8. the position after which it begins; NULL for that of its own transaction
    var call: String {
        switch self {
        case .anything: Self.callOfAnything
        case .steps: Self.callOfSteps
        }
    }

    private static let callOfAnything = call(.anything)
    private static let callOfSteps = call(.steps)

    private static func call(_ function: Self) -> String {
        let parameters = (1...8 + function.columns.count).map { "$\($0)" }.joined(separator: ", ")
        return "SELECT device, verdict, base FROM \(function.name)(\(parameters))"
    }

    /// The longest expiry of a device, far below where a number overflows.
    private static let mostMilliseconds: Int64 = 1_000_000_000_000_000

    /// The values of these parameters.
    static func options(
        _ id: CommitID,
        waits: Bool,
        repeats: Bool,
        after position: Int64? = nil,
        _ settings: PostgreSQLStore.Settings
    ) -> [Parameter] {
        [
            .uuid(id.bits), .bool(waits), .bool(repeats), .bigint(Int64(settings.answersKept)),
            .bigint(settings.answerAge.milliseconds), .bigint(settings.stepAge.milliseconds * 1_000),
            .bigint(Int64(settings.retiredTokensKept)), .bigint(position),
        ]
    }

    private static func columns(_ columns: Column...) -> String { columns.map(\.rawValue).joined(separator: ", ") }

    private static let appCounts = AppCount.all.map(\.array.rawValue).joined(separator: ", ")

    /// The arrays that are written to states, and the names of their columns.
    private static let stateArrays = """
        \(columns(
            .gDevice, .gKind, .gSteps, .gLast, .gStep, .gNumber, .gSequence, .gDigest, .gHash, .gKernel, .gFormat,
            .gState, .gSnapshot, .gBytes, .gBefore, .gShows, .gReading)), \(appCounts)
        """
    private static let stateColumns = """
        device, kind, steps, last, step, number, sequence, digest, hash, kernel, format, state, snapshot, bytes, before, \
        shows, reading, \(AppCount.columns())
        """

    /// By how much a count of apps changes, from the states to what is written.
    private static func difference(_ column: String) -> String {
        """
        coalesce(sum(CASE WHEN g.kind = 2 THEN 0 ELSE coalesce(g.\(column), s.\(column), 0) END \
        - coalesce(s.\(column), 0)), 0)::bigint AS \(column)
        """
    }

    private static let revisedKinds = ServerItem.Kind.allCases.filter(\.changesItemRevision)
        .map { "\($0.rawValue)" }.joined(separator: ",")

    private static func declarations(_ columns: [Column]) -> [String] {
        columns.map { "\($0.rawValue) \($0.type)[]" }
    }

    var definition: String {
        """
        CREATE FUNCTION \(name)(
            commit_id uuid, waits boolean, repeats boolean, answers_kept bigint, answer_age bigint, step_age bigint,
            tokens_kept bigint, position_before bigint,
            \(Self.declarations(columns).joined(separator: ", ")))
        RETURNS TABLE (device bigint, verdict bigint, base bigint) LANGUAGE plpgsql AS $commit$
        #variable_conflict use_column
        DECLARE
            l_device bigint[]; l_revision bigint[]; l_commit uuid[];
            verdicts bigint[]; ok_device bigint[]; ok_revision bigint[]; removed bigint[];
            start bigint; instant bigint; place bigint; entry record; count bigint; change record;
            \(Self.declarations(Column.allCases.filter { !columns.contains($0) }).map { "\($0);" }.joined(separator: " "))
        BEGIN
        \(Self.body)
        END $commit$
        """
    }

    private static let body = """
            -- In the order of numbers, so that two servers do not wait for each other.
            IF waits THEN
                SELECT array_agg(l.number), array_agg(l.revision), array_agg(l.commit)
                INTO l_device, l_revision, l_commit
                FROM (SELECT s.number, s.revision, s.commit FROM greenroom.state AS s
                    WHERE s.number = ANY (gDevice) ORDER BY s.number FOR UPDATE) AS l;
            ELSE
                SELECT array_agg(l.number), array_agg(l.revision), array_agg(l.commit)
                INTO l_device, l_revision, l_commit
                FROM (SELECT s.number, s.revision, s.commit FROM greenroom.state AS s
                    WHERE s.number = ANY (gDevice) ORDER BY s.number FOR UPDATE SKIP LOCKED) AS l;
            END IF;
            start := coalesce(position_before, \(Position.base("pg_current_xact_id()")));
            instant := \(DatabaseTime.now);

            -- A use that is noted from here on finds no device.
            IF 1 = ANY (gExpired) THEN
                PERFORM FROM greenroom.due AS d WHERE d.number IN (SELECT g.number
                    FROM unnest(gDevice, gExpired) AS g (number, expired) WHERE g.expired = 1) ORDER BY d.number FOR UPDATE;
            END IF;

            -- Positions of a device grow: whoever follows a revision has seen the end of its transaction, and began later. Only
            -- a removal follows any revision; it may have a position before that of the last step, which goes with the device.
            SELECT array_agg(v.verdict ORDER BY v.n) INTO verdicts FROM (
                SELECT g.n, CASE
                    WHEN g.kind = 1 THEN 0
                    WHEN l.number IS NULL THEN CASE
                        WHEN EXISTS (SELECT FROM greenroom.state AS s WHERE s.number = g.number) THEN 4
                        WHEN repeats AND EXISTS (SELECT FROM greenroom.tombstone AS t
                            WHERE t.number = g.number AND t.commit = commit_id) THEN 5
                        ELSE 2 END
                    WHEN repeats AND EXISTS (SELECT FROM greenroom.step AS s WHERE s.device = g.number
                        AND s.revision = g.revision + 1 AND s.commit = commit_id) THEN 5
                    -- Whoever sends the request did not know of the answer. One that is too old does not count.
                    WHEN EXISTS (SELECT FROM unnest(aOwner, aDevice, aKey, aGiven) AS a (owner, device, key, given)
                        JOIN greenroom.answer AS k ON k.device = a.device AND k.key = a.key
                        WHERE a.owner = g.number AND a.device <> 0 AND k.given_at >= a.given - answer_age) THEN 6
                    WHEN g.revision IS NULL OR (g.revision = l.revision AND g.commit = l.commit) THEN
                        CASE WHEN g.expired = 1 AND NOT EXISTS (SELECT FROM greenroom.due AS d WHERE d.number = g.number
                                AND d.used_at + d.expires + d.expires / 10 <= instant) THEN 1
                            ELSE 0 END
                    ELSE 1 END AS verdict
                FROM unnest(gDevice, gKind, gRevision, gCommit, gExpired)
                    WITH ORDINALITY AS g (number, kind, revision, commit, expired, n)
                LEFT JOIN unnest(l_device, l_revision, l_commit) AS l (number, revision, commit)
                    ON l.number = g.number) AS v;

            IF 2 = ANY (gKind) THEN
                SELECT array_agg(g.number) INTO removed
                FROM unnest(gDevice, gKind, verdicts) AS g (number, kind, verdict) WHERE g.kind = 2 AND g.verdict = 0;
            END IF;
            IF removed IS NOT NULL THEN
                -- Its steps stay as long, for those who follow all devices.
                INSERT INTO greenroom.tombstone (number, commit, position, written, id, labels, expires)
                    SELECT d.number, commit_id, start + g.last, instant, d.id, d.labels, d.expires
                    FROM unnest(gDevice, gLast) AS g (number, last) JOIN greenroom.device AS d ON d.number = g.number
                    WHERE g.number = ANY (removed);
                DELETE FROM greenroom.snapshot AS t WHERE t.device = ANY (removed);
                DELETE FROM greenroom.answer AS t WHERE t.device = ANY (removed);
                DELETE FROM greenroom.due AS t WHERE t.number = ANY (removed);
                DELETE FROM greenroom.label AS t USING greenroom.device AS d, unnest(d.labels) AS l (label)
                    WHERE d.number = ANY (removed) AND t.label = l.label AND t.id = d.id;
                DELETE FROM greenroom.device AS t WHERE t.number = ANY (removed);
                -- More than are added, but few: each may have many steps.
                WITH old AS MATERIALIZED (SELECT o.number FROM greenroom.tombstone AS o WHERE o.written < instant - step_age
                        ORDER BY o.written LIMIT cardinality(removed) + 3 FOR UPDATE SKIP LOCKED),
                    steps AS (DELETE FROM greenroom.step AS s USING old WHERE s.device = old.number RETURNING s.position),
                    stones AS (DELETE FROM greenroom.tombstone AS t USING old WHERE t.number = old.number RETURNING t.position)
                INSERT INTO greenroom.missing (position) SELECT max(m.position)
                    FROM (SELECT s.position FROM steps AS s UNION ALL SELECT t.position FROM stones AS t) AS m
                    HAVING count(*) > 0 ON CONFLICT DO NOTHING;
            END IF;

            -- After the removals, which make room for the ids.
            IF 1 = ANY (gKind) THEN
                FOR entry IN SELECT g.*, coalesce(l.labels, '{}') AS labels FROM unnest(gDevice, gKind, gId, gExpires)
                    WITH ORDINALITY AS g (number, kind, id, expires, n)
                    LEFT JOIN (SELECT l.device, array_agg(l.label ORDER BY l.n) AS labels FROM unnest(lDevice, lLabel)
                        WITH ORDINALITY AS l (device, label, n) GROUP BY l.device) AS l ON l.device = g.number
                    WHERE g.kind = 1 ORDER BY g.id
                LOOP
                    DELETE FROM greenroom.answer AS k USING unnest(aOwner, aDevice, aKey, aGiven) AS a (owner, device, key, given)
                        WHERE a.owner = entry.number AND a.device = 0
                            AND k.device = 0 AND k.key = a.key AND k.given_at < a.given - answer_age;
                    -- Nobody else uses the number: where it is, or was, the device was made.
                    IF repeats AND (EXISTS (SELECT FROM greenroom.device AS d WHERE d.number = entry.number)
                        OR EXISTS (SELECT FROM greenroom.tombstone AS t WHERE t.number = entry.number)) THEN
                        verdicts[entry.n] := 5;
                    ELSIF EXISTS (SELECT FROM unnest(aOwner, aDevice, aKey) AS a (owner, device, key)
                        JOIN greenroom.answer AS k ON k.device = 0 AND k.key = a.key
                        WHERE a.owner = entry.number AND a.device = 0) THEN
                        verdicts[entry.n] := 6;
                    ELSE
                        INSERT INTO greenroom.device (number, id, labels, expires)
                            VALUES (entry.number, entry.id, entry.labels, entry.expires) ON CONFLICT DO NOTHING;
                        IF NOT FOUND THEN
                            verdicts[entry.n] := 3;
                        -- It has waited until another device of the id was deleted, by a transaction that began later. For those
                        -- who follow all devices, the deletion comes first.
                        ELSIF position_before IS NULL AND EXISTS (SELECT FROM greenroom.tombstone AS t
                            WHERE t.position >= start + \(Position.changes) AND t.id = entry.id) THEN
                            RAISE EXCEPTION 'the id was in use when the transaction began' USING ERRCODE = '40001';
                        END IF;
                    END IF;
                END LOOP;
            END IF;

            SELECT array_agg(g.number), array_agg(coalesce(l.revision, 0)) INTO ok_device, ok_revision
            FROM unnest(gDevice, gKind, verdicts) AS g (number, kind, verdict)
            LEFT JOIN unnest(l_device, l_revision) AS l (number, revision) ON l.number = g.number
            WHERE g.kind IS DISTINCT FROM 2 AND g.verdict = 0;

            IF cardinality(lDevice) > 0 THEN
                INSERT INTO greenroom.label (label, id) SELECT DISTINCT l.label, g.id FROM unnest(lDevice, lLabel) AS l (device, label)
                    JOIN unnest(gDevice, gId) AS g (number, id) ON g.number = l.device WHERE l.device = ANY (ok_device);
            END IF;

            -- What the totals change by, while the states are as they were.
            SELECT count(*) FILTER (WHERE g.kind = 1) - count(*) FILTER (WHERE g.kind = 2) AS devices,
                \(AppCount.columns(difference))
            INTO change FROM unnest(gDevice, gKind, verdicts, \(appCounts)) AS g (number, kind, verdict, \(AppCount.columns()))
            LEFT JOIN greenroom.state AS s ON s.number = g.number WHERE g.verdict = 0;

            IF removed IS NOT NULL THEN
                DELETE FROM greenroom.state AS t WHERE t.number = ANY (removed);
            END IF;

            INSERT INTO greenroom.step (device, position, revision, commit, written, kind, before, last, at, deadlines,
                record_limit, byte_limit, digest, hash, records)
            SELECT s.device, start + s.number, o.revision + s.step, commit_id, instant, s.kind, s.before, s.last, s.at,
                s.deadlines, s.records, s.bytes, s.digest, s.hash, s.text
            FROM unnest(\(columns(
                .sDevice, .sStep, .sNumber, .sKind, .sBefore, .sLast, .sAt, .sDeadlines, .sRecords, .sBytes,
                .sDigest, .sHash, .sText))) AS s (device, step, number, kind, before, last, at, deadlines, records, bytes,
                digest, hash, text)
            JOIN (SELECT * FROM unnest(ok_device, ok_revision) UNION ALL SELECT l.* FROM unnest(l_device, l_revision)
                AS l (device, revision) WHERE l.device = ANY (removed)) AS o (device, revision) ON o.device = s.device;

            UPDATE greenroom.state AS t SET
                revision = o.revision + g.steps, commit = commit_id,
                state_revision = coalesce(o.revision + g.step, t.state_revision),
                state_position = coalesce(start + g.number, t.state_position),
                snapshot_revision = coalesce(o.revision + g.snapshot, t.snapshot_revision),
                bytes = CASE WHEN g.step IS NULL THEN t.bytes WHEN g.snapshot IS NULL THEN t.bytes + g.bytes ELSE g.bytes END,
                before = coalesce(g.before, t.before), sequence = coalesce(g.sequence, t.sequence),
                digest = coalesce(g.digest, t.digest), hash = coalesce(g.hash, t.hash),
                kernel = coalesce(g.kernel, t.kernel), format = coalesce(g.format, t.format), state = coalesce(g.state, t.state),
                shows = coalesce(g.shows, t.shows), read_at = coalesce(g.reading, t.read_at),
                \(AppCount.columns { "\($0) = coalesce(g.\($0), t.\($0))" })
            FROM unnest(\(stateArrays)) AS g (\(stateColumns))
            JOIN unnest(ok_device, ok_revision) AS o (device, revision) ON o.device = g.device
            WHERE t.number = g.device AND g.kind IS DISTINCT FROM 1;

            IF 1 = ANY (gKind) THEN
                INSERT INTO greenroom.state (number, revision, commit, state_revision, state_position,
                    snapshot_revision, bytes, before, sequence, digest, hash, kernel, format, state, shows, read_at,
                    \(AppCount.columns()))
                SELECT g.device, g.steps, commit_id, g.step, start + g.number, coalesce(g.snapshot, g.step),
                    g.bytes, g.before, g.sequence, g.digest, g.hash, g.kernel, g.format, g.state, g.shows, g.reading,
                    \(AppCount.columns { "coalesce(g.\($0), 0)" })
                FROM unnest(\(stateArrays)) AS g (\(stateColumns))
                JOIN unnest(ok_device, ok_revision) AS o (device, revision) ON o.device = g.device
                WHERE g.kind = 1;
            END IF;

            -- Written only if it changes. Then a claim ends: where more is due by now, it is claimed again at once.
            INSERT INTO greenroom.due AS t (number, deadline, used_at, expires)
            SELECT g.number, g.deadline, instant,
                CASE WHEN g.expires IS NOT NULL THEN least(g.expires, \(mostMilliseconds)) * 1000 END
            FROM unnest(gDevice, gDeadline, gExpires) AS g (number, deadline, expires)
            LEFT JOIN greenroom.due AS d ON d.number = g.number
            WHERE g.number = ANY (ok_device)
                AND (d.deadline IS DISTINCT FROM g.deadline OR (d.number IS NULL AND g.expires IS NOT NULL))
            ORDER BY g.number
            ON CONFLICT (number) DO UPDATE SET deadline = excluded.deadline,
                claim = NULL, until = 0;

            IF cardinality(pDevice) > 0 THEN
                INSERT INTO greenroom.snapshot (device, position, sequence, digest, kernel, hash, format, state)
                SELECT p.device, start + p.number, p.sequence, p.digest, p.kernel, p.hash, p.format, p.state
                FROM unnest(\(columns(
                    .pDevice, .pNumber, .pSequence, .pDigest, .pKernel, .pHash, .pFormat, .pState)))
                    AS p (device, number, sequence, digest, kernel, hash, format, state)
                WHERE p.device = ANY (ok_device);
            END IF;

            IF cardinality(fDevice) > 0 THEN
                FOR entry IN SELECT f.device, f.sequence FROM unnest(fDevice, fSequence) WITH ORDINALITY AS f (device, sequence, n)
                    WHERE f.device = ANY (ok_device) ORDER BY f.n
                LOOP
                    SELECT min(p.position) INTO place FROM greenroom.snapshot AS p
                        WHERE p.device = entry.device AND p.sequence = entry.sequence;
                    DELETE FROM greenroom.snapshot AS p WHERE p.device = entry.device AND p.sequence < entry.sequence;
                    CONTINUE WHEN place IS NULL;
                    WITH old AS (DELETE FROM greenroom.step AS s
                        WHERE s.device = entry.device AND s.position <= place AND s.written <= instant - step_age
                        RETURNING s.position)
                    INSERT INTO greenroom.missing (position) SELECT max(o.position) FROM old AS o HAVING count(*) > 0
                        ON CONFLICT DO NOTHING;
                END LOOP;
            END IF;
            IF removed IS NOT NULL OR cardinality(fDevice) > 0 THEN
                DELETE FROM greenroom.missing AS m WHERE m.position IN (SELECT o.position FROM greenroom.missing AS o
                    WHERE o.position < (SELECT max(n.position) FROM greenroom.missing AS n WHERE n.position < \(Position.horizon))
                    LIMIT 100 FOR UPDATE SKIP LOCKED);
            END IF;

            IF cardinality(aOwner) > 0 THEN
                INSERT INTO greenroom.answer AS k (device, key, position, hash, length, status, given_at, fields, body)
                SELECT a.device, a.key, start + a.number, a.hash, a.length, a.status, a.given, a.fields, a.body
                FROM unnest(\(columns(
                    .aOwner, .aDevice, .aNumber, .aKey, .aHash, .aLength, .aStatus, .aGiven, .aFields, .aBody)))
                    AS a (owner, device, number, key, hash, length, status, given, fields, body)
                WHERE a.owner = ANY (ok_device) ORDER BY a.device, a.key
                -- A device's own row is locked: its answer is an old one.
                ON CONFLICT (device, key) DO UPDATE SET position = excluded.position, hash = excluded.hash,
                    length = excluded.length, status = excluded.status, given_at = excluded.given_at,
                    fields = excluded.fields, body = excluded.body WHERE k.device <> 0;
                GET DIAGNOSTICS count = ROW_COUNT;
                IF count < (SELECT count(*) FROM unnest(aOwner) AS a (owner) WHERE a.owner = ANY (ok_device)) THEN
                    RAISE EXCEPTION 'another server has used the idempotency key' USING ERRCODE = '40001';
                END IF;
                FOR entry IN SELECT a.device FROM unnest(aOwner, aDevice) AS a (owner, device)
                    JOIN unnest(ok_device, ok_revision) AS o (device, revision) ON o.device = a.owner
                    WHERE (CASE WHEN a.device = 0 THEN a.owner ELSE o.revision END) % 64 = 0
                LOOP
                    DELETE FROM greenroom.answer AS k WHERE k.device = entry.device AND k.position <= (
                        SELECT o.position FROM greenroom.answer AS o WHERE o.device = entry.device
                        ORDER BY o.position DESC OFFSET answers_kept LIMIT 1);
                END LOOP;
            END IF;

            -- A device that is made again has the tokens of the one before: they are not retired by the removal of that one.
            IF removed IS NOT NULL OR 1 = ANY (gTokens) THEN
                UPDATE greenroom.token AS t SET retired_at = instant / 1000
                WHERE t.retired_at IS NULL AND t.number = ANY (removed || ARRAY(SELECT g.number
                        FROM unnest(gDevice, gTokens) AS g (number, tokens) WHERE g.tokens = 1 AND g.number = ANY (ok_device)))
                    AND NOT EXISTS (SELECT FROM unnest(tDevice, tToken) AS n (device, token)
                        WHERE n.device = t.number AND n.token = t.token);
                GET DIAGNOSTICS count = ROW_COUNT;
                INSERT INTO greenroom.token AS t (token, number, device, bundle, kind)
                SELECT n.token, n.device, n.id, n.bundle, n.kind
                FROM unnest(\(columns(.tDevice, .tId, .tToken, .tBundle, .tKind))) AS n (device, id, token, bundle, kind)
                WHERE n.device = ANY (ok_device) ORDER BY n.token
                ON CONFLICT (token) DO UPDATE SET number = excluded.number, device = excluded.device,
                    bundle = excluded.bundle, kind = excluded.kind, retired_at = NULL
                WHERE t.number <> excluded.number OR t.retired_at IS NOT NULL;
                -- Now and then.
                IF count > 0 AND start / \(Position.changes) % 1024 = 0 THEN
                    DELETE FROM greenroom.token AS t WHERE t.retired_at IS NOT NULL AND t.token IN (
                        SELECT o.token FROM greenroom.token AS o WHERE o.retired_at IS NOT NULL
                        ORDER BY o.retired_at DESC, o.token DESC OFFSET tokens_kept);
                END IF;
            END IF;

            IF cardinality(iKind) > 0 THEN
                DELETE FROM greenroom.item AS t USING unnest(iKind, iName, iValue) AS i (kind, name, value)
                    WHERE t.kind = i.kind AND t.name = i.name AND i.value IS NULL;
                INSERT INTO greenroom.item AS t (kind, name, position, value)
                SELECT i.kind, i.name, start + i.number, i.value FROM unnest(iKind, iName, iNumber, iValue)
                    AS i (kind, name, number, value) WHERE i.value IS NOT NULL
                ON CONFLICT (kind, name) DO UPDATE SET position = excluded.position, value = excluded.value;
                INSERT INTO greenroom.item_revision (kind, revision) SELECT i.kind, \(ItemRevision.new)
                    FROM (SELECT DISTINCT i.kind FROM unnest(iKind) AS i (kind) WHERE i.kind = ANY ('{\(revisedKinds)}')) AS i
                    ORDER BY i.kind \(ItemRevision.replacement);
            END IF;

            -- Last, as others may wait for the row. An import, which is long, has one of its own.
            IF change.devices <> 0 OR \(AppCount.all.map { "change.\($0.column) <> 0" }.joined(separator: " OR ")) THEN
                INSERT INTO greenroom.total AS t (slot, devices, \(AppCount.columns()))
                SELECT CASE WHEN position_before IS NULL THEN pg_backend_pid() % 64 ELSE 64 END, change.devices, \(AppCount.columns { "change.\($0)" })
                ON CONFLICT (slot) DO UPDATE SET devices = t.devices + excluded.devices,
                    \(AppCount.columns { "\($0) = t.\($0) + excluded.\($0)" });
            END IF;

            RETURN QUERY SELECT g.number, g.verdict, start FROM unnest(gDevice, verdicts) AS g (number, verdict)
                UNION ALL SELECT 0::bigint, 0::bigint, start;
        """
}
