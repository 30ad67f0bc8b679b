import Hummingbird
import LifecycleKernel
import WireFormat

/// Reads the query of a URL strictly: refuses every parameter that was not read by its name.
package struct QueryReader {
    private let parameters: [(name: String, value: String)]
    private var requestedNames: [String] = []

    /// Opens the query of a request.
    ///
    /// - Throws: `invalid-value` if it is not percent-encoded UTF-8.
    package init(_ request: Request) throws(Problem) {
        var parameters: [(name: String, value: String)] = []
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let name = PercentEncoding.decode(name, plusIsSpace: true),
                let value = PercentEncoding.decode(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
            else {
                throw Problem(
                    .invalidValue,
                    "The query parameter \"\(name.shortened, as: "name")\" is not percent-encoded UTF-8.",
                    field: name
                )
            }
            parameters.append((name, value))
        }
        self.parameters = parameters
    }

    /// Ends the reading.
    ///
    /// - Throws: `unknown-field` for the first parameter that was not read.
    package func finish() throws(Problem) {
        for parameter in parameters where !requestedNames.contains(exactly: parameter.name) {
            throw Problem(
                .unknownField,
                "There is no query parameter \"\(parameter.name.shortened, as: "name")\" here.",
                field: parameter.name,
                accepted: requestedNames
            )
        }
    }

    /// Every value of a parameter that may be given several times.
    package mutating func all(_ name: String) -> [String] {
        requestedNames.append(name)
        return parameters.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }

    /// A parameter, if it is given.
    ///
    /// - Throws: `invalid-value` if it is given twice.
    package mutating func string(_ name: String) throws(Problem) -> String? {
        let values = all(name)
        guard values.count <= 1 else {
            throw invalid(name, "The query parameter \(name, as: "name") can be given only once.")
        }
        return values.first
    }

    /// The app that is meant, if it is given.
    ///
    /// - Throws: `invalid-value` if it is given twice.
    package mutating func bundleID() throws(Problem) -> BundleID? {
        guard let text = try string("bundleID") else { return nil }
        return BundleID(text)
    }

    /// A whole number within a range, if it is given.
    package mutating func integer<Number: FixedWidthInteger>(
        _ name: String,
        in range: ClosedRange<Number>
    ) throws(Problem) -> Number? {
        guard let text = try string(name) else { return nil }
        guard let number = Number(text), range.contains(number) else {
            throw invalid(
                name,
                found: text,
                expected: "an integer from \(range.lowerBound, as: "least") to \(range.upperBound, as: "most")"
            )
        }
        return number
    }

    /// The largest sequence: many JSON readers parse integers as signed ones.
    package static let lastSequence = SequenceNumber(rawValue: UInt64(Int64.max))

    /// The sequence of a record, or 0 for the one before the first, if it is given.
    package mutating func sequence(_ name: String) throws(Problem) -> SequenceNumber? {
        try integer(name, in: 0...Self.lastSequence.rawValue).map(SequenceNumber.init)
    }

    /// A boolean, if it is given.
    package mutating func bool(_ name: String) throws(Problem) -> Bool? {
        guard let text = try string(name) else { return nil }
        guard let flag = Bool(text) else {
            throw invalid(name, found: text, expected: "true or false", accepted: ["true", "false"])
        }
        return flag
    }

    /// A length of time in seconds within a range, if it is given.
    package mutating func seconds(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Milliseconds? {
        guard let text = try string(name) else { return nil }
        // `Double` reads more than decimal numbers, such as "nan" and "0x10".
        guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }), let seconds = Double(text),
            (Double(range.lowerBound)...Double(range.upperBound)).contains(seconds)
        else {
            throw invalid(
                name,
                found: text,
                expected: "a number of seconds from \(range.lowerBound, as: "least") to \(range.upperBound, as: "most")"
            )
        }
        return Milliseconds(Int64((seconds * 1_000).rounded()))
    }

    /// One of the names of an enumeration, if it is given.
    package mutating func choice<Choice>(_ name: String, as type: Choice.Type) throws(Problem) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        guard let text = try string(name) else { return nil }
        return try choice(text, of: type, name)
    }

    /// Several names of an enumeration, separated by commas; nil when the parameter is not given.
    package mutating func choices<Choice>(_ name: String, as type: Choice.Type) throws(Problem) -> [Choice]?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        guard let text = try string(name) else { return nil }
        var choices: [Choice] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            choices.append(try choice(String(part), of: type, name))
        }
        return choices
    }

    private func choice<Choice>(_ text: String, of type: Choice.Type, _ name: String) throws(Problem) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        guard let choice = Choice(exactly: text) else {
            throw invalid(
                name,
                found: text,
                expected: "one of the accepted names",
                accepted: type.allCases.map(\.rawValue)
            )
        }
        return choice
    }

    /// A parameter that is not what it should be.
    package func invalid(_ name: String, found: String, expected: Sentence, accepted: [String] = []) -> Problem {
        Problem(
            .invalidValue,
            """
            The query parameter \(name, as: "name") must be \(expected, as: "expected"), and is \
            "\(found.shortened, as: "found")".
            """,
            field: name,
            accepted: accepted
        )
    }

    /// A parameter that is not possible here.
    package func invalid(_ name: String, _ detail: Sentence) -> Problem { Problem(.invalidValue, detail, field: name) }
}
