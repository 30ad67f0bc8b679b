import LifecycleKernel

extension SystemWake {
    /// The fields of the event.
    static let fields = Fields<SystemWake>(
        [
            FieldDescription(
                name: "reason",
                about: "The framework, or `systemWake` for any other; also the launch reason."
            ),
            FieldDescription(name: "callback", about: "What is called; as usual for the reason unless given."),
            FieldDescription(
                name: "limitSeconds",
                about:
                    "How long it holds the process at most; a rule says it unless given: `systemWakeSeconds` or `appIntentLimitSeconds`."
            ),
            FieldDescription(
                name: "launches",
                about:
                    "Whether an app that does not run is launched, and a suspended one resumed; as usual for the reason unless given."
            ),
            FieldDescription(
                name: "survivesForceQuit",
                about: "Whether that goes for an app that the user ended in the app switcher; as usual unless given."
            ),
        ],
        read: { fields throws(Rejection) in
            SystemWake(
                try fields.choice("reason", as: Reason.self),
                handler: try fields.optionalChoice("callback", as: Handler.self),
                limit: try fields.optionalSeconds("limitSeconds"),
                launches: try fields.optionalBool("launches"),
                survivesForceQuit: try fields.optionalBool("survivesForceQuit")
            )
        },
        write: { wake, output in
            output("reason", .text(wake.reason.rawValue))
            if let handler = wake.handler { output("callback", .text(handler.rawValue)) }
            if let limit = wake.limit { output("limitSeconds", .seconds(limit)) }
            if let launches = wake.launches { output("launches", .flag(launches)) }
            if let survives = wake.survivesForceQuit { output("survivesForceQuit", .flag(survives)) }
        }
    )
}
