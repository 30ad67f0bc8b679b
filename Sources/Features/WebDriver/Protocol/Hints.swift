import LifecycleKernel
import WireFormat

extension [String] {
    /// " Did you mean ...?" if one of these names is close to the one given, else nothing.
    func hint(for name: String) -> String { suggestion(for: name).map { "\($0)" } ?? "" }
}
