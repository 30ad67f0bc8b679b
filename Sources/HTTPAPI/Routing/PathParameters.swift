import Hummingbird
import LifecycleKernel
import WireFormat

// The parameters of a path. Hummingbird does not decode them.
extension APIRequestContext {
    /// A parameter of the path, percent-decoded. One that cannot be decoded is returned as it is, and matches nothing.
    func parameter(_ name: String) -> String {
        let raw = coreContext.parameters.get(name) ?? ""
        // Nearly every parameter is plain.
        guard raw.utf8.contains(UInt8(ascii: "%")) else { return raw }
        return PercentEncoding.decode(raw) ?? raw
    }

    /// The identifier of the app.
    var bundleID: BundleID { BundleID(parameter("bundleID")) }

    /// The number of the process, in its canonical form.
    ///
    /// - Throws: `unknown-process` for any other text.
    func pid() throws(Problem) -> ProcessID {
        let text = parameter("pid")
        guard let pid = ProcessID(text), String(pid) == text else {
            throw Problem(.unknownProcess, "There is no process \(text.quotedBriefly) on this device.")
        }
        return pid
    }

    /// The sequence of the callback, in its canonical form.
    ///
    /// - Throws: `unknown-callback` for any other text.
    func callbackSequence() throws(Problem) -> SequenceNumber {
        let text = parameter("sequence")
        guard let sequence = SequenceNumber(text), String(sequence) == text else {
            throw Problem(.unknownCallback, "There is no callback \(text.quotedBriefly) in flight.")
        }
        return sequence
    }
}
