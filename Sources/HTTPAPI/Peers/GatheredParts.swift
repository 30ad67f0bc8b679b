import DeviceHost
import Fleet
import Hummingbird
import LifecycleKernel
import WireFormat

/// The parts of a list that owners have answered with.
struct GatheredParts: Sendable {
    private struct Part: Sendable {
        var document: Value
        var claims: [Claim]
    }

    private var parts: [Part] = []

    /// Adds the answer of an owner.
    mutating func add(_ response: Response) async {
        guard let document = await response.document, let claims = Self.claims(response.headers[.partitions]) else {
            return
        }
        add(document, claims)
    }

    /// Adds what an owner has answered for these partitions.
    mutating func add(_ document: Value, _ claims: [Claim]) {
        parts.append(Part(document: document, claims: claims))
    }

    /// Reads `0:17,3:4`; nothing is of a server that owns nothing. Nil for anything else.
    private static func claims(_ text: String?) -> [Claim]? {
        var claims: [Claim] = []
        for pair in (text ?? "").split(separator: ",") {
            let numbers = pair.split(separator: ":")
            guard numbers.count == 2, let partition = Int(numbers[0]), let epoch = Int64(numbers[1]) else { return nil }
            claims.append(Claim(Partition(partition), epoch: epoch))
        }
        return claims
    }

    /// The partitions that somebody answers for.
    var named: Set<Partition> { Set(parts.flatMap { $0.claims.map(\.partition) }) }

    /// Whether each partition is answered for once.
    func isComplete(_ count: Int) -> Bool {
        let all = parts.flatMap { $0.claims.map(\.partition.number) }
        return count > 0 && all.count == count && Set(all) == Set(0..<count)
    }

    /// What the owners have answered.
    var documents: [Value] { parts.map(\.document) }

    // MARK: Pages

    /// The place of an element in a list.
    private struct Place: Comparable {
        var device: String
        var pid: Int64

        static func < (left: Place, right: Place) -> Bool { (left.device, left.pid) < (right.device, right.pid) }

        /// The place of a device or a process.
        init?(_ element: Value) {
            if let id = element["id"]?.text {
                (device, pid) = (id, Int64(ProcessID.max.rawValue))
            } else if let device = element["device"]?.text, case .integer(let pid)? = element["pid"] {
                (self.device, self.pid) = (device, pid)
            } else {
                return nil
            }
        }

        /// The place after which the next page begins.
        init?(cursor: String) {
            let parts = PageCursor.key(of: cursor)?.split(separator: "/") ?? []
            guard parts.count == 2, let pid = Int64(parts[1]) else { return nil }
            (device, self.pid) = (String(parts[0]), pid)
        }

        var cursor: String { PageCursor.text(of: "\(device)/\(pid)") }
    }

    /// One page of the pages of all owners.
    ///
    /// - Parameters:
    ///   - name: The name of the list.
    ///   - limit: How many elements it has at most.
    func page(_ name: String, limit: Int, of peers: any Peers) -> Value {
        let owners = owners()
        // Nothing is known of what comes after the page of an owner that has more.
        let known = parts.compactMap { $0.document["next"]?.text.flatMap { Place(cursor: $0) } }.min()
        var found: [(place: Place, element: Value)] = []
        for (index, part) in parts.enumerated() {
            for element in part.document[name]?.elements ?? [] {
                guard let place = Place(element), let id = DeviceID(place.device),
                    owners[peers.partition(of: id)] == index, known.map({ place <= $0 }) ?? true
                else { continue }
                found.append((place, element))
            }
        }
        found.sort { $0.place < $1.place }
        let page = found.prefix(limit)
        let end = found.count > limit ? page.last?.place : known
        return .object([
            Value.Member(name, .array(page.map(\.element))),
            Value.Member("next", end.map { .string($0.cursor) } ?? .null),
        ])
    }

    /// The part of each partition: of two, that of the later owner.
    private func owners() -> [Partition: Int] {
        var owners: [Partition: (index: Int, epoch: Int64)] = [:]
        for (index, part) in parts.enumerated() {
            for claim in part.claims where owners[claim.partition].map({ $0.epoch < claim.epoch }) ?? true {
                owners[claim.partition] = (index, claim.epoch)
            }
        }
        return owners.mapValues(\.index)
    }

    // MARK: Sums

    /// Objects whose numbers are added.
    static func sum(_ documents: [Value]) -> Value {
        documents.dropFirst().reduce(documents.first ?? .object([])) { sum($0, $1) }
    }

    private static func sum(_ one: Value, _ other: Value) -> Value {
        switch (one, other) {
        case (.integer(let one), .integer(let other)):
            // What another server answers must not end this one.
            let (sum, isTooMuch) = one.addingReportingOverflow(other)
            return .integer(isTooMuch ? one : sum)
        case (.object(let members), .object(let others)):
            let names = Set(members.map(\.name))
            let both = members.map { member in
                Value.Member(member.name, other[member.name].map { sum(member.value, $0) } ?? member.value)
            }
            return .object(both + others.filter { !names.contains($0.name) })
        default: return one
        }
    }
}
