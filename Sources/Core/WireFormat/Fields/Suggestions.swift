import LifecycleKernel

/// Finds the name that was probably meant.
extension [String] {
    /// What is said after a refusal: "Did you mean ...?" when one of these names is close to the one given, else nothing.
    package func suggestion(for name: String) -> Sentence? { Self.suggestion(nearest(to: name)) }

    /// The same for a name of several words, such as `app.tap` for `app.tapNotification`: where none is nearly the same in its
    /// letters, one of the names that has the same words and up to two more, or fewer.
    package func suggestion(forWords name: String) -> Sentence? { Self.suggestion(meant(by: name)) }

    /// What is said after a refusal of a name alone where an object that has it as a field must stand.
    func suggestion(of field: String, for name: String) -> Sentence? {
        guard let meant = contains(exactly: name) ? name : meant(by: name) else { return nil }
        let object = "{\"\(field)\": \"\(meant)\"}"
        return " Did you mean \(object, as: "object")?"
    }

    /// The name of several words that was probably meant.
    private func meant(by name: String) -> String? {
        nearest(toWords: name, within: 0) ?? nearest(to: name) ?? nearest(toWords: name, within: 2)
    }

    /// The names that are most like the one given: so many, first the one that was probably meant, then those with the most words
    /// of it, and of these those that begin like it.
    package func nearest(_ count: Int, to name: String) -> [String] {
        let name = String(name.prefix(128))
        let meant = meant(by: name)
        let given = Self.words(name)
        let letters = name.lowercased()
        let ranked = enumerated().map { place, candidate in
            let beginning = zip(candidate.lowercased(), letters).prefix { $0 == $1 }.count
            return (words: Self.words(candidate).intersection(given).count, beginning: beginning, place: place)
        }
        let order = ranked.sorted { ($0.words, $0.beginning, -$0.place) > ($1.words, $1.beginning, -$1.place) }
        let others = order.map { self[$0.place] }.filter { $0 != meant }
        return Array(([meant].compactMap(\.self) + others).prefix(count))
    }

    /// The names that a refusal lists of these, which would have been accepted: all, or of many those that are most like the
    /// name in the detail of the refusal.
    package func listed(with detail: Sentence) -> [String] {
        guard count > Self.longestList else { return self }
        let given = detail.parameters.first { ["name", "found"].contains($0.name) }?.content.text() ?? ""
        return nearest(Self.shortList, to: given)
    }

    /// Up to so many names are listed.
    private static var longestList: Int { 20 }
    /// Of more names so many are.
    private static var shortList: Int { 8 }

    private static func suggestion(_ name: String?) -> Sentence? {
        name.map { " Did you mean \"\($0, as: "suggestion")\"?" }
    }

    private func nearest(toWords name: String, within most: Int) -> String? {
        guard name.utf8.count <= 128 else { return nil }
        let given = Self.words(name)
        var best: (name: String, difference: Int)?
        for candidate in self {
            let words = Self.words(candidate)
            let difference = words.symmetricDifference(given).count
            guard words.isSubset(of: given) || given.isSubset(of: words), difference <= most else { continue }
            // What stands before the dot is what many names have.
            let group = candidate.prefix { $0 != "." }
            guard words.intersection(given).contains(where: { $0 != group }) else { continue }
            if difference < best?.difference ?? .max { best = (candidate, difference) }
        }
        return best?.name
    }

    /// The words of a name in camel case, of which a dot or another sign separates some.
    private static func words(_ name: String) -> Set<String> {
        var words: Set<String> = []
        var word = ""
        for letter in name {
            let isPart = letter.isLetter || letter.isNumber
            if !isPart || letter.isUppercase, !word.isEmpty {
                words.insert(word)
                word = ""
            }
            if isPart { word += letter.lowercased() }
        }
        if !word.isEmpty { words.insert(word) }
        return words
    }

    /// The name that differs least from the one given: a version by its number; any other in capitals only, or by up to two
    /// letters that are missing, too many, other ones, or exchanged with their neighbours. In short names one such letter is
    /// as much as a half, so only a third may differ.
    func nearest(to name: String) -> String? {
        // A text of such a length is not a misspelt name.
        guard name.utf8.count <= 128 else { return nil }
        if let version = nearest(toVersion: name) { return version }
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

    /// The name with the nearest number, such as `ios18` for `iOS 17.4`, if several are the same word with other numbers.
    private func nearest(toVersion name: String) -> String? {
        guard let given = Version(name) else { return nil }
        let candidates = compactMap { candidate -> (name: String, number: Int)? in
            guard candidate != name, let version = Version(candidate) else { return nil }
            guard given.word.isEmpty || version.word == given.word else { return nil }
            return (candidate, version.number)
        }
        guard candidates.count > 1 else { return nil }
        // Of two that are as near, the newer one.
        return candidates.min { one, other in
            let (near, far) = (abs(one.number - given.number), abs(other.number - given.number))
            return near == far ? one.number > other.number : near < far
        }?.name
    }
}

/// A name that is a word and a number, such as `ios18`.
private struct Version {
    /// The word in small letters; empty for a number alone.
    let word: String
    /// What stands before the first dot.
    let number: Int

    /// Reads a version; nil if the name is none.
    init?(_ name: String) {
        let word = name.prefix { $0.isLetter }
        let rest = name.dropFirst(word.count).drop { $0 == " " }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let last = rest.dropFirst(digits.count)
        guard digits.count <= 4, let number = Int(digits) else { return nil }
        guard last.allSatisfy({ $0 == "." || $0.isASCII && $0.isNumber }) else { return nil }
        self.word = word.lowercased()
        self.number = number
    }
}
