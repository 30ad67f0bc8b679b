/// The weights of the entries of `Accept` and `Accept-Language` (RFC 9110, 12.4.2).
enum EntryWeight {
    /// The weight of an entry: from 0, which means not at all, to 1,000; nil if it is malformed.
    static func of(_ entry: Substring) -> Int? {
        var weight = 1_000
        for parameter in entry.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t".contains($0) } }
            guard parts.first?.lowercased() == "q" else { continue }
            guard parts.count == 2, let read = read(parts[1]) else { return nil }
            weight = read
        }
        return weight
    }

    /// Reads a weight from 0 to 1 with up to three decimals.
    private static func read(_ text: String) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] : ""
        guard parts[0] == "0" || parts[0] == "1", decimals.utf8.count <= 3,
            decimals.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count)) ?? 0
        let weight = (parts[0] == "1" ? 1_000 : 0) + thousandths
        return weight <= 1_000 ? weight : nil
    }
}
