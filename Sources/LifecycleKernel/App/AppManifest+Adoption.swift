/// How an app adopts scenes, and a life cycle that contradicts it. Sources: facts 7, 10.1.
extension AppManifest {
    /// What makes UIKit use scenes for the app: a key of its Info.plist, or a method of its delegate; nil where nothing does.
    var adoptsScenesBy: String? {
        if infoPlist.sceneManifest != nil { return "UIApplicationSceneManifest in its Info.plist" }
        return optsInto(.configurationForConnecting) ? CallbackName.configurationForConnecting.rawValue : nil
    }

    /// Refuses an app that is said to have the life cycle of the app delegate and adopts scenes: no such app can be built.
    ///
    /// - Throws: `invalidValue` for the field `lifecycle`.
    func checkAdoption() throws(Rejection) {
        guard lifecycle == .appDelegate, let adoptsScenesBy else { return }
        throw Rejection(
            .invalidValue,
            "\(bundleID) adopts scenes by \(adoptsScenesBy), so its life cycle is not that of the app delegate; leave "
                + "`lifecycle` out: on a system without scenes the app delegate is called all the same",
            field: "lifecycle",
            accepted: [AppLifecycle.scenes.rawValue]
        )
    }
}
