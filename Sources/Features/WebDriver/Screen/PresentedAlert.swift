import LifecycleKernel

/// What presented the alert of the system that is on the screen. The kernel knows only that there is an alert; the records of the
/// device have the rest.
struct PresentedAlert: Hashable, Sendable {
    /// What it asks for.
    var kind: SystemAlert
    /// The permission that it asks for, as the app named it.
    var permission: String?
    /// The app that asks for the permission.
    var bundleID: BundleID?

    /// How many of the newest records are read for it.
    static let recordsRead = 1_000

    /// Finds what presented the newest alert; nil if the records do not say it.
    ///
    /// - Parameters:
    ///   - records: Records of the device, oldest first. Inputs and callbacks suffice.
    ///   - apps: The apps on the device, whose handlers may ask for permissions.
    init?(newestIn records: some BidirectionalCollection<Record>, of apps: [AppManifest]) {
        for record in records.reversed() {
            switch record.body {
            case .input(.event(.device(.dismissSystemAlert))): return nil
            case .input(.event(.device(.presentSystemAlert(let alert)))):
                self.init(kind: alert)
                return
            case .input(.action(let bundleID, let action, _)):
                guard let permission = action.permission else { continue }
                self.init(kind: .permission, permission: permission, bundleID: bundleID)
                return
            case .input(.completion(let bundleID, let completion)):
                guard let permission = completion.actions.lazy.compactMap(\.permission).last else { continue }
                self.init(kind: .permission, permission: permission, bundleID: bundleID)
                return
            case .callback(let callback):
                guard let app = apps.first(where: { $0.bundleID == record.bundleID }),
                    let permission = app.behavior[callback.name].lazy.compactMap(\.permission).last
                else { continue }
                self.init(kind: .permission, permission: permission, bundleID: app.bundleID)
                return
            default: continue
            }
        }
        return nil
    }

    private init(kind: SystemAlert, permission: String? = nil, bundleID: BundleID? = nil) {
        self.kind = kind
        self.permission = permission
        self.bundleID = bundleID
    }
}

extension Action {
    /// The permission that the action asks for.
    fileprivate var permission: String? {
        if case .requestPermission(let permission) = self { permission } else { nil }
    }
}

extension AppBehavior.Entry {
    /// The permission that the entry asks for.
    fileprivate var permission: String? { if case .act(let action, _) = self { action.permission } else { nil } }
}
