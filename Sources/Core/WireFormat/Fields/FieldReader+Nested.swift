import LifecycleKernel

// The readers of what has parts, and of the identifiers that many objects carry.
extension FieldReader {
    /// How many values a value of any kind may be made of.
    package static let maximumNodes = 10_000
    /// How deep a value of any kind may be nested.
    package static let maximumDepth = 32

    // MARK: Values of any kind

    /// A value of any kind, null included, of bounded size.
    package mutating func value(_ name: String) throws(Rejection) -> Value {
        try require(try optionalValue(name), name, .any)
    }

    /// A value of any kind, if it is given; null is a value here.
    package mutating func optionalValue(_ name: String) throws(Rejection) -> Value? {
        guard let value = member(name) else { return nil }
        guard value.isBounded else {
            throw Rejection(
                .invalidValue,
                """
                \(self.path(of: name), as: "field") can have at most \(Self.maximumNodes, as: "limit") values, nested at \
                most \(Self.maximumDepth, as: "depth") deep, and only finite numbers.
                """,
                field: self.path(of: name)
            )
        }
        return value
    }

    // MARK: Objects

    package mutating func object(_ name: String) throws(Rejection) -> FieldReader {
        try require(try optionalObject(name), name, .object)
    }

    package mutating func optionalObject(_ name: String) throws(Rejection) -> FieldReader? {
        guard let value = take(name) else { return nil }
        return try FieldReader(value, at: self.path(of: name))
    }

    /// Something that is read from a value, such as an event.
    package mutating func nested<Result>(
        _ name: String,
        _ read: (Value, String) throws(Rejection) -> Result
    ) throws(Rejection) -> Result {
        let value = try require(take(name), name, .object)
        return try read(value, self.path(of: name))
    }

    // MARK: Arrays

    /// A value, or an array of values, each read by itself.
    ///
    /// - Throws: What `nested` and `list` throw.
    package mutating func oneOrMore<Element>(
        _ name: String,
        count: ClosedRange<Int>,
        _ read: (Value, String) throws(Rejection) -> Element
    ) throws(Rejection) -> [Element] {
        guard case .array? = try optionalValue(name) else { return [try nested(name, read)] }
        return try list(name, count: count, read)
    }

    /// An array whose elements are read one by one; empty when it is missing and may be empty.
    ///
    /// - Throws: `missing-field` when it is missing and may not be empty; `invalid-value` when it is no array or its length is not within `count`; what `read` throws.
    package mutating func list<Element>(
        _ name: String,
        count: ClosedRange<Int>,
        _ read: (Value, String) throws(Rejection) -> Element
    ) throws(Rejection) -> [Element] {
        guard let value = take(name) else {
            if count.contains(0) { return [] }
            return try require(nil, name, .array(count))
        }
        let path = self.path(of: name)
        guard case .array(let elements) = value, count.contains(elements.count) else {
            throw Rejection.invalid(at: path, expected: .array(count), found: value)
        }
        var results: [Element] = []
        results.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            results.append(try read(element, "\(path)[\(index)]"))
        }
        return results
    }

    /// An array of strings; empty when it is missing.
    package mutating func strings(
        _ name: String,
        count: ClosedRange<Int>,
        length: ClosedRange<Int> = nameLength
    ) throws(Rejection) -> [String] {
        try list(name, count: count) { value, path throws(Rejection) in
            guard case .string(let text) = value, length.contains(text.utf8.count) else {
                throw Rejection.invalid(at: path, expected: .text(length), found: value)
            }
            return text
        }
    }

    // MARK: Identifiers

    /// The identifier of an app: 1 to 155 letters, digits, hyphens and dots, the first no dot.
    package mutating func bundleID(_ name: String = "bundleID") throws(Rejection) -> BundleID {
        try require(try optionalBundleID(name), name, .bundleID)
    }

    /// The identifier of an app, if it is given.
    package mutating func optionalBundleID(_ name: String = "bundleID") throws(Rejection) -> BundleID? {
        try read(name, .bundleID) { value in
            guard case .string(let text) = value, Self.isBundleID(text) else { return nil }
            return BundleID(text)
        }
    }

    /// Whether a text can be the identifier of an app.
    package static func isBundleID(_ text: String) -> Bool {
        guard (1...155).contains(text.utf8.count), text.utf8.first != UInt8(ascii: ".") else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default:
                false
            }
        }
    }

    /// The number of a scene's session, given as text such as `"1"`.
    package mutating func scene(_ name: String = "sceneID") throws(Rejection) -> SceneID {
        try require(try optionalScene(name), name, .scene)
    }

    /// The number of a scene's session, if it is given.
    package mutating func optionalScene(_ name: String = "sceneID") throws(Rejection) -> SceneID? {
        try read(name, .scene) { value in
            // Only the canonical form: "01" and "+1" are other texts, and would name the same scene.
            guard case .string(let text) = value, let number = SceneID(text), number > 0, String(number) == text
            else { return nil }
            return number
        }
    }
}

extension Value {
    /// Whether the value may be kept: of a bounded size, see `FieldReader.maximumNodes` and `maximumDepth`, and without
    /// numbers that are not finite, which YAML can write and JSON cannot.
    package var isBounded: Bool {
        var left = FieldReader.maximumNodes
        return fits(into: &left, depth: FieldReader.maximumDepth)
    }

    private func fits(into left: inout Int, depth: Int) -> Bool {
        left -= 1
        guard left >= 0, depth >= 0 else { return false }
        switch self {
        case .null, .bool, .integer, .string:
            return true
        case .number(let number):
            return number.isFinite
        case .array(let elements):
            for element in elements where !element.fits(into: &left, depth: depth - 1) { return false }
            return true
        case .object(let members):
            for member in members where !member.value.fits(into: &left, depth: depth - 1) { return false }
            return true
        }
    }
}
