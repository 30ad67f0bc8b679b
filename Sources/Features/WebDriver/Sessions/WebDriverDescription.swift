import HTTPAPI
import HTTPTypes

extension Operation.Group {
    fileprivate static let sessions = Self(
        "Sessions",
        "Clients of Appium and WebDriverAgent, and the devices that they drive."
    )
}

extension Operation {
    /// What can be done with sessions.
    static let sessions: [Operation] = [
        Operation(
            .get,
            "/v1/webdriver/sessions",
            "listWebDriverSessions",
            .sessions,
            "Lists the sessions of clients of Appium and WebDriverAgent, the newest first",
            query: [Parameter("device", .deviceID, "Only those that drive this device."), .limit],
            .json("WebDriverSessionList", "The newest sessions."),
            problems: [.unknownDevice, .storeUnavailable]
        )
    ]
}

extension SchemaComponent {
    /// The documents of sessions.
    static let sessions: [SchemaComponent] = [
        SchemaComponent(
            "WebDriverSession",
            "A session of a client of Appium or WebDriverAgent.",
            [
                .field("id", .string, "Its id."),
                .field("dialect", .choice(["appium", "wda"]), "What the client speaks."),
                .field("device", .deviceID, "The device that it drives."),
                .field("bundleID", Schema.string.orNull, "The app under test."),
                .field("createdAt", .instant, "When it was opened, by the server's clock."),
                .field(
                    "commandsInProgress",
                    .count,
                    "How many commands are in progress. Servers that share a database tell each other once a second."
                ),
                .field("lastCommand", Schema.string.orNull, "The command that ended last: a route or a script."),
                .field("lastCommandAt", Schema.instant.orNull, "When it ended, by the server's clock."),
                .field(
                    "newCommandTimeoutSeconds",
                    Schema.seconds.orNull,
                    "How long it lives without a command; null for ever."
                ),
                .field("deletesDevice", .boolean, "Whether its device is deleted with it."),
            ]
        ),
        SchemaComponent(
            "WebDriverSessionList",
            "The newest sessions of clients of Appium and WebDriverAgent.",
            [
                .field("sessions", .array(of: .component("WebDriverSession")), "The sessions, the newest first."),
                .field("count", .count, "How many there are, those after the limit included."),
            ]
        ),
    ]
}
