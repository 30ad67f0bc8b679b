import LifecycleKernel

/// The fields of a case of an enum: their names, what they mean, how they are read and how they are written.
///
/// Reading and writing are defined together, so that what is written can be read.
struct Fields<Content: Sendable>: Sendable {
    let descriptions: [FieldDescription]
    let read: @Sendable (inout FieldReader) throws(Rejection) -> Content
    let write: @Sendable (Content, FieldOutput) -> Void

    init(
        _ descriptions: [FieldDescription],
        read: @escaping @Sendable (inout FieldReader) throws(Rejection) -> Content,
        write: @escaping @Sendable (Content, FieldOutput) -> Void
    ) {
        self.descriptions = descriptions
        self.read = read
        self.write = write
    }

    /// Makes one field.
    ///
    /// - Parameter write: What is written; nil leaves the field out.
    init(
        _ name: StaticString,
        _ about: String,
        read: @escaping @Sendable (inout FieldReader, String) throws(Rejection) -> Content,
        write: @escaping @Sendable (Content) -> WrittenValue?
    ) {
        let text = name.description
        self.init(
            [FieldDescription(name: text, about: about)],
            read: { fields throws(Rejection) in try read(&fields, text) },
            write: { content, output in
                if let value = write(content) { output(name, value) }
            }
        )
    }
}

extension Fields {
    /// Several fields, one after the other.
    static func all<each Part: Sendable>(
        _ parts: repeat Fields<each Part>
    ) -> Fields<(repeat each Part)> where Content == (repeat each Part) {
        var descriptions: [FieldDescription] = []
        for part in repeat each parts { descriptions += part.descriptions }
        let parts = (repeat each parts)
        return Fields(
            descriptions,
            read: { reader throws(Rejection) in (repeat try (each parts).read(&reader)) },
            write: { content, output in repeat (each parts).write(each content, output) }
        )
    }
}

extension Fields where Content: Equatable {
    /// One field with a default, which is its content if it is not given.
    ///
    /// - Parameter isWritten: Whether the field is written while it has the default.
    func withDefault(_ content: Content, isWritten: Bool = true) -> Fields {
        precondition(descriptions.count == 1, "only one field has a default")
        let name = descriptions[0].name
        let (read, write) = (read, write)
        return Fields(
            descriptions,
            read: { fields throws(Rejection) in fields.has(name) ? try read(&fields) : content },
            write: { written, output in
                if isWritten || written != content { write(written, output) }
            }
        )
    }
}

/// Takes a field that is written.
typealias FieldOutput = (StaticString, WrittenValue) -> Void

/// What a field is called and what it means.
package struct FieldDescription: Hashable, Sendable {
    package let name: String
    /// What it means, as a sentence.
    package let about: String

    init(name: String, about: String) {
        self.name = name
        self.about = about
    }
}

/// What a field is written as.
enum WrittenValue: Sendable {
    case text(String)
    case integer(Int64)
    case flag(Bool)
    case seconds(Milliseconds)
    case instant(Instant)
    case texts([String])
    case value(Value)
}

extension FieldSink {
    /// Takes a field of an event or an action.
    mutating func put(_ name: StaticString, _ value: WrittenValue) {
        switch value {
        case .text(let text): put(name, text)
        case .integer(let number): put(name, number)
        case .flag(let flag): put(name, flag)
        case .seconds(let length): put(name, seconds: length)
        case .instant(let instant): put(name, instant: instant)
        case .texts(let texts): put(name, strings: texts)
        case .value(let value): put(name, value: value)
        }
    }
}
