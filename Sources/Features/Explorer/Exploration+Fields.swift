import LifecycleKernel
import WireFormat

extension Exploration {
    private static let mostProperties = 32
    private static let mostTimes = 16
    private static let mostAdded = 64
    private static let mostVariants = 16
    private static let mostNames = 64
    /// How many signatures may be known.
    package static let mostKnown = mostNames
    private static let mostSteps = 1_000
    private static let mostInterruptions: Int64 = 4
    /// How many inputs a sequence may have at most.
    package static let mostInputs: Int64 = 256
    private static let mostTransitions: Int64 = 1_000_000_000
    /// How much memory may be asked for, in MiB.
    private static let mebibytes: ClosedRange<Int64> = 1...1_048_576
    private static let longestResolution: Milliseconds = 60_000

    /// Reads an exploration, an app, or a scenario or a part of scenarios, of which only the device and the apps count.
    ///
    /// - Parameters:
    ///   - name: What it is called if it does not say.
    ///   - path: The path of the object; empty for a whole file.
    ///   - other: The document of another file that `from` names.
    /// - Throws: What is wrong, with the path of the field.
    public init(
        _ value: Value,
        name: String,
        at path: String = "",
        from other: (String) throws(Rejection) -> Value = Self.refuseOtherFiles
    ) throws(Rejection) {
        switch try DocumentForm.of(value, at: path, among: Self.forms) {
        case .app: try self.init(name: name, device: .object([]), apps: [value])
        case .scenario, .part: try self.init(scenario: value, name: name, at: path)
        default: try self.init(exploration: value, at: path, from: other)
        }
    }

    private static let forms: [DocumentForm] = [.exploration, .scenario, .app, .part]

    private init(
        exploration value: Value,
        at path: String,
        from other: (String) throws(Rejection) -> Value
    ) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let name = try fields.string("explore")
        _ = try fields.optionalString("about")
        var base = value
        if let file = try fields.optionalString("from") {
            base = try other(file)
            do throws(Rejection) {
                _ = try DocumentForm.of(base, among: Self.forms)
            } catch {
                throw Rejection(
                    .invalidValue,
                    error.field.map { "\(file, as: "file"): \($0, as: "field"): \(error.detail, as: "detail")" }
                        ?? "\(file, as: "file"): \(error.detail, as: "detail")",
                    field: fields.path(of: "from"),
                    accepted: error.acceptedNames
                )
            }
        }
        let target = try fields.optionalBundleID("target")
        var read = try Exploration(
            name: name,
            device: try fields.optionalValue("device") ?? base["device"] ?? .object([]),
            apps: try Self.apps(of: base, reading: &fields),
            target: target
        )
        read.start = try fields.list("start", count: 0...Self.mostSteps) { step, path throws(Rejection) in step }
        read.ownProperties = try fields.list("properties", count: 0...Self.mostProperties, OwnProperty.init(_:at:))
        read.known = try fields.strings("known", count: 0...Self.mostKnown)
        try read.readInputs(&fields)
        if var attached = try fields.optionalObject("attached") {
            read.inputs.returnsWithin = try attached.seconds("within")
            try attached.finish()
        }
        read.variants = try fields.list("variants", count: 0...Self.mostVariants, AppVariant.init(_:at:))
        for (index, variant) in read.variants.enumerated() {
            _ = try AppManifest(variant.applied(to: read.targetApp), at: "variants[\(index)]")
        }
        try read.readLimits(&fields)
        try fields.finish()
        self = read
    }

    public static func refuseOtherFiles(_ file: String) throws(Rejection) -> Value {
        throw Rejection(
            .invalidValue,
            "This document cannot refer to another file: write device and apps in it.",
            field: "from"
        )
    }

    private init(scenario value: Value, name: String, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(
            name: try fields.optionalString("scenario") ?? name,
            device: value["device"] ?? .object([]),
            apps: try Self.apps(of: value, reading: &fields)
        )
        if case .array(let steps)? = value["steps"] { scenarioSteps = steps }
        // What a scenario expects of a property is for its own steps.
        ownProperties = try fields.list("properties", count: 0...Self.mostProperties) { value, path throws(Rejection) in
            try OwnProperty(value.without(["expect"]), at: path)
        }
    }

    private static func apps(of base: Value, reading fields: inout FieldReader) throws(Rejection) -> [Value] {
        let own = try fields.list("apps", count: 0...16) { app, path throws(Rejection) in app }
        if !own.isEmpty { return own }
        if base["bundleID"] != nil { return [base] }
        if case .array(let apps)? = base["apps"] { return apps }
        return []
    }

    private mutating func readInputs(_ fields: inout FieldReader) throws(Rejection) {
        guard var given = try fields.optionalObject("inputs") else { return }
        let only = try given.strings("only", count: 0...Self.mostNames)
        inputs.only = only.isEmpty ? nil : only
        inputs.with = try given.strings("with", count: 0...Self.mostNames)
        inputs.without = try given.strings("without", count: 0...Self.mostNames)
        inputs.added = try given.list("add", count: 0...Self.mostAdded, AddedInput.init(_:at:))
        inputs.times = try given.list("times", count: 0...Self.mostTimes) { value, path throws(Rejection) in
            guard let seconds = value.secondsOfTime else {
                throw Rejection.invalid(at: path, expected: "a number of seconds, more than 0", found: value)
            }
            return seconds
        }
        inputs.isGrid = try given.bool("grid", orElse: false)
        inputs.resolution = try Self.resolution(&given)
        try given.finish()
    }

    private static func resolution(_ inputs: inout FieldReader) throws(Rejection) -> Milliseconds? {
        let resolution = try inputs.optionalSeconds("resolution", atMost: longestResolution)
        guard resolution == 0 else { return resolution }
        throw Rejection.invalid(at: inputs.path(of: "resolution"), expected: "0.001 to 60 seconds", found: .integer(0))
    }

    private mutating func readLimits(_ fields: inout FieldReader) throws(Rejection) {
        guard var given = try fields.optionalObject("limits") else { return }
        if let most = try given.optionalInteger("interruptions", in: 0...Self.mostInterruptions) {
            limits.interruptions = Int(most)
        }
        if let most = try given.optionalInteger("depth", in: 1...Self.mostInputs) { limits.depth = Int(most) }
        if let most = try given.optionalInteger("transitions", in: 1...Self.mostTransitions) {
            limits.transitions = Int(most)
        }
        if let count = try given.optionalInteger("memoryMiB", in: Self.mebibytes) {
            limits.memory = ByteCount(count << 20)
        }
        limits.stopsAt = try given.optionalChoice("stopAt", as: Finding.Severity.self)
        limits.seed = try given.optionalInteger("seed", in: 0...Int64.max).map { UInt64($0) } ?? limits.seed
        try given.finish()
    }
}

