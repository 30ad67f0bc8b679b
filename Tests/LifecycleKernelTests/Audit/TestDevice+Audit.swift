import LifecycleKernel
import TestKit

/// What the audit finds.
extension TestDevice {
    /// The findings of an app.
    func audit(_ app: BundleID = "a") -> [FindingSummary] { kernel.audit(of: app)?.findings ?? [] }

    /// The codes of the findings, the most severe first.
    func codes(_ app: BundleID = "a") -> [Finding.Code] { audit(app).map(\.code) }

    func summary(_ code: Finding.Code, _ app: BundleID = "a") -> FindingSummary? {
        audit(app).first { $0.code == code }
    }

    /// The record of a sequence number.
    func record(_ sequence: SequenceNumber) -> Record? { history.first { $0.sequence == sequence } }

    /// The handlers of leaving the screen and of coming back, as the app's life cycle names them.
    static func leaving(_ lifecycle: AppLifecycle) -> CallbackName {
        lifecycle == .scenes ? .sceneDidEnterBackground : .applicationDidEnterBackground
    }

    static func resigning(_ lifecycle: AppLifecycle) -> CallbackName {
        lifecycle == .scenes ? .sceneWillResignActive : .applicationWillResignActive
    }

    static func activating(_ lifecycle: AppLifecycle) -> CallbackName {
        lifecycle == .scenes ? .sceneDidBecomeActive : .applicationDidBecomeActive
    }
}

extension [Record] {
    /// The findings, in order.
    var findings: [Finding] { compactMap { if case .finding(let finding) = $0.body { finding } else { nil } } }
}
