import DequeModule
import DeviceTokens
import LifecycleKernel
import Synchronization

/// Whose each device token is, and which tokens have lost their app. Kept only where something looks tokens up.
///
/// Shards keep it current as soon as they change a device: a client that was told a token finds it. What was not durable
/// and is rolled back is corrected when the device is reloaded.
package final class DeviceTokenIndex: Sendable {
    /// The app that a token stands for.
    package struct Owner: Hashable, Sendable {
        package var device: DeviceID
        package var bundleID: BundleID
        package var kind: DeviceToken.Kind

        /// Makes it.
        package init(device: DeviceID, bundleID: BundleID, kind: DeviceToken.Kind) {
            self.device = device
            self.bundleID = bundleID
            self.kind = kind
        }
    }

    /// What is known of a token.
    package enum Entry: Hashable, Sendable {
        /// It is an installed app's.
        case live(Owner)
        /// Its app was uninstalled, or its device deleted, at an instant of the real clock.
        case retired(Owner, at: Instant)
    }

    fileprivate struct State {
        var entries: [DeviceTokenKey: Entry] = [:]
        /// The tokens of each device.
        var tokens: [DeviceID: [DeviceTokenKey]] = [:]
        /// The tokens that were retired, oldest first; one that lives again stays until it would be dropped.
        var retired: Deque<RetiredToken> = []
        /// How many of them each device has.
        var retiredCounts: [DeviceID: UInt32] = [:]
    }

    /// How many retired tokens are kept; the oldest go.
    private let retiredLimit: Int
    private let state = Mutex(State())

    /// Makes an index without tokens.
    ///
    /// - Parameter retiredLimit: How many retired tokens are kept.
    package init(retiredLimit: Int = 100_000) {
        self.retiredLimit = retiredLimit
    }

    /// What is known of a token; nil if it was never given out.
    package func entry(_ token: DeviceTokenKey) -> Entry? { state.withLock { $0.entries[token] } }

    /// Whether tokens of devices of a name are retired.
    func hasRetired(of device: DeviceID) -> Bool { state.withLock { $0.retiredCounts[device] != nil } }

    /// Enters tokens that were retired before a start, oldest first.
    func restore(_ tokens: [RetiredToken]) {
        state.withLock { state in
            for token in tokens.suffix(retiredLimit) { state.add(token) }
        }
    }

    /// Sets the apps of a device: tokens of others are retired.
    ///
    /// - Parameters:
    ///   - tokens: Those of all apps that are installed on it; none when it is deleted.
    ///   - date: The real date.
    /// - Returns: What changes of what is kept of retired tokens.
    func set(_ tokens: [OwnedToken], of device: DeviceID, at date: Instant) -> [ServerItem] {
        let keys = tokens.map(\.token)
        return state.withLock { state in
            var items: [ServerItem] = []
            for token in state.tokens[device] ?? [] where !keys.contains(token) {
                items += state.retire(token, at: date, keeping: retiredLimit)
            }
            for token in tokens { state.entries[token.token] = .live(token.owner) }
            state.tokens[device] = keys.isEmpty ? nil : keys
            return items
        }
    }
}

/// A device token, and the app that it stands for.
package struct OwnedToken: Hashable, Sendable {
    /// The token.
    package var token: DeviceTokenKey
    /// The app.
    package var owner: DeviceTokenIndex.Owner

    /// Makes it.
    package init(token: DeviceTokenKey, owner: DeviceTokenIndex.Owner) {
        self.token = token
        self.owner = owner
    }
}

extension HostedDevice {
    /// The device tokens of all its apps.
    var tokens: [OwnedToken] {
        device.appStatuses.flatMap { app in
            let named = app.namingTokens(on: id.description)
            return [(named.pushToken, DeviceToken.Kind.push), (named.voipToken, .voip)].compactMap { text, kind in
                text.flatMap(DeviceTokenKey.init(hexadecimal:)).map { token in
                    OwnedToken(
                        token: token,
                        owner: DeviceTokenIndex.Owner(device: id, bundleID: app.manifest.bundleID, kind: kind)
                    )
                }
            }
        }
    }
}

extension DeviceTokenIndex.State {
    /// Retires a token, and drops the oldest that are too many.
    ///
    /// - Returns: What changes of what is kept.
    fileprivate mutating func retire(_ token: DeviceTokenKey, at date: Instant, keeping limit: Int) -> [ServerItem] {
        guard case .live(let owner)? = entries[token] else { return [] }
        let token = RetiredToken(token: token, owner: owner, at: date)
        add(token)
        var items = [token.item]
        while retired.count > limit {
            let oldest = retired.removeFirst()
            retiredCounts[oldest.owner.device] = retiredCounts[oldest.owner.device].flatMap { $0 > 1 ? $0 - 1 : nil }
            // It may live again, or have been retired again.
            guard entries[oldest.token] == oldest.entry else { continue }
            entries[oldest.token] = nil
            items.append(ServerItem(.retiredToken, oldest.token.text, nil))
        }
        return items
    }

    /// Adds a token that was retired after all others.
    fileprivate mutating func add(_ token: RetiredToken) {
        entries[token.token] = token.entry
        retired.append(token)
        retiredCounts[token.owner.device, default: 0] += 1
    }
}
