import HTTPAPI
import LifecycleKernel
import WireFormat

/// Finds out what an object must look like by asking the code that reads it: what that refuses, it says what it would
/// have taken instead.
///
/// A field with an impossible name is refused with the names there are; an object without fields is refused for want of
/// each that is required; a field of the wrong kind is refused with what it must be. So what is described is what is
/// read, and there is no second list of fields to be kept in step.
struct FieldSurvey {
    typealias Reading = ReaderProbe.Reading

    /// Where the object stands in what is read; empty for the whole.
    private let path: String
    /// Constants that are given from the start, such as the one that says what else there is.
    private let given: [Value.Member]
    /// Fields that are given from the start, of which any value will do.
    private let samples: [Value.Member]
    /// Schemas of fields that are known beforehand.
    private let known: [String: Schema]
    private let probe: ReaderProbe

    /// A field with this name is in no object.
    private static let impossible = Value.Member("\u{0}", .null)
    /// More required fields than any object has.
    private static let maximumRequired = 32

    /// Makes a survey.
    ///
    /// - Parameters:
    ///   - given: Constants that are given from the start.
    ///   - samples: Fields that are given from the start because the object must have one of several; any value does.
    ///   - known: Schemas of fields that are known beforehand, in the object and in objects within it: by the path of a
    ///     field, else by its name.
    ///   - read: Reads an object.
    init(
        given: [Value.Member] = [],
        samples: [Value.Member] = [],
        known: [String: Schema] = [:],
        _ read: @escaping Reading
    ) {
        self.init(at: "", given, samples, known, read)
    }

    private init(
        at path: String,
        _ given: [Value.Member],
        _ samples: [Value.Member],
        _ known: [String: Schema],
        _ read: @escaping Reading
    ) {
        self.path = path
        self.given = given
        self.samples = samples
        self.known = known
        probe = ReaderProbe(read)
    }

    /// The object's schema; open when it takes fields of any name.
    ///
    /// - Parameters:
    ///   - left: Fields to leave out, such as those that exclude one that is given.
    ///   - describing: Says what a field means.
    func schema(without left: Set<String> = [], describing: (String) -> String? = { _ in nil }) -> Schema {
        let (object, names) = explore()
        guard let names else { return .openObject() }
        let fields = names.filter { !left.contains($0) }
        guard let (one, other) = exclusivePair(of: fields, in: object) else {
            return self.object(object, fields, describing)
        }
        return .anyOf(
            [(one, other), (other, one)].map { kept, left in
                var object = object
                if let index = object.firstIndex(where: { $0.name == left }) {
                    object[index] = Value.Member(kept, sample(of: kept, in: object.removing(left)) ?? .null)
                }
                let schema = self.object(object, fields.filter { $0 != left }, describing)
                // The other counts as not given if it is null.
                return schema.adding([.optional(left, .null, "Not given beside `\(kept)`.")])
            }
        )
    }

    /// The schema of an object with these fields, of which those that it has are required.
    private func object(_ object: [Value.Member], _ names: [String], _ describing: (String) -> String?) -> Schema {
        let fields = names.map { name in
            var schema = schema(of: name, in: object, describing: describing)
            // Null counts as a field that is not given, wherever one need not be.
            if probe.rejection(of: object.setting(name, to: .null)) == nil { schema = schema.orNull }
            return SchemaField(
                name: name,
                schema: describing(name).map(schema.saying) ?? schema,
                isRequired: object.contains { $0.name == name }
            )
        }
        return .object(fields)
    }

    /// Two fields of which only one can be given; nil where there are none.
    private func exclusivePair(of names: [String], in object: [Value.Member]) -> (String, String)? {
        let names = names.filter { name in !given.contains { $0.name == name } && known[name] == nil }
        for (index, one) in names.enumerated() {
            for other in names[(index + 1)...] where excludes(one, other, in: object) { return (one, other) }
        }
        return nil
    }

    /// Whether two fields that are right by themselves are refused together.
    private func excludes(_ one: String, _ other: String, in object: [Value.Member]) -> Bool {
        guard let first = sample(of: one, in: object.removing(other)),
            let second = sample(of: other, in: object.removing(one)),
            let rejection = probe.rejection(of: object.setting(one, to: first).setting(other, to: second))
        else { return false }
        return rejection.code == .invalidValue && Set(rejection.accepted) == [one, other]
    }

