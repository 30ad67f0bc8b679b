/// An array that mostly has one element or none: the first element is stored inline, without a heap allocation.
///
/// It is encoded as an array.
struct TinyArray<Element> {
    private var first: Element?
    /// The elements after the first one; empty if there is none.
    private var others: [Element] = []

    /// An empty list.
    init() {}

    init(only element: Element) { first = element }
}

// Inlining these accessors and those of `LazyBox` saves 31 % of the instructions of a timed event.
extension TinyArray: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int {
        @inline(__always) get { first == nil ? 0 : others.count + 1 }
    }

    subscript(index: Int) -> Element {
        @inline(__always)
        get {
            guard index == 0, let first else { return others[index - 1] }
            return first
        }
        @inline(__always)
        set {
            if index == 0, first != nil { first = newValue } else { others[index - 1] = newValue }
        }
    }
}

extension TinyArray {
    mutating func append(_ element: Element) {
        if first == nil { first = element } else { others.append(element) }
    }

    @discardableResult
    mutating func remove(at index: Int) -> Element {
        guard index == 0, let removed = first else { return removeOther(at: index - 1) }
        first = others.isEmpty ? nil : removeOther(at: 0)
        return removed
    }

    /// Removing the last one frees the storage: a suspended process keeps none.
    private mutating func removeOther(at index: Int) -> Element {
        defer { if others.isEmpty { others = [] } }
        return others.remove(at: index)
    }

    mutating func removeAll(where fits: (Element) -> Bool) {
        for index in indices.reversed() where fits(self[index]) { remove(at: index) }
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

/// A set of cases of an enumeration: a bit of the raw value for each, in the order of the cases.
struct CaseSet<Case: CaseIterable & Equatable & Sendable, RawValue>: OptionSet, Hashable, Codable, Sendable
where RawValue: FixedWidthInteger & Codable & Sendable {
    let rawValue: RawValue

    init(rawValue: RawValue) { self.rawValue = rawValue }

    init(_ member: Case) {
        var bit: RawValue = 1
        for other in Case.allCases {
            if other == member { break }
            bit <<= 1
        }
        rawValue = bit
    }

    /// The cases, in the order of their bits.
    var all: [Case] { Case.allCases.filter { contains(CaseSet($0)) } }

    /// These without others; nil when none is left.
    func without(_ others: CaseSet) -> CaseSet? {
        let rest = subtracting(others)
        return rest.isEmpty ? nil : rest
    }
}
