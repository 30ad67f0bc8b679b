/// How an app saves, as far as advice depends on it: nobody is helped by advice to do what the app does already.
struct SavingHabits: Hashable, Sendable {
    /// The delegate that receives life cycle callbacks.
    var lifecycle: AppLifecycle
    /// The methods in which the app's code saves, and which are never called.
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
    func advice(on code: Finding.Code) -> String {
        let row = code.row
        return row.adviceBySaving?(self) ?? lifecycle.naming(row.advice)
    }

    var lossAdvice: String {
        let leaving = lifecycle.enteringBackground.rawValue
        if lostInFront {
            return """
                Save as changes are made: the process ended in front of the user, and none that ends there hears \
                \(leaving) before.\(moving)
                """
        }
        if savesOnLeaving { return repeating }
        if !savesInVain.isEmpty { return String(moving.dropFirst()) }
        return lifecycle.naming(Finding.Code.dataLoss.advice)
    }

    var riskAdvice: String {
        if savesOnLeaving { return repeating }
        if !savesInVain.isEmpty { return String(moving.dropFirst()) }
        return lifecycle.naming(Finding.Code.dataAtRisk.advice)
    }

    /// For an app that saves when it enters the background, and had changes all the same.
    private var repeating: String {
        """
        Save again after the last change: the app saves in \(lifecycle.enteringBackground.rawValue), and had changes \
        that were made after that or were not written in time. Hold \
        beginBackgroundTask(withName:expirationHandler:) until they are written.
        """
    }

    /// For an app that saves where it is never called; a sentence that follows another, or nothing.
    private var moving: String {
        guard !savesInVain.isEmpty else { return "" }
        let names = savesInVain.map(\.rawValue).joined(separator: " and ")
        return " Move the saving from \(names), which this life cycle never calls, to "
            + "\(lifecycle.enteringBackground.rawValue)."
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

    /// A text that names the methods of both life cycles with only those of this one.
    func naming(_ text: String) -> String {
        var text = text
        for method in CallbackName.allCases {
            guard let counterpart = method.sceneCounterpart else { continue }
            let both = "\(method.rawValue) or \(counterpart.rawValue)"
            text = text.replacing(both, with: (self == .scenes ? counterpart : method).rawValue)
        }
        return text
    }
}
