import LifecycleKernel
import WireFormat

extension [String] {
    /// " Did you mean ...?" if one of these names is close to the one given, else nothing.
    func hint(for name: String) -> String { suggestion(for: name).map { "\($0)" } ?? "" }

    /// The three names that begin most like the one given, for a message that says what else there is. Of a path, the last
    /// component counts.
    func likest(_ name: String) -> [String] {
        func common(_ other: String) -> Int {
            let last = other.split(separator: "/").last ?? ""
            return zip(last.lowercased(), name.lowercased()).prefix { $0 == $1 }.count
        }
        return Array(sorted { common($0) > common($1) }.prefix(3))
    }
}
