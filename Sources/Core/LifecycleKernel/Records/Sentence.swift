/// A sentence for people, as a template and its parameters, so that it can be translated, and a program need not parse
/// it.
///
/// It is written as a literal whose values have names: `"There is no device \(id, as: "device")."` has the template
/// `There is no device {device}.`, under which a catalogue has its translation.
public struct Sentence: Hashable, Codable, Sendable {
    /// The English text, with the name of each parameter in braces in place of its value.
    package private(set) var template: String
    /// The values of the names, in their order.
    package private(set) var parameters: [Parameter] = []
    /// The sentences after it.
    package private(set) var next: [Sentence] = []

    /// A value in a sentence.
    public struct Parameter: Hashable, Codable, Sendable {
        /// Its name.
        package var name: String
        /// Its value.
        package var content: Content

        /// Makes a parameter.
        package init(name: String, content: Content) {
            self.name = name
            self.content = content
        }
    }

    /// The value of a parameter.
    public enum Content: Hashable, Codable, Sendable {
        case text(String)
        case number(Int64)
        /// Names, with commas between them.
        case list([String])
        /// Names, with "or" between them.
        case oneOf([String])
        /// A part of the sentence, which is translated by itself.
        case sentence(Sentence)
        /// Parts with commas between them, each translated by itself.
        case all([Sentence])
        /// Parts with "or" between them, each translated by itself.
        case oneOfSentences([Sentence])
    }

    /// Makes a sentence that is read from a store.
    package init(template: String, parameters: [Parameter], next: [Sentence]) {
        self.template = template
        self.parameters = parameters
        self.next = next
    }

    /// A text that has no translation, such as the message of a library.
    package init(verbatim text: String) { template = text }

    /// This sentence, and another after it.
    package func followed(by sentence: Sentence?) -> Sentence {
        var both = self
        if let sentence { both.next.append(sentence) }
        return both
    }

    /// This sentence with `text` in place of `prefix`, if it begins with that; otherwise unchanged.
    package func replacing(prefix: String, with text: String) -> Sentence {
        var replaced = self
        if template.hasPrefix("{"), parameters.first?.content == .text(prefix) {
            replaced.parameters[0].content = .text(text)
        } else if template.hasPrefix("\(prefix) ") {
            replaced.template = text + template.dropFirst(prefix.count)
        }
        return replaced
    }

    /// This sentence with other values in place of its parameters.
    package func mapParameters(_ transform: (Content) -> Content) -> Sentence {
        var mapped = self
        for index in parameters.indices { mapped.parameters[index].content = transform(parameters[index].content) }
        return mapped
    }

    /// The text in a language.
    ///
    /// - Parameters:
    ///   - or: The word "or" in the language, with spaces around it.
    ///   - translate: Returns the translation of an English template.
    package func text(or: String = " or ", _ translate: (String) -> String = { $0 }) -> String {
        next.reduce(filled(translate(template), or, translate)) { $0 + $1.text(or: or, translate) }
    }

    private func filled(_ template: String, _ or: String, _ translate: (String) -> String) -> String {
        guard !parameters.isEmpty else { return template }
        var text = ""
        for (index, part) in template.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstIndex(of: "}"),
                let parameter = parameters.first(where: { $0.name == part[..<end] })
            else {
                text += (index > 0 ? "{" : "") + part
                continue
            }
            text += parameter.content.text(or: or, translate) + part[part.index(after: end)...]
        }
        return text
    }
}

extension Sentence.Content {
    /// The text of the value, in the language of the arguments of `Sentence.text(or:_:)`.
    package func text(or: String = " or ", _ translate: (String) -> String = { $0 }) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .list(let names): names.joined(separator: ", ")
        case .oneOf(let names): names.joined(separator: or)
        case .sentence(let sentence): sentence.text(or: or, translate)
        case .all(let sentences): sentences.map { $0.text(or: or, translate) }.joined(separator: ", ")
        case .oneOfSentences(let sentences):
            sentences.map { $0.text(or: or, translate) }.joined(separator: or)
        }
    }
}

extension Sentence: CustomStringConvertible {
    /// The sentence in English.
    public var description: String { text() }
}

extension Sentence: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { template = text }

    public init(stringInterpolation: Interpolation) {
        template = stringInterpolation.template
        parameters = stringInterpolation.parameters
    }

    /// Collects the text of a literal, and the values in it.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var template = ""
        fileprivate var parameters: [Parameter] = []

        public init(literalCapacity: Int, interpolationCount: Int) { template.reserveCapacity(2 * literalCapacity) }

        public mutating func appendLiteral(_ text: String) { template += text }

        public mutating func appendInterpolation(_ content: Content, as name: String) {
            template += "{\(name)}"
            parameters.append(Parameter(name: name, content: content))
        }

        public mutating func appendInterpolation(_ number: some BinaryInteger, as name: String) {
            appendInterpolation(.number(Int64(clamping: number)), as: name)
        }

        public mutating func appendInterpolation(_ sequence: SequenceNumber, as name: String) {
            appendInterpolation(sequence.rawValue, as: name)
        }

        public mutating func appendInterpolation(_ sentence: Sentence, as name: String) {
            appendInterpolation(.sentence(sentence), as: name)
        }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible, as name: String) {
            appendInterpolation(.text(value.description), as: name)
        }
    }
}
