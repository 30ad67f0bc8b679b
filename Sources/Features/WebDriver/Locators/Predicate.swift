import LifecycleKernel

/// A predicate string, such as `type == 'XCUIElementTypeButton' AND name BEGINSWITH[c] 'save'`: the part of the format of
/// `NSPredicate` that clients of Appium use.
indirect enum Predicate: Sendable {
    case constant(Bool)
    case not(Predicate)
    case and(Predicate, Predicate)
    case or(Predicate, Predicate)
    case comparison(Operand, Operator, [Operand], ignoresCase: Bool)

    /// One side of a comparison.
    enum Operand: Sendable {
        case key(String)
        case text(String)
        case number(Double)
        case none
    }

    enum Operator: String, CaseIterable, Sendable {
        case equal = "=="
        case unequal = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"
        case matches = "MATCHES"
        case among = "IN"
        case between = "BETWEEN"

        /// The ways in which it is written, the longer before the shorter.
        fileprivate static let spellings: [(String, Operator)] =
            [("<>", .unequal), ("=<", .lessOrEqual), ("=>", .greaterOrEqual)] + allCases.map { ($0.rawValue, $0) }
            + [("=", .equal)]
    }

    /// The attributes that a predicate can ask for. Of each, `wdName` and `isWDName` are the same.
    static let keys = [
        "name", "label", "value", "type", "elementType", "enabled", "visible", "accessible", "selected", "hittable",
        "focused", "index", "identifier", "placeholderValue", "rect.x", "rect.y", "rect.width", "rect.height",
        "bundleId",
        "processId", "state",
    ]

    /// Reads a predicate string.
    ///
    /// - Throws: `invalid selector`.
    init(_ text: String) throws(DriverError) {
        var reader = try LocatorText(text, "predicate string")
        self = try Self.disjunction(&reader)
        reader.skipSpace()
        try reader.requireEnd()
    }
}

// MARK: Reading

extension Predicate {
    private static func disjunction(_ text: inout LocatorText) throws(DriverError) -> Predicate {
        var left = try conjunction(&text)
        while text.take("||") || takeWord("OR", &text) { left = .or(left, try conjunction(&text)) }
        return left
    }

    private static func conjunction(_ text: inout LocatorText) throws(DriverError) -> Predicate {
        var left = try negation(&text)
        while text.take("&&") || takeWord("AND", &text) { left = .and(left, try negation(&text)) }
        return left
    }

    private static func negation(_ text: inout LocatorText) throws(DriverError) -> Predicate {
        text.skipSpace()
        if takeWord("NOT", &text) || (!text.isNext("!=") && text.take("!")) {
            return try text.nested { text throws(DriverError) in .not(try negation(&text)) }
        }
        if text.take("(") {
            return try text.nested { text throws(DriverError) in
                let inner = try disjunction(&text)
                try text.require(")")
                return inner
            }
        }
        if takeWord("TRUEPREDICATE", &text) { return .constant(true) }
        if takeWord("FALSEPREDICATE", &text) { return .constant(false) }
        return try comparison(&text)
    }

