import LifecycleKernel

extension Sentence {
    /// The sentence in a language; in English where it has no translation. The end of a process goes by its code in English.
    package func text(in language: Language) -> String {
        switch language {
        case .english: description
        case .chinese:
            text(or: " 或 ") { Self.chinese[$0] ?? TerminationReason(rawValue: $0)?.meaning.chinese ?? $0 }
        }
    }
}

extension Sentence.Content {
    fileprivate func value(in language: Language) -> Value {
        switch self {
        case .number(let number): .integer(number)
        case .list(let names), .oneOf(let names): .array(names.map { .string($0) })
        case .text(let text): .string(text)
        case .sentence(let sentence): .string(sentence.text(in: language))
        case .all(let sentences), .oneOfSentences(let sentences):
            .array(sentences.map { .string($0.text(in: language)) })
        }
    }
}

extension FieldSink {
    /// Takes a sentence in the language of the sink, or with its parameters.
    package mutating func put(_ name: StaticString, _ sentence: Sentence) {
        if keepsSentences { put(name, value: sentence.value) } else { put(name, sentence.text(in: language)) }
    }

    /// Takes sentences in the language of the sink.
    package mutating func put(_ name: StaticString, sentences: [Sentence]) {
        put(name, strings: sentences.map { $0.text(in: language) })
    }

    /// Takes the parameters of a sentence, and of those after it, as an object; nothing if it has none.
    package mutating func put(_ name: StaticString, parametersOf sentence: Sentence) {
        let parameters = sentence.parameters + sentence.next.flatMap(\.parameters)
        guard !parameters.isEmpty else { return }
        put(name, value: .object(parameters.map { Value.Member($0.name, $0.content.value(in: language)) }))
    }
}
