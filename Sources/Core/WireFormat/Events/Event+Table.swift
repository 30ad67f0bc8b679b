import LifecycleKernel

extension Event {
    /// The events that belong to no family.
    static let table = CaseTable<Event>([
        .init(
            "app.openURL",
            "A URL is opened by the app named, or by the one that declares its scheme.",
            openedURL,
            make: { .openURL($0.url, sourceApplication: $0.source, bundleID: $0.bundleID) },
            content: {
                if case .openURL(let url, let source, let bundleID) = $0 { (url, source, bundleID) } else { nil }
            }
        ),
        .init(
            "push.deliver",
            "A notification from APNs arrives.",
            RemoteNotification.fields,
            make: { .push($0) },
            content: { if case .push(let notification) = $0 { notification } else { nil } }
        ),
    ])

    private static let openedURL = Fields<(url: String, source: String?, bundleID: BundleID?)>(
        [
            FieldDescription(name: "url", about: "The URL."),
            FieldDescription(name: "sourceApplication", about: "The app that it comes from."),
            FieldDescription(
                name: "bundleID",
                about: "The app; without one, the app that declares the scheme of the URL."
            ),
        ],
        read: { fields throws(Rejection) in
            let url = try fields.url("url")
            let source = try fields.optionalString("sourceApplication")
            return (url, source, try fields.optionalBundleID())
        },
        write: { opened, output in
            // The app comes first, as in every event of an app.
            if let bundleID = opened.bundleID { output("bundleID", .text(bundleID.rawValue)) }
            output("url", .text(opened.url))
            if let source = opened.source { output("sourceApplication", .text(source)) }
        }
    )
}