    private static func comparison(_ text: inout LocatorText) throws(DriverError) -> Predicate {
        let left = try operand(&text)
        text.skipSpace()
        let spelling = Operator.spellings.first { spelling, _ in
            spelling.first?.isLetter == true ? takeWord(spelling, &text) : text.take(spelling)
        }
        guard let (_, symbol) = spelling else {
            throw text.wrong("an operator is missing: \(Operator.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var ignoresCase = false
        if text.next == "[" {
            text.position += 1
            ignoresCase = try text.takeUntil("]").lowercased().contains("c")
        }
        guard text.take("{") else {
            return .comparison(left, symbol, [try operand(&text)], ignoresCase: ignoresCase)
        }
        var list: [Operand] = []
        if !text.take("}") {
            repeat { list.append(try operand(&text)) } while text.take(",")
            try text.require("}")
        }
        guard symbol == .among || (symbol == .between && list.count == 2) else {
            throw text.wrong("\(symbol.rawValue) does not take this list")
        }
        return .comparison(left, symbol, list, ignoresCase: ignoresCase)
    }

    private static func operand(_ text: inout LocatorText) throws(DriverError) -> Operand {
        text.skipSpace()
        guard let next = text.next else { throw text.wrong("a value is missing") }
        if next == "'" || next == "\"" { return .text(try quoted(&text)) }
        if next.isNumber || next == "-" {
            let digits = text.takeWhile { $0.isNumber || ".-eE".contains($0) }
            guard let number = Double(digits) else { throw text.wrong("'\(digits.prefix(bytes: 40))' is not a number") }
            return .number(number)
        }
        let word = text.takeWhile { $0.isLetter || $0.isNumber || "._".contains($0) }
        switch word.lowercased() {
        case "": throw text.wrong("a value is missing")
        case "true", "yes": return .number(1)
        case "false", "no": return .number(0)
        case "nil", "null": return .none
        default: break
        }
        guard let key = key(word) else {
            throw text.wrong(
                "there is no attribute '\(word.prefix(bytes: 40))'.\(keys.hint(for: word)) Accepted: \(keys.joined(separator: ", "))"
            )
        }
        return .key(key)
    }

    /// The attribute of a name, however it is written.
    private static func key(_ word: String) -> String? {
        if keys.contains(word) { return word }
        for prefix in ["isWD", "wd", "is", "SELF."] where word.hasPrefix(prefix) {
            let rest = word.dropFirst(prefix.count)
            let name = rest.prefix(1).lowercased() + rest.dropFirst()
            if keys.contains(name) { return name }
        }
        return nil
    }

    private static func quoted(_ text: inout LocatorText) throws(DriverError) -> String {
        let quote = text.next
        text.position += 1
        var result = ""
        while let next = text.next, next != quote {
            text.position += 1
            guard next == "\\", let escaped = text.next else {
                result.append(next)
                continue
            }
            text.position += 1
            switch escaped {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "'", "\"", "\\": result.append(escaped)
            default: result.append("\\\(escaped)")
            }
        }
        guard text.next == quote else { throw text.wrong("the text does not end") }
        text.position += 1
        return result
    }

    /// Takes a word, in capitals or not, if it comes next and is whole.
    private static func takeWord(_ word: String, _ text: inout LocatorText) -> Bool {
        text.skipSpace()
        let end = text.position + word.count
        guard end <= text.characters.count,
            String(text.characters[text.position..<end]).uppercased() == word,
            end == text.characters.count || !(text.characters[end].isLetter || text.characters[end].isNumber)
        else { return false }
        text.position = end
        return true
    }
}

// MARK: Evaluating

extension Predicate {
    /// Whether an element fits.
    ///
    /// - Throws: `invalid selector` for a pattern that cannot be read.
    func fits(_ element: ScreenTree.Element) throws(DriverError) -> Bool {
        switch self {
        case .constant(let flag): return flag
        case .not(let inner): return try !inner.fits(element)
        case .and(let left, let right):
            guard try left.fits(element) else { return false }
            return try right.fits(element)
        case .or(let left, let right):
            if try left.fits(element) { return true }
            return try right.fits(element)
        case .comparison(let left, let symbol, let right, let ignoresCase):
            let value = left.value(in: element, ignoresCase)
            let others = right.map { $0.value(in: element, ignoresCase) }
            return try Self.holds(value, symbol, others)
        }
    }

    /// A value of a comparison.
    fileprivate enum Content: Equatable {
        case none
        case number(Double)
        case text(String)

        /// Whether both are the same; the words of flags are the numbers that they stand for.
        func isSame(as other: Content) -> Bool {
            switch (self, other) {
            case (.number(let number), .text(let text)), (.text(let text), .number(let number)):
                switch text.lowercased() {
                case "true": number == 1
                case "false": number == 0
                default: Double(text) == number
                }
            default: self == other
            }
        }

        var number: Double? {
            switch self {
            case .none: nil
            case .number(let number): number
            case .text(let text): Double(text)
            }
        }
    }

    private static func holds(_ value: Content, _ symbol: Operator, _ others: [Content]) throws(DriverError) -> Bool {
        guard let other = others.first else { return false }
        switch symbol {
        case .equal: return value.isSame(as: other)
        case .unequal: return !value.isSame(as: other)
        case .among:
            if others.count == 1, case .text(let text) = other, case .text(let part) = value {
                return text.contains(part)
            }
            return others.contains { value.isSame(as: $0) }
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            guard let number = value.number, let limit = other.number else { return false }
            return switch symbol {
            case .less: number < limit
            case .lessOrEqual: number <= limit
            case .greater: number > limit
            case .greaterOrEqual: number >= limit
            default: number >= limit && number <= (others.last?.number ?? limit)
            }
        case .contains, .beginsWith, .endsWith, .like, .matches:
            guard case .text(let text) = value, case .text(let pattern) = other else { return false }
            return switch symbol {
            case .contains: pattern.isEmpty || text.contains(pattern)
            case .beginsWith: text.hasPrefix(pattern)
            case .endsWith: text.hasSuffix(pattern)
            case .like: TextPattern(wildcards: pattern).matches(text)
            default: try TextPattern(pattern).matches(text)
            }
        }
    }
}

extension Predicate.Operand {
    fileprivate func value(in element: ScreenTree.Element, _ ignoresCase: Bool) -> Predicate.Content {
        switch self {
        case .none: .none
        case .number(let number): .number(number)
        case .text(let text): .text(ignoresCase ? text.lowercased() : text)
        case .key(let key): element.content(of: key, ignoresCase)
        }
    }
}

extension ScreenTree.Element {
    fileprivate func content(of key: String, _ ignoresCase: Bool) -> Predicate.Content {
        switch key {
        case "type", "elementType": return .text(ignoresCase ? node.className.lowercased() : node.className)
        case "enabled": return .number(node.isEnabled ? 1 : 0)
        case "visible": return .number(node.isVisible ? 1 : 0)
        case "accessible": return .number(attribute("accessible") == "true" ? 1 : 0)
        case "hittable": return .number(node.isVisible && node.isEnabled && node.touch != .none ? 1 : 0)
        case "selected", "focused": return .number(0)
        case "index": return .number(Double(index))
        case "rect.x": return .number(Double(node.rect.x))
        case "rect.y": return .number(Double(node.rect.y))
        case "rect.width": return .number(Double(node.rect.width))
        case "rect.height": return .number(Double(node.rect.height))
        default:
            let text = attribute(key == "identifier" ? "name" : key)
            return text.map { .text(ignoresCase ? $0.lowercased() : $0) } ?? .none
        }
    }
}
