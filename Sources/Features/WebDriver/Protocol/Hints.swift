import LifecycleKernel
import WireFormat

extension [String] {
    /// " Did you mean ...?" if one of these names is close to the one given, else nothing.
    func hint(for name: String) -> String { suggestion(for: name).map { "\($0)" } ?? "" }

    /// The three names that begin most like the one given, for a message that says what else there is.
    func likest(_ name: String) -> [String] {
        func common(_ other: String) -> Int { zip(other.lowercased(), name.lowercased()).prefix { $0 == $1 }.count }
        return Array(sorted { common($0) > common($1) }.prefix(3))
    }
}
