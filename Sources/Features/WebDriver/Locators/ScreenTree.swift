import LifecycleKernel

/// The elements of the screen in the order of the document, each with its place in the tree, as locators look through them.
struct ScreenTree: Sendable {
    /// An element.
    struct Element: Sendable {
        let node: ScreenNode
        /// The element that it is in; nil for the application.
        let parent: Int?
        /// Its place among the children of its parent.
        let index: Int
        /// The elements in it.
        var children: [Int] = []
        /// The number after that of the last element below it.
        var end = 0

        /// The attributes, as the source shows them.
        let attributes: [ScreenNode.Attribute]

        init(node: ScreenNode, parent: Int?, index: Int) {
            self.node = node
            self.parent = parent
            self.index = index
            attributes = node.sourceAttributes(at: index)
        }

        /// An attribute; nil if it has none of that name.
        func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    private(set) var elements: [Element] = []

    /// Numbers the elements of a tree.
    init(_ root: ScreenNode) { add(root, in: nil, at: 0) }

    @discardableResult
    private mutating func add(_ node: ScreenNode, in parent: Int?, at index: Int) -> Int {
        let number = elements.count
        elements.append(Element(node: node, parent: parent, index: index))
        for (index, child) in node.children.enumerated() {
            let child = add(child, in: number, at: index)
            elements[number].children.append(child)
        }
        elements[number].end = elements.count
        return number
    }

    /// The elements below one.
    func descendants(of number: Int) -> Range<Int> { number + 1..<elements[number].end }
}

/// Reads a text by characters, as the parsers of locators do.
struct LocatorText {
    let strategy: String
    let characters: [Character]
    var position = 0
    private var depth = 0

    /// How long a locator may be, in bytes.
    static let limit = 8_192
    /// How deep its parentheses may be nested.
    static let depthLimit = 50

    /// Reads a locator.
    ///
    /// - Throws: `invalid selector` for one that is too long.
    init(_ text: String, _ strategy: String) throws(DriverError) {
        self.strategy = strategy
        guard text.utf8.count <= Self.limit, text.isStreamSafe else {
            throw DriverError(.invalidSelector, "A selector may have at most \(Self.limit) bytes.")
        }
        characters = Array(text)
    }

    var isAtEnd: Bool { position >= characters.count }

    /// The next character.
    var next: Character? { position < characters.count ? characters[position] : nil }

    mutating func skipSpace() {
        while let next, next.isWhitespace { position += 1 }
    }

    /// Whether a text comes next.
    func isNext(_ text: String) -> Bool {
        let wanted = Array(text)
        guard position + wanted.count <= characters.count else { return false }
        return characters[position..<position + wanted.count].elementsEqual(wanted)
    }

    /// Takes a text if it comes next, after any space.
    mutating func take(_ text: String) -> Bool {
        skipSpace()
        guard isNext(text) else { return false }
        position += text.count
        return true
    }

    /// Takes a text that has to come next.
    mutating func require(_ text: String) throws(DriverError) {
        guard take(text) else { throw wrong("'\(text)' is missing") }
    }

    /// Throws unless all was read.
    func requireEnd() throws(DriverError) {
        guard isAtEnd else { throw wrong("it goes on") }
    }

    /// Takes characters as long as they fit.
    mutating func takeWhile(_ fits: (Character) -> Bool) -> String {
        let start = position
        while let next, fits(next) { position += 1 }
        return String(characters[start..<position])
    }

    /// Takes the text up to a character, and that character.
    mutating func takeUntil(_ end: Character) throws(DriverError) -> String {
        let text = takeWhile { $0 != end }
        guard next == end else { throw wrong("'\(end)' is missing") }
        position += 1
        return text
    }

    /// Reads something that is nested.
    mutating func nested<Result>(
        _ read: (inout LocatorText) throws(DriverError) -> Result
    ) throws(DriverError) -> Result {
        guard depth < Self.depthLimit else { throw wrong("it is nested too deep") }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    /// What a text is refused with that cannot be read.
    func wrong(_ reason: String) -> DriverError {
        DriverError(
            .invalidSelector,
            "'\(String(characters).prefix(bytes: 200))' is not a valid \(strategy): \(reason), at character \(position + 1)."
        )
    }
}