extension Value {
    /// A length of time in seconds, more than none and at most a day.
    fileprivate var secondsOfTime: Milliseconds? {
        let seconds: Double? =
            switch self {
            case .integer(let count): Double(count)
            case .number(let count): count
            default: nil
            }
        guard let seconds, seconds > 0, seconds <= 86_400 else { return nil }
        return Milliseconds(Int64((seconds * 1_000).rounded()))
    }
}

extension Exploration {
    /// The exploration as a document of a file. If the document is read, the result is the same exploration, except for what
    /// the document leaves out: the present state of the device, the steps of the scenario that are not carried out, the
    /// properties to which the search is limited, and the jobs.
    public var document: Value {
        var document: Value = [
            "explore": .string(name), "device": device, "apps": .array(apps), "target": .string(target.rawValue),
        ]
        let lists: [(name: String, values: [Value])] = [
            ("start", start), ("properties", ownProperties.map(\.value)), ("known", known.map { .string($0) }),
            ("variants", variants.map(\.value)),
        ]
        for list in lists where !list.values.isEmpty { document = document.setting(list.name, to: .array(list.values)) }
        for member in inputs.members + limits.members { document = document.setting(member.name, to: member.value) }
        return document
    }
}

extension InputChoice {
    /// The fields of a file that say the same: `inputs`, and for an attached app `attached`.
    public var members: [Value.Member] {
        var fields: [Value.Member] = []
        let names = [("only", only ?? []), ("with", with), ("without", without)]
        for (name, given) in names where !given.isEmpty {
            fields.append(.init(name, .array(given.map { .string($0) })))
        }
        if !added.isEmpty { fields.append(.init("add", .array(added.map(\.value)))) }
        if !times.isEmpty { fields.append(.init("times", .array(times.map(\.secondsValue)))) }
        if isGrid { fields.append(.init("grid", true)) }
        if let resolution { fields.append(.init("resolution", resolution.secondsValue)) }
        var members: [Value.Member] = fields.isEmpty ? [] : [.init("inputs", .object(fields))]
        if let returnsWithin { members.append(.init("attached", ["within": returnsWithin.secondsValue])) }
        return members
    }
}

extension SearchLimits {
    /// The field of a file that says the same: `limits`.
    public var members: [Value.Member] {
        var fields: [Value.Member] = [
            .init("interruptions", .integer(Int64(interruptions))), .init("depth", .integer(Int64(depth))),
            .init("transitions", .integer(Int64(transitions))), .init("seed", .integer(Int64(clamping: seed))),
            .init("memoryMiB", .integer(memory.wholeMebibytes)),
        ]
        if let stopsAt { fields.append(.init("stopAt", .string(stopsAt.rawValue))) }
        return [.init("limits", .object(fields))]
    }
}

extension ByteCount {
    private static let mebibyte: Int64 = 1 << 20

    /// How many mebibytes of memory these are, rounded up.
    package var wholeMebibytes: Int64 { max(1, (count + Self.mebibyte - 1) / Self.mebibyte) }
}

extension AddedInput {
    fileprivate var value: Value {
        var value: Value = ["name": .string(name), "weight": .integer(Int64(weight))]
        if case .object(let members) = step {
            for member in members { value = value.setting(member.name, to: member.value) }
        }
        return condition.map { value.setting("when", to: $0.value) } ?? value
    }
}

extension AppVariant {
    fileprivate var value: Value { fields.setting("name", to: .string(name)) }
}
