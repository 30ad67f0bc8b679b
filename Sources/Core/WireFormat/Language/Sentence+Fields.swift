import LifecycleKernel

// A sentence as a store keeps it: its template with its parameters, so that it can be told in each language later.
extension Sentence {
    /// The sentence as a value: a text if it has no parameters, else an object.
    package var value: Value {
        guard !parameters.isEmpty || !next.isEmpty else { return .string(template) }
        var members: [Value.Member] = [.init("template", .string(template))]
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters.map(\.value)))) }
        if !next.isEmpty { members.append(.init("next", .array(next.map(\.value)))) }
        return .object(members)
    }

    /// Reads a sentence from the value that it was written as.
    ///
    /// - Throws: What is wrong with a field.
    package init(_ value: Value, at path: String) throws(Rejection) {
        if case .string(let text) = value {
            self.init(verbatim: text)
            return
        }
        var fields = try FieldReader(value, at: path)
        let template = try fields.string("template", length: FieldReader.recordTextLength)
        let parameters = try fields.list("parameters", count: 0...Int.max, Parameter.init(_:at:))
        let next = try fields.list("next", count: 0...Int.max, Sentence.init(_:at:))
        try fields.finish()
        self.init(template: template, parameters: parameters, next: next)
    }
}

extension Sentence.Parameter {
    /// The name, and the content under the name of its case.
    fileprivate var value: Value { .object([.init("name", .string(name)), content.member]) }

    fileprivate init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let name = try fields.string("name")
        let content = try Sentence.Content(reading: &fields)
        try fields.finish()
        self.init(name: name, content: content)
    }
}

extension Sentence.Content {
    private enum Case: String, CaseIterable {
        case text, number, list, oneOf, sentence, all, oneOfSentences
    }

    fileprivate var member: Value.Member {
        func member(_ name: Case, _ value: Value) -> Value.Member { .init(name.rawValue, value) }
        return switch self {
        case .text(let text): member(.text, .string(text))
        case .number(let number): member(.number, .integer(number))
        case .list(let names): member(.list, .array(names.map { .string($0) }))
        case .oneOf(let names): member(.oneOf, .array(names.map { .string($0) }))
        case .sentence(let sentence): member(.sentence, sentence.value)
        case .all(let sentences): member(.all, .array(sentences.map(\.value)))
        case .oneOfSentences(let sentences): member(.oneOfSentences, .array(sentences.map(\.value)))
        }
    }

    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        let length = FieldReader.recordTextLength
        func names(_ name: Case) throws(Rejection) -> [String] {
            try fields.strings(name.rawValue, count: 0...Int.max, length: length)
        }
        func sentences(_ name: Case) throws(Rejection) -> [Sentence] {
            try fields.list(name.rawValue, count: 0...Int.max, Sentence.init(_:at:))
        }
        let name = try fields.exactlyOne(of: Case.self)
        self =
            switch name {
            case .text: .text(try fields.string(name.rawValue, length: length))
            case .number: .number(try fields.integer(name.rawValue, in: Int64.min...Int64.max))
            case .list: .list(try names(name))
            case .oneOf: .oneOf(try names(name))
            case .sentence: .sentence(try fields.nested(name.rawValue, Sentence.init(_:at:)))
            case .all: .all(try sentences(name))
            case .oneOfSentences: .oneOfSentences(try sentences(name))
            }
    }
}
