import LifecycleKernel

// The kinds of fields that events and actions have. A field must be given unless it is optional or has a default (see
// `withDefault`). An optional one is not written while it is nil.

extension Fields where Content == String {
    static func text(
        _ name: StaticString,
        _ about: String,
        length: ClosedRange<Int> = FieldReader.nameLength
    ) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.string(name, length: length)
        } write: {
            .text($0)
        }
    }
}

extension Fields where Content == String? {
    static func optionalText(
        _ name: StaticString,
        _ about: String,
        length: ClosedRange<Int> = FieldReader.nameLength
    ) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalString(name, length: length)
        } write: {
            $0.map { .text($0) }
        }
    }
}

extension Fields where Content == BundleID? {
    static func optionalApp(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalBundleID(name)
        } write: {
            $0.map { .text($0.rawValue) }
        }
    }
}

extension Fields where Content == [String] {
    /// - Parameter isLeftOutWhenEmpty: Whether nothing is written of an empty list.
    static func texts(
        _ name: StaticString,
        _ about: String,
        count: ClosedRange<Int>,
        length: ClosedRange<Int>,
        isLeftOutWhenEmpty: Bool = false
    ) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.strings(name, count: count, length: length)
        } write: {
            isLeftOutWhenEmpty && $0.isEmpty ? nil : .texts($0)
        }
    }
}

extension Fields where Content: RawRepresentable & CaseIterable, Content.RawValue == String {
    static func choice(_ name: StaticString, _ about: String, of type: Content.Type = Content.self) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.choice(name, as: Content.self)
        } write: {
            .text($0.rawValue)
        }
    }
}

extension Fields {
    static func optionalChoice<Choice>(
        _ name: StaticString,
        _ about: String,
        of type: Choice.Type = Choice.self
    ) -> Fields
    where Choice: RawRepresentable & CaseIterable & Sendable, Choice.RawValue == String, Content == Choice? {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalChoice(name, as: Choice.self)
        } write: {
            $0.map { .text($0.rawValue) }
        }
    }
}

extension Fields where Content == Bool {
    static func flag(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.bool(name)
        } write: {
            .flag($0)
        }
    }
}

extension Fields where Content == Bool? {
    static func optionalFlag(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalBool(name)
        } write: {
            $0.map { .flag($0) }
        }
    }
}

extension Fields where Content == ByteCount {
    static func bytes(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.bytes(name)
        } write: {
            .integer($0.count)
        }
    }
}

extension Fields where Content == Milliseconds {
    /// A length of time, in seconds.
    static func seconds(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.seconds(name)
        } write: {
            .seconds($0)
        }
    }
}

extension Fields where Content == Milliseconds? {
    /// A length of time, in seconds.
    static func optionalSeconds(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalSeconds(name)
        } write: {
            $0.map { .seconds($0) }
        }
    }
}

extension Fields where Content == Int {
    static func count(_ name: StaticString, _ about: String, in range: ClosedRange<Int64>) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            Int(try fields.integer(name, in: range))
        } write: {
            .integer(Int64($0))
        }
    }
}

extension Fields where Content == Int? {
    static func optionalCount(_ name: StaticString, _ about: String, in range: ClosedRange<Int64>) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalInteger(name, in: range).map { Int($0) }
        } write: {
            $0.map { .integer(Int64($0)) }
        }
    }

    /// A part of a whole, from 0 to 1, kept in thousandths.
    static func optionalThousandths(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalNumber(name, in: 0...1).map { Int(($0 * 1_000).rounded()) }
        } write: {
            $0.map { .value(.number(Double($0) / 1_000)) }
        }
    }
}

extension Fields where Content == SequenceNumber? {
    static func optionalSequence(_ name: StaticString, _ about: String) -> Fields {
        Fields(name, about) { fields, name throws(Rejection) in
            try fields.optionalSequence(name, from: 1)
        } write: {
            $0.map { .value(Value($0)) }
        }
    }
}

extension Fields where Content == SceneID {
    static var scene: Fields {
        Fields("sceneID", "The number of the scene's session.") { fields, name throws(Rejection) in
            try fields.scene(name)
        } write: {
            .text(String($0))
        }
    }
}

extension Fields where Content == SceneID? {
    static var optionalScene: Fields {
        Fields("sceneID", "The number of the scene's session; without one, the scene in front.") {
            fields,
            name throws(Rejection) in
            try fields.optionalScene(name)
        } write: {
            $0.map { .text(String($0)) }
        }
    }
}
