import LifecycleKernel
import WireFormat

extension Exploration {
    /// The exploration as a document of a file, which reads back as the same; without the device as it is, the steps of
    /// the scenario that are not carried out, the properties that are looked for only, and the jobs.
    public var document: Value {
        var document: Value = [
            "explore": .string(name), "device": device, "apps": .array(apps), "target": .string(target.rawValue),
        ]
        let lists: [(name: String, values: [Value])] = [
            ("start", start), ("properties", ownProperties.map(\.value)), ("known", known.map { .string($0) }),
            ("variants", variants.map(\.value)),
        ]
        for list in lists where !list.values.isEmpty { document = document.setting(list.name, to: .array(list.values)) }
        for member in letters.members + limits.members { document = document.setting(member.name, to: member.value) }
        return document
    }
}

extension LetterChoice {
    /// The fields of a file that say the same: `letters`, and for an attached app `attached`.
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
        var members: [Value.Member] = fields.isEmpty ? [] : [.init("letters", .object(fields))]
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

extension AddedLetter {
    /// The letter as it is read.
    fileprivate var value: Value {
        var value: Value = ["name": .string(name), "weight": .integer(Int64(weight))]
        if case .object(let members) = step {
            for member in members { value = value.setting(member.name, to: member.value) }
        }
        return condition.map { value.setting("when", to: $0.value) } ?? value
    }
}

extension AppVariant {
    /// The variant as it is read.
    fileprivate var value: Value { fields.setting("name", to: .string(name)) }
}
