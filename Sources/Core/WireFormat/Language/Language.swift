/// A language in which the server writes texts for people. The raw value is its BCP 47 tag.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case chinese = "zh-Hans"
}

/// A text for people in both languages.
package struct Wording: Hashable, Sendable {
    package var english: String
    package var chinese: String

    /// Makes a text of its two versions.
    package init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }

    /// The text in a language.
    package func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }
}
