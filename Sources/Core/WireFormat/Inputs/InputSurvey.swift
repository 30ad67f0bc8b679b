import LifecycleKernel

/// Finds which fields an input must have, and which names they take, by what its reader says when it refuses an object.
struct InputSurvey {
    /// The fields that must be given.
    private(set) var required: Set<String> = []
    /// The names of which a field takes one; none for a field that takes anything else.
    private(set) var accepted: [String: [String]] = [:]

    private let probe: ReaderProbe

    /// Makes a survey.
    ///
    /// - Parameters:
    ///   - head: The field that names the input.
    ///   - fields: Its own fields.
    ///   - read: Reads an input.
    init(
        _ head: Value.Member,
        _ fields: [FieldDescription],
        _ read: @escaping ReaderProbe.Reading
    ) {
        probe = ReaderProbe(read)
        var given = [head]
        while let refusal = probe.rejection(of: given), refusal.code == .missingField, let name = refusal.field,
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
            if !others.contains(where: { probe.rejection(of: rest + [$0]) == nil }) { required.insert(member.name) }
        }
    }

    /// What a field must be.
    private func expectation(of name: String, beside given: [Value.Member]) -> Expectation? {
        let rest = given.filter { $0.name != name }
        return probe.expectation(at: name) { rest + [Value.Member(name, $0)] }
    }
}

/// Finds what the code that reads an object takes, by objects that it refuses: it says what it would have taken instead.
package struct ReaderProbe {
    /// Reads the object, and throws what is wrong with it.
    package typealias Reading = (Value) throws(Rejection) -> Void

    package let read: Reading

    package init(_ read: @escaping Reading) { self.read = read }

    /// Why an object is refused; nil if it is not.
    package func rejection(of members: [Value.Member]) -> Rejection? {
        do throws(Rejection) {
            try read(.object(members))
            return nil
        } catch {
            return error
        }
    }

    /// What must stand at a path: nothing but an array takes an array, and of all that takes none nothing but an object an
    /// object.
    package func expectation(at path: String, placing: (Value) -> [Value.Member]) -> Expectation? {
        for wrong: Value in [.array([]), .object([])] {
            guard let rejection = rejection(of: placing(wrong)), rejection.field == path else { continue }
            if let expected = rejection.expected { return expected }
        }
        return nil
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
