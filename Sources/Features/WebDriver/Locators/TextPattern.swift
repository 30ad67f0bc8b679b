import LifecycleKernel

/// A regular expression of `MATCHES`, or a text with wildcards of `LIKE`, for whole texts.
///
/// It follows all ways through a text at once, so no pattern takes a time that grows exponentially, as those of backtracking
/// matchers do: patterns come from clients.
struct TextPattern: Sendable {
    private indirect enum Part: Sendable {
        case any
        case character(Character)
        case oneOf([ClosedRange<Character>], isNegated: Bool)
        case sequence([Part])
        case choice([Part])
        case repeated(Part, least: Int, most: Int?)
        /// `^` or `$`, which hold at the ends of the text.
        case start, end
    }

    private let part: Part

    /// How often a part may be repeated at most, where a number says how often.
    private static let repetitionLimit = 1_000

    /// Reads a regular expression.
    ///
    /// - Throws: `invalid selector`.
    init(_ text: String) throws(DriverError) {
        var reader = try LocatorText(text, "pattern of MATCHES")
        part = try Self.choice(&reader)
        try reader.requireEnd()
    }

    /// Reads a text in which `*` stands for any characters and `?` for one.
    init(wildcards text: String) {
        part = .sequence(
            text.map { character in
                switch character {
                case "*": .repeated(.any, least: 0, most: nil)
                case "?": .any
                default: .character(character)
                }
            }
        )
    }

    /// Whether a whole text fits.
    func matches(_ text: String) -> Bool {
        let characters = Array(text)
        return Self.ends(of: part, in: characters, from: [0]).contains(characters.count)
    }

    /// Where a part can end if it begins at one of several places.
    private static func ends(of part: Part, in text: [Character], from starts: Set<Int>) -> Set<Int> {
        func one(_ fits: (Character) -> Bool) -> Set<Int> {
            Set(starts.compactMap { $0 < text.count && fits(text[$0]) ? $0 + 1 : nil })
        }
        switch part {
        case .any: return one { _ in true }
        case .character(let wanted): return one { $0 == wanted }
        case .oneOf(let ranges, let isNegated):
            return one { character in ranges.contains { $0.contains(character) } != isNegated }
        case .start: return starts.intersection([0])
        case .end: return starts.intersection([text.count])
        case .sequence(let parts): return parts.reduce(starts) { ends(of: $1, in: text, from: $0) }
        case .choice(let parts): return parts.reduce([]) { $0.union(ends(of: $1, in: text, from: starts)) }
        case .repeated(let inner, let least, let most):
            var places = starts
            for _ in 0..<least { places = ends(of: inner, in: text, from: places) }
            var all = places
            var count = least
            while !places.isEmpty, count < most ?? .max {
                places = ends(of: inner, in: text, from: places).subtracting(all)
                all.formUnion(places)
                count += 1
            }
            return all
        }
    }

    // MARK: Reading

    private static func choice(_ text: inout LocatorText) throws(DriverError) -> Part {
        var choices: [Part] = []
        while true {
            var parts: [Part] = []
            while let next = text.next, next != "|", next != ")" { parts.append(try quantified(&text)) }
            choices.append(.sequence(parts))
            guard text.next == "|" else { break }
            text.position += 1
        }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private static func quantified(_ text: inout LocatorText) throws(DriverError) -> Part {
        var part = try atom(&text)
        while let next = text.next {
            switch next {
            case "*": part = .repeated(part, least: 0, most: nil)
            case "+": part = .repeated(part, least: 1, most: nil)
            case "?": part = .repeated(part, least: 0, most: 1)
            case "{":
                text.position += 1
                let numbers = try text.takeUntil("}").split(separator: ",", omittingEmptySubsequences: false)
                text.position -= 1
                guard let least = Int(numbers[0]), numbers.count < 3, (0...repetitionLimit).contains(least) else {
                    throw text.wrong("the braces need numbers up to \(repetitionLimit)")
                }
                let most = numbers.count == 1 ? least : Int(numbers[1])
                guard most ?? least >= least, most ?? 0 <= repetitionLimit else {
                    throw text.wrong("the braces need numbers up to \(repetitionLimit)")
                }
                part = .repeated(part, least: least, most: most)
            default: return part
            }
            text.position += 1
            // Whether as few as possible are taken does not matter for whole texts.
            if text.next == "?" { text.position += 1 }
        }
        return part
    }

    private static func atom(_ text: inout LocatorText) throws(DriverError) -> Part {
        guard let next = text.next else { throw text.wrong("it ends too soon") }
        text.position += 1
        switch next {
        case ".": return .any
        case "^": return .start
        case "$": return .end
        case "(":
            if text.isNext("?:") { text.position += 2 }
            guard text.next != "?" else { throw text.wrong("groups with '?' are not supported") }
            let inner = try text.nested { text throws(DriverError) in try choice(&text) }
            guard text.next == ")" else { throw text.wrong("')' is missing") }
            text.position += 1
            return inner
        case "[": return try brackets(&text)
        case "\\": return try escaped(&text)
        case "*", "+", "?": throw text.wrong("there is nothing before '\(next)'")
        default: return .character(next)
        }
    }

    private static let digits: [ClosedRange<Character>] = ["0"..."9"]
    private static let word: [ClosedRange<Character>] = ["0"..."9", "A"..."Z", "a"..."z", "_"..."_"]
    private static let space: [ClosedRange<Character>] = [" "..." ", "\t"..."\r"]

    private static func escaped(_ text: inout LocatorText) throws(DriverError) -> Part {
        guard let next = text.next else { throw text.wrong("it ends too soon") }
        text.position += 1
        switch next {
        case "d", "D": return .oneOf(digits, isNegated: next == "D")
        case "w", "W": return .oneOf(word, isNegated: next == "W")
        case "s", "S": return .oneOf(space, isNegated: next == "S")
        case "n": return .character("\n")
        case "t": return .character("\t")
        case "b", "B": throw text.wrong("'\\\(next)' is not supported")
        default: return .character(next)
        }
    }

    private static func brackets(_ text: inout LocatorText) throws(DriverError) -> Part {
        var ranges: [ClosedRange<Character>] = []
        let isNegated = text.next == "^"
        if isNegated { text.position += 1 }
        var isFirst = true
        while let next = text.next, next != "]" || isFirst {
            isFirst = false
            text.position += 1
            if next == "\\" {
                guard case .oneOf(let more, false) = try escaped(&text) else {
                    text.position -= 1
                    ranges.append((text.next ?? next)...(text.next ?? next))
                    text.position += 1
                    continue
                }
                ranges += more
            } else if text.next == "-", let end = text.characters.dropFirst(text.position + 1).first, end != "]" {
                guard next <= end else { throw text.wrong("the range ends before it begins") }
                ranges.append(next...end)
                text.position += 2
            } else {
                ranges.append(next...next)
            }
        }
        guard text.next == "]" else { throw text.wrong("']' is missing") }
        text.position += 1
        return .oneOf(ranges, isNegated: isNegated)
    }
}
