import LifecycleKernel

/// Finds the name that was probably meant.
extension [String] {
    /// The end of a message: "Did you mean ...?" when one of these names is close to the one given, else nothing.
    package func suggestion(for name: String) -> String {
        guard let nearest = nearest(to: name) else { return "" }
        return " Did you mean \"\(nearest)\"?"
    }

    /// The name that differs least from the one given: in capitals only, or by up to two letters that are missing, too
    /// many, other ones, or exchanged with their neighbours. In short names one such letter is as much as a half, so
    /// only a third may differ.
    func nearest(to name: String) -> String? {
        // A text of such a length is not a misspelt name.
        guard name.utf8.count <= 128 else { return nil }
        let given = [UInt8](name.lowercased().utf8)
        var best: (name: String, distance: Int)?
        for candidate in self where candidate != name {
            let letters = [UInt8](candidate.lowercased().utf8)
            let allowed = Swift.min(2, letters.count / 3)
            guard abs(letters.count - given.count) <= allowed else { continue }
            let distance = Self.distance(letters, given)
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// How many letters have to be changed, added, removed or exchanged with their neighbours to make one of the other
    /// (the optimal string alignment distance).
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = [Int](0...other.count)
        for row in 1...Swift.max(1, one.count) where row <= one.count {
            var current = [row]
            for column in 1...Swift.max(1, other.count) where column <= other.count {
                let isSame = one[row - 1] == other[column - 1]
                var cost = Swift.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    cost = Swift.min(cost, beforeLast[column - 2] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[other.count]
    }
}