    /// A value that a field takes; nil if any will do.
    private func sample(of name: String, in object: [Value.Member]) -> Value? {
        probe.expectation(at: path(of: name), placing: { object.setting(name, to: $0) })?.sample
    }

    /// An object with all that is required and nothing else.
    var example: Value { .object(explore().object) }

    /// An object with all that is required, and the names of all fields; no names when any are taken.
    private func explore() -> (object: [Value.Member], names: [String]?) {
        var object = given + samples
        for _ in 0..<Self.maximumRequired {
            guard let rejection = probe.rejection(of: object + [Self.impossible]), let field = rejection.field else {
                break
            }
            if rejection.code == .unknownField, field == self.path(of: Self.impossible.name) {
                return (object, rejection.accepted)
            }
            guard rejection.code == .missingField, let expected = rejection.expected else { break }
            let names = relative(field)
            let sample = names.last.flatMap { FieldDescriptions.samples[String($0)] } ?? expected.sample
            object = Value.object(object).setting(names, to: sample).members
        }
        return (object, nil)
    }

    private func schema(of name: String, in object: [Value.Member], describing: (String) -> String?) -> Schema {
        if let known = known[path(of: name)] ?? known[name] { return known }
        if let constant = given.first(where: { $0.name == name }) { return .constant(constant.value) }
        let path = self.path(of: name)
        switch probe.expectation(at: path, placing: { object.setting(name, to: $0) }) {
        case nil: return .any
        case .array(let count)?:
            let element = schema(at: "\(path)[0]", describing) { object.setting(name, to: .array([$0])) }
            return .array(of: element, count)
        case .some:
            return schema(at: path, describing) { object.setting(name, to: $0) }
        }
    }

    /// The schema of what stands at a path.
    private func schema(
        at path: String,
        _ describing: (String) -> String?,
        placing: @escaping (Value) -> [Value.Member]
    ) -> Schema {
        guard let expected = probe.expectation(at: path, placing: placing) else { return .any }
        guard case .object = expected else { return Schema(expected) }
        let inner = FieldSurvey(at: path, [], [], known) { [probe] value throws(Rejection) in
            try probe.read(.object(placing(value)))
        }
        return inner.schema(describing: describing)
    }

    private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// The names that lead from this object to a field.
    private func relative(_ field: String) -> ArraySlice<Substring> {
        field.dropFirst(path.isEmpty ? 0 : path.count + 1).split(separator: ".")[...]
    }
}

extension Schema {
    /// An object that has exactly one of several fields, and whatever goes with it.
    ///
    /// - Parameters:
    ///   - samples: These fields, with a value that will do.
    ///   - known: Schemas of fields that are known beforehand.
    ///   - describing: Says what a field means.
    ///   - read: Reads an object.
    static func exactlyOne(
        of samples: [Value.Member],
        known: [String: Schema] = [:],
        describing: (String) -> String?,
        _ read: @escaping FieldSurvey.Reading
    ) -> Schema {
        oneOf(alternatives(of: samples, known: known, describing: describing, read))
    }

    /// The schemas of an object that has exactly one of several fields, by that field.
    static func alternatives(
        of samples: [Value.Member],
        known: [String: Schema] = [:],
        describing: (String) -> String?,
        _ read: @escaping FieldSurvey.Reading
    ) -> [Schema] {
        let names = Set(samples.map(\.name))
        return samples.map { sample in
            FieldSurvey(samples: [sample], known: known, read)
                .schema(without: names.subtracting([sample.name]), describing: describing)
        }
    }
}

extension [Value.Member] {
    /// The members without one.
    fileprivate func removing(_ name: String) -> [Value.Member] { filter { $0.name != name } }

    /// The members with one set anew, or added.
    fileprivate func setting(_ name: String, to value: Value) -> [Value.Member] {
        removing(name) + [Value.Member(name, value)]
    }
}

extension Value {
    /// The object with a field set that may lie in objects within it.
    fileprivate func setting(_ names: ArraySlice<Substring>, to value: Value) -> Value {
        guard let first = names.first else { return value }
        let inner = (self[String(first)] ?? [:]).setting(names.dropFirst(), to: value)
        return .object(members.setting(String(first), to: inner))
    }
}
