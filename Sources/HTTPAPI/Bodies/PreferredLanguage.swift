import HTTPTypes
import Hummingbird

extension Request {
    /// The index of the language that the client prefers of those offered (RFC 9110, 12.5.4); 0 if it accepts none of them.
    ///
    /// Languages are compared without scripts and regions: a reader of `zh-TW` is better served with `zh-Hans` than with
    /// English. Of two with the same weight the first in the header is preferred.
    ///
    /// - Parameter offered: BCP 47 tags; `*` in the header stands for the first.
    func preferredLanguage(of offered: [String]) -> Int {
        guard let header = header(.acceptLanguage) else { return 0 }
        var best = (index: 0, weight: 0)
        for entry in header.split(separator: ",") {
            guard let weight = EntryWeight.of(entry), weight > best.weight else { continue }
            let range = entry.prefix { $0 != ";" }.filter { !" \t".contains($0) }
            let index = range == "*" ? 0 : offered.firstIndex { $0.primaryLanguage == range.primaryLanguage }
            if let index { best = (index, weight) }
        }
        return best.index
    }
}

extension String {
    /// The language of a tag without script and region, in lower case.
    fileprivate var primaryLanguage: String { prefix { $0 != "-" }.lowercased() }
}
