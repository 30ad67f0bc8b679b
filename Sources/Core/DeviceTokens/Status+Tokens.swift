import LifecycleKernel

extension PendingCallback {
    /// Returns the callback of an app as a client of a device sees it.
    package func namingToken(of bundleID: BundleID, on device: String) -> PendingCallback {
        guard called == .callback(.didRegisterForRemoteNotifications) else { return self }
        var callback = self
        callback.arguments = arguments.namingToken(of: bundleID, on: device)
        return callback
    }
}

extension ProcessStatus {
    /// Returns the process as a client of a device sees it.
    package func namingToken(on device: String) -> ProcessStatus {
        guard let callbackInFlight else { return self }
        var process = self
        process.callbackInFlight = callbackInFlight.namingToken(of: bundleID, on: device)
        return process
    }
}

extension AppStatus {
    /// Returns the app with its tokens; that for calls only if it can have them.
    package func namingTokens(on device: String) -> AppStatus {
        var app = self
        app.pushToken = token(.push, on: device)
        app.voipToken = manifest.infoPlist.backgroundModes.contains("voip") ? token(.voip, on: device) : nil
        return app
    }

    private func token(_ kind: DeviceToken.Kind, on device: String) -> String {
        DeviceToken.text(
            kind,
            of: manifest.bundleID,
            installation: installation,
            incarnation: incarnation,
            on: device
        )
    }
}

extension Explanation {
    /// Returns the explanation as a client of a device sees it.
    package func namingTokens(on device: String) -> Explanation {
        var explanation = self
        explanation.process = process?.namingToken(on: device)
        explanation.next = next.namingTokens(on: device)
        return explanation
    }
}
