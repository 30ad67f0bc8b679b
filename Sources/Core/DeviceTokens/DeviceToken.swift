import LifecycleKernel

/// By which a push provider addresses an app on a device: 64 hexadecimal digits in lower case.
///
/// It depends on the names of the device and the app, on the sequence of the app's installation, and on the incarnation of a device
/// that was made again where device tokens are looked up, so that no token lives again. Else the same steps on a device of the
/// same name give the same token. So it is a name and no secret.
public enum DeviceToken {
    /// What a token is for.
    public enum Kind: String, Sendable {
        /// Notifications of APNs.
        case push
        /// PushKit pushes for calls.
        case voip
    }

    /// Returns the token of an installation of an app.
    ///
    /// - Parameters:
    ///   - installation: The sequence of the record of the installation.
    ///   - incarnation: That of the device, which no other of its name has; nil for the first of the name.
    ///   - device: The id of the device.
    public static func text(
        _ kind: Kind,
        of bundleID: BundleID,
        installation: UInt32,
        incarnation: UInt32? = nil,
        on device: String
    ) -> String {
        // Neither a kind, an id nor a bundle identifier contains a space.
        let incarnation = incarnation.map { " \($0)" } ?? ""
        let name = "\(kind.rawValue) \(device) \(bundleID.rawValue) \(installation)\(incarnation)"
        return SecureHash.sha256(Array(name.utf8)).hexadecimal
    }
}

extension Record {
    /// Returns the record as a client of a device sees it: where it names the installation of an app that has registered for
    /// pushes, with the device token.
    public func namingToken(on device: String) -> Record {
        guard case .callback(var callback) = body, callback.name == .didRegisterForRemoteNotifications, let bundleID
        else { return self }
        callback.arguments = callback.arguments.namingToken(of: bundleID, on: device)
        var record = self
        record.body = .callback(callback)
        return record
    }

    /// Returns the record as the kernel wrote it: with the installation, and without the token that was made of it.
    fileprivate var withoutToken: Record {
        guard namesInstallation, case .callback(var callback) = body,
            callback.arguments.contains(where: { $0.name == "installation" })
        else { return self }
        callback.arguments.removeAll { $0.name == "deviceToken" }
        var record = self
        record.body = .callback(callback)
        return record
    }

    /// Whether it names the installation of an app.
    fileprivate var namesInstallation: Bool {
        if case .callback(let callback) = body { callback.name == .didRegisterForRemoteNotifications } else { false }
    }
}

extension [Record] {
    /// Whether one of them names the installation of an app.
    public var nameInstallations: Bool { contains(where: \.namesInstallation) }

    /// Returns the records as clients of a device see them.
    public func namingTokens(on device: String) -> [Record] {
        // Nearly always there is nothing to change, and the array stays as it is.
        nameInstallations ? map { $0.namingToken(on: device) } : self
    }

    /// Returns the records as the kernel wrote them, which is what a store keeps.
    public var withoutTokens: [Record] { nameInstallations ? map(\.withoutToken) : self }
}

extension [Value.Member] {
    /// Returns the arguments with the token of the installation that they name. It stays, so that the token of a copy of
    /// the device can be made of it.
    func namingToken(of bundleID: BundleID, on device: String) -> [Value.Member] {
        guard let installation = number("installation") else { return self }
        let token = DeviceToken.text(
            .push,
            of: bundleID,
            installation: installation,
            incarnation: number("incarnation"),
            on: device
        )
        return [Value.Member("deviceToken", .string(token))] + filter { $0.name != "deviceToken" }
    }

    private func number(_ name: String) -> UInt32? {
        guard case .integer(let number)? = first(where: { $0.name == name })?.value else { return nil }
        return UInt32(truncatingIfNeeded: number)
    }
}
