/// Who is in front, as an app sees it.
package enum Front: String, CaseIterable, Sendable {
    /// No app: the Home Screen, a call, a locked device, or one that is switched off.
    case nobody
    /// The app alone.
    case app
    /// Others.
    case others
    /// The app, beside others.
    case both
}

extension Screen {
    /// Who is in front, as an app sees it.
    func front(of bundleID: BundleID) -> Front {
        guard !isCovered else { return .nobody }
        var (hasApp, hasOthers) = (false, false)
        for window in windows {
            if window.bundleID == bundleID { hasApp = true } else { hasOthers = true }
        }
        return hasApp ? (hasOthers ? .both : .app) : hasOthers ? .others : .nobody
    }
}
