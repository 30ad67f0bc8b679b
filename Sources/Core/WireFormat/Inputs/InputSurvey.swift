import LifecycleKernel

/// Finds which fields an input must have, and which names they take, by what its reader says when it refuses an object.
struct InputSurvey {
    /// The fields that must be given.
    private(set) var required: Set<String> = []
    /// The names of which a field takes one; none for a field that takes anything else.
    private(set) var accepted: [String: [String]] = [:]

    private let read: (Value) throws(Rejection) -> Void

    /// Makes a survey.
    ///
    /// - Parameters:
    ///   - head: The field that names the input.
    ///   - fields: Its own fields.
    ///   - read: Reads an input.
    init(
        _ head: Value.Member,
        _ fields: [FieldDescription],
        _ read: @escaping (Value) throws(Rejection) -> Void
    ) {
        self.read = read
        var given = [head]
        while let refusal = refusal(of: given), refusal.code == .missingField, let name = refusal.field,
            let expected = refusal.expected, !given.contains(where: { $0.name == name })
        {
            given.append(Value.Member(name, expected.sample))
        }
        var others: [Value.Member] = []
        for name in fields.map(\.name) {
            // A field may be refused beside one that it stands for.
            guard let expected = expectation(of: name, beside: given) ?? expectation(of: name, beside: [head]) else {
                continue
            }
            if case .choice(let names) = expected { accepted[name] = names }
            if !given.contains(where: { $0.name == name }) { others.append(Value.Member(name, expected.sample)) }
        }
        // Of two fields of which one must be given, neither is required.
        for member in given.dropFirst() {
            let rest = given.filter { $0.name != member.name }
            if !others.contains(where: { refusal(of: rest + [$0]) == nil }) { required.insert(member.name) }
        }
    }

    /// What a field must be: nothing but an array takes an array, and of all that takes none nothing but an object an object.
    private func expectation(of name: String, beside given: [Value.Member]) -> Expectation? {
        let rest = given.filter { $0.name != name }
        for wrong: Value in [.array([]), .object([])] {
            guard let refusal = refusal(of: rest + [Value.Member(name, wrong)]), refusal.field == name else { continue }
            if let expected = refusal.expected { return expected }
        }
        return nil
    }

    private func refusal(of members: [Value.Member]) -> Rejection? {
        do throws(Rejection) {
            try read(.object(members))
            return nil
        } catch {
            return error
        }
    }
}

extension Expectation {
    /// The least that is taken.
    package var sample: Value {
        switch self {
        case .text(let bytes): .string(String(repeating: "a", count: max(1, bytes.lowerBound)))
        case .choice(let names): .string(names.first ?? "")
        case .boolean: true
        case .integer(let range): .integer(range.lowerBound)
        case .number(let range): Value(range.lowerBound)
        case .seconds: 0
        case .instant: .string(Instant.manualStart.description)
        case .bundleID: "com.example.notes"
        case .scene: "1"
        case .uuid: "8a1f6c1e-3d2b-4c5a-9e7f-0123456789ab"
        case .url: "notes://new"
        case .any, .object, .described: [:]
        case .array(let count): .array(Array(repeating: [:], count: count.lowerBound))
        }
    }
}
