import Explorer
import LifecycleKernel
import WireFormat

/// What is changed of an exploration.
package struct ExplorationChange: Sendable {
    /// The signatures that are no failures from then on; nil leaves them as they are.
    let known: [String]?

    /// Reads the body of a request.
    ///
    /// - Throws: What is wrong with it, with the path of the field.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        known = fields.has("known") ? try fields.strings("known", count: 0...Exploration.mostKnown) : nil
        try fields.finish()
    }
}
