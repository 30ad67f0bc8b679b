import LifecycleKernel

extension TaskRequest {
    /// The fields of a request for time in the background.
    static let fields = Fields<TaskRequest>(
        [
            FieldDescription(name: "identifier", about: Action.aboutIdentifier),
            FieldDescription(name: "kind", about: "What kind of time is asked for."),
            FieldDescription(name: "earliestBeginAfterSeconds", about: "How long it waits at least."),
            FieldDescription(name: "requiresNetworkConnectivity", about: "Whether it waits for a network."),
            FieldDescription(name: "requiresExternalPower", about: "Whether it waits for a charger."),
            FieldDescription(
                name: "strategy",
                about:
                    "Whether continued processing that cannot run at once waits, or is refused; it waits unless given."
            ),
            FieldDescription(
                name: "requiresGPU",
                about:
                    "Whether continued processing uses the graphics processor, for which the app needs an entitlement."
            ),
        ],
        read: { fields throws(Rejection) in try TaskRequest(reading: &fields) },
        write: { $0.write(to: $1) }
    )

    private init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            identifier: try fields.string("identifier"),
            kind: try fields.choice("kind", as: Kind.self),
            earliestBeginAfter: try fields.seconds("earliestBeginAfterSeconds", orElse: 0),
            requiresNetworkConnectivity: try fields.bool("requiresNetworkConnectivity", orElse: false),
            requiresExternalPower: try fields.bool("requiresExternalPower", orElse: false),
            strategy: try fields.optionalChoice("strategy", as: Strategy.self),
            requiresGPU: try fields.bool("requiresGPU", orElse: false) ? true : nil
        )
    }

    private func write(to output: FieldOutput) {
        output("identifier", .text(identifier))
        output("kind", .text(kind.rawValue))
        if earliestBeginAfter > 0 { output("earliestBeginAfterSeconds", .seconds(earliestBeginAfter)) }
        if requiresNetworkConnectivity { output("requiresNetworkConnectivity", .flag(true)) }
        if requiresExternalPower { output("requiresExternalPower", .flag(true)) }
        if let strategy { output("strategy", .text(strategy.rawValue)) }
        if requiresGPU == true { output("requiresGPU", .flag(true)) }
    }
}
