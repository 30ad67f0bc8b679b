import Foundation

/// The sentences about findings that the dashboard can tell in Chinese, read from its table.
struct FindingSentences: Sendable {
    private let patterns: [String]

    /// Those of `chinesefindings.js`.
    static let known: FindingSentences = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Sources/Dashboard/Site/chinesefindings.js")
        return FindingSentences(table: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }()

    /// Reads the English of each row, `["...", "..."]`, where a text may be put together of two.
    private init(table: String) {
        let text = table.replacing(#/"\s*\+\s*"/#, with: "")
        patterns = text.matches(of: #/\[\s*"([^"]*)",\s*"[^"]*"\s*\]/#).map { String($0.1) }
    }

    /// Whether there is Chinese for a detail, and for each of its parts.
    func has(_ detail: String) -> Bool {
        let suffix = #/; .* was in flight, and the program that plays the app had not completed it$/#
        let sentence = detail.replacing(suffix, with: "")
        guard let reasons = sentence.firstMatch(of: #/^never called, (.*)/#)?.1 else { return isWhole(sentence) }
        return reasons.split(separator: "; ").allSatisfy { isWhole(String($0)) }
    }

    private func isWhole(_ text: String) -> Bool {
        patterns.contains { pattern in
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
