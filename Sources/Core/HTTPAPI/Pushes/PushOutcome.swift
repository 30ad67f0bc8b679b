import LifecycleKernel
import WireFormat

/// For whom a push is.
package struct PushRecipients: Hashable, Sendable {
    /// Whether it has something for the user.
    package var user: Bool
    /// Whether it is for the app's code, or for a framework that wakes the app.
    package var code: Bool

    /// Those of the push in the record of an input; nil for another record.
    init?(_ record: Record, under rulebook: Rulebook) {
        guard case .input(.event(let event)) = record.body else { return nil }
        switch event {
        case .push(let push): (user, code) = push.recipients(under: rulebook)
        case .wake(_, .voipPush): (user, code) = (false, true)
        case .device, .app, .openURL, .scene, .wake, .input: return nil
        }
    }

    /// Those that the decisions show, where the record of the input is no longer kept.
    fileprivate init(shownBy decisions: [PushDocument.Decision]) {
        user = decisions.contains { $0.verdict == .shown || $0.record.subject == .notificationService }
        code = !user || decisions.contains { $0.verdict == .delivered }
    }
}

/// What a push was for the user, and what for the app's code. The last verdict alone does not say: a push that was shown may
/// not have reached the code.
package struct PushOutcome: Hashable, Sendable {
    /// What the user saw of a push.
    package enum User: String, CaseIterable, Sendable {
        /// It is shown.
        case shown
        /// It was shown, and a newer push with its collapse id has taken its place.
        case replaced
        /// It is not shown yet.
        case waiting
        /// The app is in front, and its code decides.
        case leftToApp
        /// It is never shown, although it has something to show.
        case notShown
        /// It has nothing for the user.
        case nothingToShow
    }

    /// What the app's code got of a push.
    package enum Code: String, CaseIterable, Sendable {
        /// It was called with it.
        case delivered
        /// A framework has it, and wakes the app if it wants to.
        case leftToFramework
        /// It may be called later.
        case waiting
        /// It is never called.
        case dropped
        /// The push is not for it.
        case nothingToDeliver
    }

    package var user: User
    package var code: Code
}

extension PushOutcome.User: MeaningfulCode {
    package var meaning: Wording {
        switch self {
        case .shown: Wording("the user sees it", "用户可以看到")
        case .replaced: Wording("a newer push with its collapse id has taken its place", "已显示，后被相同折叠标识的新推送取代")
        case .waiting: Wording("it is not shown yet", "还没有显示")
        case .leftToApp: Wording("the app is in front, and its code decides", "应用在最前面，由它的代码决定")
        case .notShown: Wording("it is never shown", "不会显示")
        case .nothingToShow: Wording("it has nothing for the user", "没有给用户看的内容")
        }
    }
}

extension PushOutcome.Code: MeaningfulCode {
    package var meaning: Wording {
        switch self {
        case .delivered: Wording("the app's code was called", "应用的代码已被调用")
        case .leftToFramework: Wording("a framework has it, which may wake the app", "由框架处理，框架可能会唤醒应用")
        case .waiting: Wording("the app's code may be called later", "应用的代码之后可能会被调用")
        case .dropped: Wording("the app's code is never called", "应用的代码不会被调用")
        case .nothingToDeliver: Wording("it is not for the app's code", "不是给应用代码的")
        }
    }
}

extension PushDocument {
    /// What it was for the user and for the app's code; nil if nothing is known to be decided.
    package var outcome: PushOutcome? {
        guard let last = decisions.last else { return nil }
        let recipients = recipients ?? PushRecipients(shownBy: decisions)
        guard recipients.user || recipients.code else {
            // APNs drops it, because it is for nobody.
            let isDropped = last.verdict == .dropped
            return PushOutcome(
                user: isDropped ? .notShown : .nothingToShow,
                code: isDropped ? .dropped : .nothingToDeliver
            )
        }
        return PushOutcome(
            user: recipients.user ? user(isForCode: recipients.code) : .nothingToShow,
            code: code(isForCode: recipients.code)
        )
    }

    /// - Parameter isForCode: Whether it wakes the app, too.
    private func user(isForCode: Bool) -> PushOutcome.User {
        var user = PushOutcome.User.waiting
        // A push that wakes the app is delivered to its code while the extension has the notification.
        var isShownNext = !isForCode
        for decision in decisions {
            switch (decision.record.subject, decision.verdict) {
            case (.notificationService, .held): break
            case (_, .shown): user = .shown
            case (_, .delivered) where user == .waiting && isShownNext: user = .leftToApp
            case (.notificationService, .completed), (.notificationService, .failed), (.notificationService, .refused),
                (_, .delivered):
                isShownNext = true
            case (_, .dropped) where user == .waiting: user = .notShown
            case (_, .replaced) where user == .waiting: user = .notShown
            case (_, .replaced) where user == .shown && decision.record.reason == .collapsed: user = .replaced
            default: break
            }
        }
        return user
    }

    /// - Parameter isForCode: Whether it is for the app's code even if the app is not in front.
    private func code(isForCode: Bool) -> PushOutcome.Code {
        var code = isForCode ? PushOutcome.Code.waiting : .nothingToDeliver
        for decision in decisions where decision.record.subject != .notificationService {
            switch decision.verdict {
            case .delivered: code = .delivered
            case .accepted: code = .leftToFramework
            case .dropped where code == .waiting, .replaced where code == .waiting: code = .dropped
            default: break
            }
        }
        return code
    }
}
