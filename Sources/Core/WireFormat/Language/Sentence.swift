import LifecycleKernel

/// A sentence for people, as a template and its parameters, so that it can be told in another language and a program need
/// not parse it.
///
/// It is written as a literal whose values have names: `"There is no device \(id, as: "device")."` has the template
/// `There is no device {device}.`, by which `chinese` has its translation.
public struct Sentence: Hashable, Sendable {
    /// The English text, with the name of each parameter in braces in place of its value.
    package private(set) var template: String
    /// What stands in place of the names, in their order.
    package private(set) var parameters: [Parameter] = []

    /// A value in a sentence.
    public struct Parameter: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// What it stands for.
        package var content: Content
    }

    /// What a parameter may stand for.
    public enum Content: Hashable, Sendable {
        case text(String)
        case number(Int64)
        /// Names, with commas between them.
        case list([String])
        /// Names of which one is chosen.
        case oneOf([String])
        /// A part of the sentence, which is translated by itself.
        case sentence(Sentence)
    }

    /// A text that has no translation, such as the message of a library.
    package init(verbatim text: String) { template = text }

    /// The sentence in a language; in English where it has no translation.
    package func text(in language: Language) -> String {
        let template = language == .english ? template : Self.chinese[template] ?? template
        guard !parameters.isEmpty else { return template }
        var text = ""
        for (index, part) in template.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstIndex(of: "}"),
                let parameter = parameters.first(where: { $0.name == part[..<end] })
            else {
                text += (index > 0 ? "{" : "") + part
                continue
            }
            text += parameter.content.text(in: language) + part[part.index(after: end)...]
        }
        return text
    }
}

extension Sentence: CustomStringConvertible {
    /// The sentence in English.
    public var description: String { text(in: .english) }
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

extension Sentence.Content {
    fileprivate func text(in language: Language) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .list(let names): names.joined(separator: ", ")
        case .oneOf(let names): names.joined(separator: Wording(" or ", " 或 ").text(in: language))
        case .sentence(let sentence): sentence.text(in: language)
        }
    }

    fileprivate func value(in language: Language) -> Value {
        switch self {
        case .number(let number): .integer(number)
        case .list(let names), .oneOf(let names): .array(names.map { .string($0) })
        case .text, .sentence: .string(text(in: language))
        }
    }
}

extension FieldSink {
    /// Takes a sentence in the language of the sink.
    package mutating func put(_ name: StaticString, _ sentence: Sentence) {
        put(name, sentence.text(in: language))
    }

    /// Takes the parameters of a sentence as an object; nothing if it has none.
    package mutating func put(_ name: StaticString, parametersOf sentence: Sentence) {
        guard !sentence.parameters.isEmpty else { return }
        put(
            name,
            value: .object(sentence.parameters.map { Value.Member($0.name, $0.content.value(in: language)) })
        )
    }
}
