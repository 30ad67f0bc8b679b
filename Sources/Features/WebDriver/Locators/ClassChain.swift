import LifecycleKernel

/// A class chain, such as ``**/XCUIElementTypeCell[`name BEGINSWITH 'A'`][1]``: steps from an element to those below it.
struct ClassChain: Sendable {
    private struct Step: Sendable {
        /// Whether it looks at all elements below, not only at the next ones.
        var isDeep: Bool
        /// The kind of element; nil for any.
        var className: String?
        var conditions: [Condition] = []
    }

    private enum Condition: Sendable {
        /// `` `...` ``: the element fits.
        case fits(Predicate)
        /// `$...$`: an element below fits.
        case contains(Predicate)
        /// The place among those that are left, from 1, or from -1 backwards.
        case place(Int)
    }

    private var steps: [Step] = []

    /// Reads a class chain.
    ///
    /// - Throws: `invalid selector`.
    init(_ text: String) throws(DriverError) {
        var reader = try LocatorText(text, "class chain")
        repeat {
            var isDeep = false
            while reader.take("**/") { isDeep = true }
            reader.skipSpace()
            let name = reader.takeWhile { $0.isLetter || $0.isNumber || $0 == "*" }
            guard name == "*" || name.hasPrefix("XCUIElementType") else {
                throw reader.wrong("a step must be '*' or begin with 'XCUIElementType'")
            }
            var step = Step(isDeep: isDeep, className: name == "*" || name == "XCUIElementTypeAny" ? nil : name)
            while reader.take("[") {
                step.conditions.append(try Self.condition(&reader))
                try reader.require("]")
            }
            steps.append(step)
        } while reader.take("/")
        reader.skipSpace()
        try reader.requireEnd()
    }

    private static func condition(_ text: inout LocatorText) throws(DriverError) -> Condition {
        if text.take("`") { return .fits(try Predicate(try text.takeUntil("`"))) }
        if text.take("$") { return .contains(try Predicate(try text.takeUntil("$"))) }
        text.skipSpace()
        let digits = text.takeWhile { $0.isNumber || $0 == "-" }
        guard let place = Int(digits), place != 0 else {
            throw text.wrong("the brackets need an index, `...` or $...$")
        }
        return .place(place)
    }

    /// The elements that the chain finds below one, in the order of the document.
    ///
    /// - Throws: `invalid selector` for a pattern that cannot be read.
    func elements(in tree: ScreenTree, below start: Int) throws(DriverError) -> [Int] {
        var found = [start]
        for step in steps {
            var next: Set<Int> = []
            for number in found {
                var candidates = step.isDeep ? Array(tree.descendants(of: number)) : tree.elements[number].children
                if let name = step.className { candidates.removeAll { tree.elements[$0].node.className != name } }
                for condition in step.conditions { candidates = try Self.keep(candidates, condition, in: tree) }
                next.formUnion(candidates)
            }
            found = next.sorted()
        }
        return found
    }

    private static func keep(
        _ candidates: [Int],
        _ condition: Condition,
        in tree: ScreenTree
    ) throws(DriverError)
        -> [Int]
    {
        switch condition {
        case .fits(let predicate):
            var kept: [Int] = []
            for number in candidates where try predicate.fits(tree.elements[number]) { kept.append(number) }
            return kept
        case .contains(let predicate):
            var kept: [Int] = []
            for number in candidates {
                for below in tree.descendants(of: number) where try predicate.fits(tree.elements[below]) {
                    kept.append(number)
                    break
                }
            }
            return kept
        case .place(let place):
            let index = place > 0 ? place - 1 : candidates.count + place
            return candidates.indices.contains(index) ? [candidates[index]] : []
        }
    }
}
