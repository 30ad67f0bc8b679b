/// A set of cases of an enumeration: a bit of the raw value for each, in the order of the cases.
struct CaseSet<Case: CaseIterable & Equatable & Sendable, RawValue>: OptionSet, Hashable, Codable, Sendable
where RawValue: FixedWidthInteger & Codable & Sendable {
    let rawValue: RawValue

    init(rawValue: RawValue) { self.rawValue = rawValue }

    /// One case.
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
