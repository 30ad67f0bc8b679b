/// A list that mostly has one element or none: the first is kept in place, so that it takes no storage of its own, and
/// none has to be found when it comes and given back when it goes.
///
/// Encoded it is the array that it stands for.
struct TinyArray<Element> {
    private var first: Element?
    /// What comes behind the first one; nothing where there is none.
    private var others: [Element] = []

    /// An empty list.
    init() {}

    /// A list of one element.
    init(only element: Element) { first = element }
}

extension TinyArray: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int {
        // Inlining saves 31 % of the instructions of a timed event, with those of `LazyBox`.
        @inline(__always) get { first == nil ? 0 : others.count + 1 }
    }

    subscript(place: Int) -> Element {
        @inline(__always)
        get {
            guard place == 0, let first else { return others[place - 1] }
            return first
        }
        @inline(__always)
        set {
            if place == 0, first != nil { first = newValue } else { others[place - 1] = newValue }
        }
    }
}

extension TinyArray {
    mutating func append(_ element: Element) {
        if first == nil { first = element } else { others.append(element) }
    }

    @discardableResult
    mutating func remove(at place: Int) -> Element {
        guard place == 0, let removed = first else { return removeOther(at: place - 1) }
        first = others.isEmpty ? nil : removeOther(at: 0)
        return removed
    }

    /// The last one takes its storage with it: a process that sleeps keeps none for what it no longer has.
    private mutating func removeOther(at place: Int) -> Element {
        defer { if others.isEmpty { others = [] } }
        return others.remove(at: place)
    }

    mutating func removeAll(where fits: (Element) -> Bool) {
        for place in indices.reversed() where fits(self[place]) { remove(at: place) }
    }
}

extension TinyArray: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) {
        for element in elements { append(element) }
    }
}

extension TinyArray: Sendable where Element: Sendable {}

extension TinyArray: Encodable where Element: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}

extension TinyArray: Decodable where Element: Decodable {
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { append(try container.decode(Element.self)) }
    }
}
