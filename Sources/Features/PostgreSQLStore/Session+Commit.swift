import DeviceHost
import Foundation

extension Session {
    /// How often a transaction that conflicts with others is repeated.
    private static let attempts = 10

    /// Commits a batch: first, in one transaction, the devices that nobody else has locked, then the other devices one by one.
    ///
    /// - Parameter deadline: When to give up.
    /// - Returns: The result of each change, by its place.
    func commit(
        _ batch: Batch,
        as id: CommitID,
        _ settings: PostgreSQLStore.Settings,
        before deadline: ContinuousClock.Instant
    ) throws -> [Int: CommitResult] {
        var results = try write(batch, as: id, settings, waits: false, before: deadline)
        let busy = batch.groups.filter { group in group.places.allSatisfy { results[$0] == .busy } }
        for group in busy {
            do {
                results.merge(try write(Batch([group]), as: id, settings, waits: true, before: deadline)) { $1 }
            } catch let error as OutcomeUnknown {
                throw error
            } catch {
                // The other changes are committed. The next commit will meet the error again.
                break
            }
        }
        return results
    }

    /// Carries out a batch in one transaction, or in several if a part of it is refused.
    ///
    /// If the outcome of a transaction is unknown, sends it again with the same id, until one of the two has ended.
    private func write(
        _ batch: Batch,
        as id: CommitID,
        _ settings: PostgreSQLStore.Settings,
        waits: Bool,
        before deadline: ContinuousClock.Instant
    ) throws -> [Int: CommitResult] {
        let (function, values) = try batch.call
        var attempts = 0
        /// Whether it was sent before, with an unknown outcome.
        var repeats = false
        func giveUp(_ error: any Error) throws {
            guard ContinuousClock.now < deadline else { throw OutcomeUnknown("\(error)") }
            Thread.sleep(forTimeInterval: 0.02)
        }
        while true {
            let options = CommitFunction.options(id, waits: waits || repeats, repeats: repeats, settings)
            do {
                let results = try run(before: deadline) { connection in
                    let rows = try connection.query(function.call, options + values, didSend: settings.didSend)
                    do {
                        return try batch.results(rows, as: id, connection)
                    } catch {
                        // The transaction was carried out.
                        throw Connection.NoAnswer(reason: "\(error)")
                    }
                }
                guard repeats, results.values.contains(.busy) else { return results }
                // The first transaction may still be carried out.
                try giveUp(PostgreSQLError(connection: "other servers keep changing the same devices"))
            } catch let error as Connection.NoAnswer {
                guard batch.groups.allSatisfy(\.canBeRepeated) else { throw OutcomeUnknown(error.reason) }
                repeats = true
                try giveUp(error)
            } catch let error as PostgreSQLError where error.isTransient || error.isTimeout {
                attempts += 1
                if repeats {
                    try giveUp(error)
                } else if error.isTimeout || attempts == Self.attempts {
                    return batch.all(.busy)
                }
            } catch let error as PostgreSQLError where error.isRefusal && !repeats {
                guard batch.groups.count > 1 else {
                    guard batch.groups.first?.device != nil else { throw error }
                    return batch.all(.refused(error.description))
                }
                // Finds the change that is refused by halving the batch. Each half is a transaction.
                let middle = batch.groups.count / 2
                let one = try write(
                    Batch(Array(batch.groups[..<middle])),
                    as: id,
                    settings,
                    waits: waits,
                    before: deadline
                )
                do {
                    let other = try write(
                        Batch(Array(batch.groups[middle...])),
                        as: id,
                        settings,
                        waits: waits,
                        before: deadline
                    )
                    return one.merging(other) { $1 }
                } catch  where !(error is OutcomeUnknown) && one.values.contains(where: \.isFinal) {
                    return Batch(Array(batch.groups[middle...])).all(.busy).merging(one) { $1 }
                }
            } catch let error as PostgreSQLError where repeats {
                try giveUp(error)
            }
        }
    }
}

extension Batch {
    /// The same result for every change.
    fileprivate func all(_ result: CommitResult) -> [Int: CommitResult] {
        Dictionary(uniqueKeysWithValues: groups.flatMap(\.places).map { ($0, result) })
    }

    /// Reads what the function returned.
    func results(
        _ rows: ResultRows,
        as id: CommitID,
        _ connection: Connection
    ) throws -> [Int: CommitResult] {
        let numbers = numbers
        var found: [Int64: (verdict: CommitFunction.Verdict, base: Int64)] = [:]
        for row in rows.all {
            guard let verdict = CommitFunction.Verdict(rawValue: try row.number(1)) else {
                throw StoreDamage("the function of the database returned something else")
            }
            found[try row.number(0)] = (verdict, try row.number(2))
        }
        var results: [Int: CommitResult] = [:]
        for group in groups {
            guard let (verdict, base) = found[group.device ?? 0] else {
                throw StoreDamage("the function of the database returned nothing for a device")
            }
            for place in group.places {
                switch verdict {
                case .committed: results[place] = .committed(at: base + numbers[place, default: 0])
                case .conflict, .answered: results[place] = .conflict
                case .gone: results[place] = .gone
                case .exists: results[place] = .exists
                case .busy: results[place] = .busy
                case .repeated: break
                }
            }
            if verdict == .repeated {
                // If there is no position, the group was committed, and the device has been deleted since.
                let base = try connection.base(of: group, numbers, as: id)
                for place in group.places {
                    results[place] = base.map { .committed(at: $0 + numbers[place, default: 0]) } ?? .gone
                }
            }
            if verdict == .answered, let (place, answer) = try connection.answer(to: group) {
                results[place] = .answered(answer)
            }
        }
        return results
    }
}

extension Connection {
    /// Returns the base of the positions of a group that was committed before; nil if the store keeps nothing of the group.
    fileprivate func base(of group: Batch.Group, _ numbers: [Int: Int64], as id: CommitID) throws -> Int64? {
        guard let device = group.device, let first = group.places.first, let last = group.places.last else {
            return nil
        }
        let number = group.isRemoval ? last : first
        let position =
            if group.isRemoval {
                try query("SELECT position FROM greenroom.tombstone WHERE number = $1", [.bigint(device)])
            } else {
                try query(
                    "SELECT position FROM greenroom.step WHERE device = $1 AND revision = $2 AND commit = $3",
                    [.bigint(device), .bigint((group.follows?.count ?? 0) + 1), .uuid(id.bits)]
                )
            }
        return try position.first.map { try $0.number(0) - numbers[number, default: 0] }
    }

    /// Returns the answer that was given before to a request of the group, with the place of that request.
    fileprivate func answer(to group: Batch.Group) throws -> (Int, KeyedAnswer)? {
        let device = group.origin == nil ? group.device ?? 0 : 0
        for (change, place) in zip(group.changes, group.places) {
            guard let key = change.key else { continue }
            let found = try answers("device = $1 AND key = $2", [.bigint(device), .text(key)])
            if let answer = found.value[device]?.first { return (place, answer) }
        }
        return nil
    }
}

extension DeviceChange {
    fileprivate var key: String? {
        switch self {
        case .created(_, let step), .stepped(let step): step.answer?.key
        case .deleted, .kept: nil
        }
    }
}

extension CommitResult {
    /// Whether the change was carried out or refused. One that is busy can be tried again.
    fileprivate var isFinal: Bool { self != .busy }
}
