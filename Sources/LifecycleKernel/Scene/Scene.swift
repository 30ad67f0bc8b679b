/// A scene that is connected to a process.
struct Scene: Hashable, Codable, Sendable {
    /// The number of its session; 0 for the implicit scene of an app without scene support.
    var number: SceneID
    var state: SceneState
    /// Since when its window is off the screen; nil while it is on it.
    var offScreenSince: Instant?
    /// When it resigned; nil if it has not been active since it entered the screen.
    var resignedAt: Instant?
    /// Whether another view of the app covers the one of its window; nil for no.
    var isViewCovered: Bool?

    private enum CodingKeys: CodingKey {
        case number, state, offScreenSince, resignedAt, isViewCovered
    }

    /// Encodes the scene. Rare fields are encoded only when they are set, so that states of earlier versions keep their bytes.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(state, forKey: .state)
        try values.encodeIfPresent(offScreenSince, forKey: .offScreenSince)
        try values.encodeIfPresent(resignedAt, forKey: .resignedAt)
        if let isViewCovered { try values.encode(isViewCovered, forKey: .isViewCovered) }
    }

    /// Whether it is in the foreground, active or not.
    var isInForeground: Bool { state == .foregroundActive || state == .foregroundInactive }

    /// When the animation on leaving the screen is over: counted from leaving it or from having resigned, whichever
    /// was later.
    func homeTransitionEnd(lasting length: Milliseconds, at now: Instant) -> Instant {
        max(offScreenSince ?? now, resignedAt ?? .earliest) + length
    }
}

/// What the system remembers of a window beyond the life of a process. Source: facts 1.4.
struct SceneSession: Codable, Sendable {
    var number: SceneID
    /// Whether the app has been asked for its configuration.
    var isConfigured = false
    /// Whether the user or the app closes it: it is gone once its scene has disconnected.
    var isClosing = false
    /// What its scene is shown on, if that is not the screen of the device; nil of a window.
    var otherRole: SceneRole?
    /// The record by which the window became active, if its state was not preserved since: what it shows would be lost
    /// with its scene.
    var unpreservedSince: SequenceNumber?
    /// The name of its configuration: the requested one, then the one that the app has answered; nil for the first one.
    var configuration: String?
    /// The class of the scene delegate that the app has answered; nil for that of the configuration.
    var delegateClass: Box<String>?
    /// The activity that the window was requested with, until it connects.
    var userActivity: String?
    /// Its preserved state.
    var restoration = LazyBox<SceneRestoration>()

    private enum CodingKeys: CodingKey {
        case number, isConfigured, isClosing, otherRole, unpreservedSince, configuration, delegateClass, userActivity
        case restoration
    }

    /// Encodes the session. Rare fields are encoded only when they are set, so that states of earlier versions keep their bytes.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(isConfigured, forKey: .isConfigured)
        try values.encode(isClosing, forKey: .isClosing)
        if let otherRole { try values.encode(otherRole, forKey: .otherRole) }
        try values.encodeIfPresent(unpreservedSince, forKey: .unpreservedSince)
        try values.encodeIfPresent(configuration, forKey: .configuration)
        try values.encodeIfPresent(delegateClass, forKey: .delegateClass)
        try values.encodeIfPresent(userActivity, forKey: .userActivity)
        try values.encode(restoration, forKey: .restoration)
    }
}

/// The preserved state of a window whose scene was disconnected. Source: facts 1.4.
struct SceneRestoration: Blank {
    /// The activity that the app has preserved the window's state in.
    var activity: Value?
    /// The record of what made the system take back its scene, until it connects again.
    var reclaimedBy: SequenceNumber?
}
