import DeviceHost
import Explorer
import LifecycleKernel
import WireFormat

/// What a client reports when it asks for the next remote run.
package struct RemoteRunReport: Hashable, Sendable {
    /// The remote run that it has carried out; nil when it has carried out none.
    var run: Int?
    /// What the app's code reports of its state, which is part of the abstract state; nil if it reports nothing.
    var abstractState: String?
    /// The invariants of the app's code that did not hold, each with how many steps of this run had been carried out.
    var invariants: [BrokenInvariant]

    /// The longest abstract state, in bytes of UTF-8.
    package static let abstractStateLength = 4_096
    /// How many broken invariants a report may have.
    package static let mostInvariants = 64

    /// Reads the body of a request.
    ///
    /// - Throws: What is wrong with it, with the path of the field.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        run = try fields.optionalInteger("run", in: 1...Int64(Int32.max)).map { Int($0) }
        abstractState = try fields.optionalString("abstractState", length: 0...Self.abstractStateLength)
        invariants = try fields.list("invariants", count: 0...Self.mostInvariants) { value, path throws(Rejection) in
            var fields = try FieldReader(value, at: path)
            let name = try fields.string("name")
            let steps = try fields.integer("steps", in: 1...Int64(Int32.max))
            try fields.finish()
            return BrokenInvariant(name: name, steps: Int(steps))
        }
        if abstractState != nil || !invariants.isEmpty, run == nil {
            throw Rejection(
                .missingField,
                "The field run is missing: a report must name its run.",
                field: fields.path(of: "run")
            )
        }
        try fields.finish()
    }
}

/// A remote run that a client is to carry out.
struct HandedRun: Hashable, Sendable {
    /// Its number, with which it is reported.
    var number: Int
    /// The device on which it is carried out.
    var device: DeviceID
    /// Whether the steps follow on those of the remote run before, with the same app; otherwise the device is new, and so is the app.
    var continues: Bool
    /// The steps, as scenarios have them.
    var steps: [Value]
}

/// The answer to a client that asks for the next remote run.
package struct RemoteRunDocument: FieldWritable {
    let exploration: String
    let status: ExplorationRow.Status
    /// The remote run; nil when there is none yet, or none any more.
    let run: HandedRun?

    /// Puts what the exploration does, and what is to be carried out.
    package func write(to sink: inout some FieldSink) {
        sink.put("exploration", exploration)
        sink.put("status", status.rawValue)
        if let run {
            sink.put("run", Int64(run.number))
            sink.put("device", run.device.description)
        } else {
            sink.putNull("run")
            sink.putNull("device")
        }
        sink.put("continues", run?.continues ?? false)
        sink.put("steps", value: .array(run?.steps ?? []))
    }
}
