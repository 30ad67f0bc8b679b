import DeviceHost
import LifecycleKernel
import WireFormat

/// What a client that plays an exploration says when it asks for the next play.
package struct PlayReport: Hashable, Sendable {
    /// The play that it has carried out; nil when it has carried out none.
    var play: Int?
    /// What the app's code says of itself, by which its situations are told apart; nil when it says nothing.
    var situation: String?

    /// The longest situation, in bytes of UTF-8.
    package static let situationLength = 4_096

    /// Reads the body of a request.
    ///
    /// - Throws: What is wrong with it, with the path of the field.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        play = try fields.optionalInteger("play", in: 1...Int64(Int32.max)).map { Int($0) }
        situation = try fields.optionalString("situation", length: 0...Self.situationLength)
        if situation != nil, play == nil {
            throw Rejection(
                .missingField,
                "The field play is missing: the situation is that after a play.",
                field: fields.path(of: "play")
            )
        }
        try fields.finish()
    }
}

/// A play that a client is to carry out.
struct HandedPlay: Hashable, Sendable {
    /// Its number, with which it is reported.
    var number: Int
    /// The device on which it is carried out.
    var device: DeviceID
    /// Whether the steps follow on those of the play before, with the same app; otherwise the device is new, and so is the app.
    var continues: Bool
    /// The steps, as scenarios have them.
    var steps: [Value]
}

/// The answer to a client that plays an exploration.
package struct PlayDocument: FieldWritable {
    let exploration: String
    let status: ExplorationRow.Status
    /// The play; nil when there is none yet, or none any more.
    let play: HandedPlay?

    /// Puts what the exploration does, and what is to be carried out.
    package func write(to sink: inout some FieldSink) {
        sink.put("exploration", exploration)
        sink.put("status", status.rawValue)
        if let play {
            sink.put("play", Int64(play.number))
            sink.put("device", play.device.description)
        } else {
            sink.putNull("play")
            sink.putNull("device")
        }
        sink.put("continues", play?.continues ?? false)
        sink.put("steps", value: .array(play?.steps ?? []))
    }
}
