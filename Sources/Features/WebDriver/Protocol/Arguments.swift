import LifecycleKernel
import WireFormat

/// The arguments of a command: an object, read as Appium reads it. Unknown ones are ignored, and null is absent.
///
/// Numbers and booleans may be strings, which is what Robot Framework sends.
struct Arguments: Hashable, Sendable {
    /// The object.
    let value: Value

    /// No arguments.
    static let none = Arguments(.object([]))

    /// The arguments in an object.
    init(_ value: Value) {
        self.value = value
    }

    /// The names given, in order.
    var names: [String] {
        guard case .object(let members) = value else { return [] }
        return members.map(\.name)
    }

    /// An argument; nil where it is absent or null.
    subscript(name: String) -> Value? { value[name].flatMap { $0 == .null ? nil : $0 } }

    /// The same arguments under other names, where there is none of that name already.
    func renaming(_ names: [(from: String, to: String)]) -> Arguments {
        var renamed = value
        for (old, new) in names {
            guard let argument = self[old], renamed[new] == nil else { continue }
            renamed = renamed.setting(new, to: argument)
        }
        return Arguments(renamed)
    }

    /// The same arguments but for one.
    func without(_ name: String) -> Arguments {
        guard case .object(let members) = value else { return self }
        return Arguments(.object(members.filter { $0.name != name }))
    }

    /// Requires arguments to be there.
    ///
    /// - Throws: `invalid argument` for the first that is missing.
    func require(_ names: [String]) throws(DriverError) {
        for name in names where self[name] == nil {
            let wanted = names.map { "'\($0)'" }.joined(separator: ", ")
            throw DriverError(.invalidArgument, "The argument '\(name)' is missing; needed: \(wanted).")
        }
    }

    /// A text.
    func string(_ name: String) throws(DriverError) -> String {
        guard let text = try optionalString(name) else { throw missing(name) }
        return text
    }

    /// A text, if it is given.
    func optionalString(_ name: String) throws(DriverError) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value else { throw wrong(name, "a string") }
        return text
    }

    /// An app.
    func bundleID(_ name: String = "bundleId") throws(DriverError) -> BundleID { BundleID(try string(name)) }

    /// A number, if it is given.
    func optionalNumber(_ name: String) throws(DriverError) -> Double? {
        switch self[name] {
        case nil: return nil
        case .integer(let number)?: return Double(number)
        case .number(let number)?: return number
        case .string(let text)?:
            if let number = Double(text), number.isFinite { return number }
        case .null?, .bool?, .array?, .object?: break
        }
        throw wrong(name, "a number")
    }

    /// A number.
    func number(_ name: String) throws(DriverError) -> Double {
        guard let number = try optionalNumber(name) else { throw missing(name) }
        return number
    }

    /// A length of time in seconds, if it is given; negative where the number is.
    func optionalSeconds(_ name: String) throws(DriverError) -> Milliseconds? {
        guard let seconds = try optionalNumber(name) else { return nil }
        guard seconds.magnitude <= Self.longestTime else {
            throw wrong(name, "a number of seconds up to \(Int(Self.longestTime))")
        }
        return Milliseconds(Int64((seconds * 1_000).rounded()))
    }

    /// The longest time that a command may name, in seconds: a hundred years.
    private static let longestTime: Double = 3_155_760_000

    /// A boolean, if it is given.
    func optionalBool(_ name: String) throws(DriverError) -> Bool? {
        switch self[name] {
        case nil: return nil
        case .bool(let flag)?: return flag
        case .string(let text)?:
            if let flag = Bool(text.lowercased()) { return flag }
        case .null?, .integer?, .number?, .array?, .object?: break
        }
        throw wrong(name, "true or false")
    }

    /// An object, if it is given.
    func optionalObject(_ name: String) throws(DriverError) -> Value? {
        guard let value = self[name] else { return nil }
        guard case .object = value else { throw wrong(name, "an object") }
        return value
    }

    /// An object.
    func object(_ name: String) throws(DriverError) -> Value {
        guard let object = try optionalObject(name) else { throw missing(name) }
        return object
    }

    /// Texts, if they are given; one text is a list of one.
    func optionalStrings(_ name: String) throws(DriverError) -> [String]? {
        switch self[name] {
        case nil: return nil
        case .string(let text)?: return [text]
        case .array(let elements)?:
            let texts = elements.compactMap(\.text)
            if texts.count == elements.count { return texts }
        case .null?, .bool?, .integer?, .number?, .object?: break
        }
        throw wrong(name, "a list of strings")
    }

    private func missing(_ name: String) -> DriverError {
        DriverError(.invalidArgument, "The argument '\(name)' is missing.")
    }

    private func wrong(_ name: String, _ expected: String) -> DriverError {
        DriverError(.invalidArgument, "The argument '\(name)' must be \(expected).")
    }
}
