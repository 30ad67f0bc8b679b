import LifecycleKernel

extension VoIPPush {
    /// The payload and the headers.
    static let fields = Fields<VoIPPush>(
        [
            FieldDescription(
                name: "payload",
                about: "What PushKit calls `dictionaryPayload`: as compact JSON at most `voipPushPayloadLimitBytes`."
            )
        ] + APNsHeaders.descriptions,
        read: { fields throws(Rejection) in try VoIPPush(reading: &fields) },
        write: { $0.write(to: $1) }
    )

    private init(reading fields: inout FieldReader) throws(Rejection) {
        let payload = try fields.optionalValue("payload")
        let headers = try APNsHeaders(reading: &fields, isStorable: false)
        self.init(
            payload: payload,
            expiresAt: headers.expiresAt,
            apnsID: headers.apnsID,
            isStorable: headers.isStorable
        )
    }

    private func write(to output: FieldOutput) {
        if let payload { output("payload", .value(payload)) }
        if let expiresAt { output("expiresAt", .instant(expiresAt)) }
        if let apnsID { output("apnsID", .text(apnsID)) }
        if isStorable { output("storable", .flag(true)) }
    }
}
