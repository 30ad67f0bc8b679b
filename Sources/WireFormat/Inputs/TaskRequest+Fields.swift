import LifecycleKernel

extension TaskRequest {
    /// Reads a request from the fields of an action.
    init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            identifier: try fields.string("identifier"),
            kind: try fields.choice("kind", as: Kind.self),
            earliestBeginAfter: try fields.seconds("earliestBeginAfterSeconds", orElse: 0),
            requiresNetworkConnectivity: try fields.bool("requiresNetworkConnectivity", orElse: false),
            requiresExternalPower: try fields.bool("requiresExternalPower", orElse: false)
        )
    }

    /// Puts the fields of the action.
    func write(to sink: inout some FieldSink) {
        sink.put("identifier", identifier)
        sink.put("kind", kind.rawValue)
        if earliestBeginAfter > 0 { sink.put("earliestBeginAfterSeconds", seconds: earliestBeginAfter) }
        if requiresNetworkConnectivity { sink.put("requiresNetworkConnectivity", true) }
        if requiresExternalPower { sink.put("requiresExternalPower", true) }
    }
}
