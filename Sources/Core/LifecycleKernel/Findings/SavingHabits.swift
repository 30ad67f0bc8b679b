/// How an app saves. Advice depends on it, since it should not tell people to do what their app does already.
struct SavingHabits: Hashable, Sendable {
    /// The delegate that receives life cycle callbacks.
    var lifecycle: AppLifecycle
    /// The methods in which the app's code saves, although the life cycle never calls them.
    var savesInVain: [CallbackName] = []
    /// Whether the app saves when it enters the background.
    var savesOnLeaving = false
    /// Whether the process that last lost data was in front, and so was not notified that it leaves the screen.
    var lostInFront = false
}

extension SavingHabits {
    init(of app: App) {
        let saving = app.manifest.behavior.handlersThatSave
        let neverCalled = app.handlersOfOtherLifecycle
        self.init(
            lifecycle: app.lifecycle,
            savesInVain: saving.filter(neverCalled.contains),
            savesOnLeaving: saving.contains(app.lifecycle.enteringBackground),
            lostInFront: app.auditLog.lostInFront
        )
    }

    /// What to do about a finding.
    func advice(on code: Finding.Code) -> Sentence {
        let row = code.row
        return row.adviceBySaving?(self) ?? lifecycle.naming(row.advice)
    }

    var lossAdvice: Sentence {
        if lostInFront {
            let saving: Sentence = """
                Save each change when it is made: the process ended in front of the user, where \
                \(lifecycle.enteringBackground.rawValue, as: "leaving") is not called before the end.
                """
            return saving.followed(by: moving.map { " \($0, as: "advice")" })
        }
        return adviceBySaving ?? lifecycle.naming(Finding.Code.dataLoss.advice)
    }

    var riskAdvice: Sentence { adviceBySaving ?? lifecycle.naming(Finding.Code.dataAtRisk.advice) }

    /// Advice for an app that saves already, but too early or where it is never called; nil for other apps.
    private var adviceBySaving: Sentence? { savesOnLeaving ? repeating : moving }

    /// Advice for an app that saves when it enters the background, and had unsaved changes nevertheless.
    private var repeating: Sentence {
        """
        Save again after the last change: the app saves in \(lifecycle.enteringBackground.rawValue, as: "leaving"), but \
        later changes were not saved, or changes were not written in time. Hold \
        beginBackgroundTask(withName:expirationHandler:) until they are written.
        """
    }

    /// Advice for an app that saves in methods that are never called.
    private var moving: Sentence? {
        guard !savesInVain.isEmpty else { return nil }
        return """
            Move the saving from \(.list(savesInVain.map(\.rawValue)), as: "names"), which this life cycle never calls, to \
            \(lifecycle.enteringBackground.rawValue, as: "leaving").
            """
    }
}

extension AppLifecycle {
    /// The method that is called for every app when it leaves the screen.
    var enteringBackground: CallbackName {
        switch self {
        case .appDelegate: .applicationDidEnterBackground
        case .scenes: .sceneDidEnterBackground
        }
    }

    /// Returns a sentence that names methods of both life cycles with only those of this one.
    func naming(_ sentence: Sentence) -> Sentence {
        sentence.mapParameters { content in
            guard case .oneOf(let names) = content else { return content }
            return .text(names[self == .scenes ? 1 : 0])
        }
    }
}

extension Sentence.Content {
    /// A method of the app delegate, or its counterpart with scenes.
    static func either(_ method: CallbackName) -> Sentence.Content {
        .oneOf([method, method.sceneCounterpart].compactMap(\.self).map(\.rawValue))
    }
}
