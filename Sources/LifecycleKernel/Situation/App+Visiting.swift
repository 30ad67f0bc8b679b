extension App {
    func visit(by visitor: inout StateFields) {
        visitor.visit("lifecycle", case: lifecycle.rawValue)
        visitor.visit("madeFor", case: installation.madeFor?.rawValue)
        visitor.list("living") { visitor in
            if hasProcess { visitor.element(.process) { process.visit(by: &$0) } }
        }
        visitor.visit("launchCount", Int64(launchCount))
        visitor.visit("isForceQuit", installation.isForceQuit)
        visitor.list("sessions") { visitor in
            for index in sessions.indices { visitor.element(.session) { sessions[index].visit(by: &$0) } }
        }
        visitor.list("lastWindows") { visitor in
            for scene in lastWindows { visitor.element(scene: scene) }
        }
        visitor.visit("lastSceneNumber", scene: lastSceneNumber)
        visitor.visit("wasRebootedSinceForceQuit", installation.wasRebootedSinceForceQuit)
        visitor.visit("isRefreshOn", installation.isRefreshOn)
        visitor.visit("lastOnScreen", Int64(bitPattern: installation.lastOnScreen))
        visitor.box("past", .history) { visitor in
            if !history.isBlank { history.value.visit(by: &visitor) }
        }
        visitor.box("background", .background) { visitor in
            if !background.isBlank { background.value.visit(by: &visitor) }
        }
    }
}

extension AppHistory {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.list("discardedSessions") { visitor in
            for scene in discardedSessions { visitor.element(scene: scene) }
        }
        visitor.rare("archive", archive)
    }
}

extension BackgroundState {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("isRegisteredForPushes", isRegisteredForPushes)
        visitor.visit("monitorsLocation", monitorsLocation)
        visitor.rare("wakes", wakes)
        visitor.rare("wakesAwaitingEnd", wakesAwaitingEnd)
        visitor.rare("locationSessions", locationSessions)
        visitor.rare("heldPush", heldPush)
        visitor.list("pushDeliveries") { visitor in
            for delivery in pushDeliveries { visitor.element(delivery) }
        }
        visitor.list("requests") { visitor in
            for request in requests { visitor.rareElement(request) }
        }
        visitor.rare("fetchInterval", fetchInterval)
        visitor.visit("nextFetch", nextFetch)
        visitor.rare("sessionsToWakeFor", sessionsToWakeFor)
        visitor.list("transfers") { visitor in
            for transfer in transfers { visitor.rareElement(transfer) }
        }
        visitor.list("finishedTransfers") { visitor in
            for transfer in finishedTransfers { visitor.rareElement(transfer) }
        }
        visitor.rare("cancelledTransfers", cancelledTransfers)
        visitor.rare("transferDelay", transferDelay)
        visitor.rare("liveActivities", liveActivities)
        visitor.rare("bluetooth", bluetooth)
        visitor.rare("notificationService", notificationService)
        visitor.rare("apnsStore", apnsStore)
        visitor.rare("shownNotifications", shownNotifications)
    }
}

extension SceneSession {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("number", scene: number)
        visitor.visit("isConfigured", isConfigured)
        visitor.visit("isClosing", isClosing)
        visitor.rare("otherRole", otherRole)
        visitor.visit("unpreservedSince", ifPresent: unpreservedSince?.word)
        visitor.visit("configuration", case: configuration)
        visitor.rare("delegateClass", delegateClass)
        visitor.visit("userActivity", case: userActivity)
        visitor.rare("restoration", restoration.isBlank || restoration.value == SceneRestoration() ? nil : restoration)
    }
}
