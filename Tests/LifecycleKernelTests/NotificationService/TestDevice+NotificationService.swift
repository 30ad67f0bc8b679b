import LifecycleKernel
import TestKit

extension TestDevice {
    /// Installs an app whose notification service extension does this.
    mutating func install(
        _ app: BundleID? = nil,
        driver: Driver = .simulated,
        footprint: Int64 = 6,
        didReceive entries: [AppBehavior.Entry],
        expiration: [AppBehavior.Entry] = [],
        handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws {
        try install(
            AppManifest(
                bundleID: app ?? self.app,
                driver: driver,
                behavior: AppBehavior(handlers),
                notificationService: NotificationServiceExtension(
                    footprintBytes: .mebibytes(footprint),
                    behavior: AppBehavior([
                        .didReceiveNotificationRequest: entries, .serviceExtensionTimeWillExpire: expiration,
                    ])
                )
            )
        )
    }

    /// A push with an alert that the extension may change.
    @discardableResult
    mutating func alert(
        _ id: String = "n",
        aps: [Value.Member] = [Value.Member("alert", "hi"), Value.Member("mutable-content", 1)]
    ) throws -> [Record] {
        let payload = Value.object([Value.Member("aps", .object(aps))])
        return try send(.push(RemoteNotification(bundleID: app, payload: payload, collapseID: id)))
    }

    /// An app whose extension does this has a notification, and time passes.
    mutating func handleNotification(
        _ entries: [AppBehavior.Entry],
        expiration: [AppBehavior.Entry] = []
    ) throws {
        try install(didReceive: entries, expiration: expiration)
        try alert()
        try advance(60)
    }
}
