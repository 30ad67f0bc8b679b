import Foundation

/// The sentences of the server that the dashboard can tell in Chinese, read from a table of its scripts.
package struct ChineseSentences: Sendable {
    /// What happened when something was found.
    package static let findings = ChineseSentences(script: "chinesefindings.js")
    /// Why an app is in its state.
    package static let reasons = ChineseSentences(script: "chinesereasons.js")
    /// What to do about findings, where it depends on how the app saves.
    package static let advice = ChineseSentences(script: "chineseadvice.js")

    private let patterns: [String]

    /// Reads the English of each row, `["...", "..."]`, where a text may be put together of two.
    private init(script: String) {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Sources/Features/Dashboard/Site/\(script)")
        let text = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").replacing(#/"\s*\+\s*"/#, with: "")
        let rows = text.matches(of: #/\[\s*"((?:[^"\\]|\\.)*)",\s*"(?:[^"\\]|\\.)*"\s*\]/#)
        patterns = rows.map { String($0.1).replacing("\\\"", with: "\"") }
    }

    /// Whether there is Chinese for a sentence, and for each part of one that is put together of several.
    package func has(_ text: String) -> Bool {
        let sentence = text.replacing(
            #/; .* was in flight, and the program that plays the app had not completed it$/#,
            with: ""
        )
        if pattern(of: sentence) != nil { return true }
        let list = sentence.firstMatch(of: #/^never called, (.*)/#)?.1 ?? sentence[...]
        let parts = list.split(separator: "; ")
        return (parts.count > 1 || list.count < sentence.count) && parts.allSatisfy { pattern(of: String($0)) != nil }
    }

    /// The first row that has a text.
    private func pattern(of text: String) -> String? {
        patterns.first { pattern in
            // The texts between what differs come in this order, the first at the beginning and the last at the end.
            let pieces = pattern.split(separator: #/\{\w+\}/#, omittingEmptySubsequences: false)
            guard let first = pieces.first, let last = pieces.last else { return false }
            guard pieces.count > 1 else { return text == pattern }
            guard text.hasPrefix(first), text.hasSuffix(last) else { return false }
            var rest = text.dropFirst(first.count)
            for piece in pieces.dropFirst() where !piece.isEmpty {
                guard let found = rest.firstRange(of: piece) else { return false }
                rest = rest[found.upperBound...]
            }
            return true
        }
    }
}
