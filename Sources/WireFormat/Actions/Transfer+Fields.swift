import LifecycleKernel

/// The fields of the action that begins a transfer of a background `URLSession`.
struct TransferFields: Sendable {
    var identifier: String
    var bytes: ByteCount
    var length: Milliseconds
    var kind: TransferKind?
    var isDiscretionary: Bool?
}

extension TransferFields {
    /// How they are read and written.
    static let fields = Fields<TransferFields>(
        [
            FieldDescription(name: "identifier", about: "The identifier of the session."),
            FieldDescription(name: "bytes", about: "How many bytes."),
            FieldDescription(name: "seconds", about: "How long."),
            FieldDescription(
                name: "kind",
                about: "Whether it is a download, of which the delegate hears before it is complete, or an upload."
            ),
            FieldDescription(
                name: "discretionary",
                about: "Whether the system waits for Wi-Fi and power; not unless told otherwise."
            ),
        ],
        read: { fields throws(Rejection) in try TransferFields(reading: &fields) },
        write: { $0.write(to: $1) }
    )

    private init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            identifier: try fields.string("identifier"),
            bytes: try fields.bytes("bytes", orElse: 0),
            length: try fields.seconds("seconds"),
            kind: try fields.optionalChoice("kind", as: TransferKind.self),
            isDiscretionary: try fields.bool("discretionary", orElse: false) ? true : nil
        )
    }

    private func write(to output: FieldOutput) {
        output("identifier", .text(identifier))
        output("bytes", .integer(bytes.count))
        output("seconds", .seconds(length))
        if let kind { output("kind", .text(kind.rawValue)) }
        if isDiscretionary == true { output("discretionary", .flag(true)) }
    }
}
