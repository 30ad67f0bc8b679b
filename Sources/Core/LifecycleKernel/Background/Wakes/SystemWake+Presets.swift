extension SystemWake {
    /// The defaults of a reason, each with its source. An event may override some of them.
    package struct Preset: Sendable {
        /// Which apps the framework wakes.
        package enum Reach: String, Sendable {
            /// It calls an app in the foreground, and wakes none.
            case foreground
            /// It launches an app that does not run.
            case launches
        }

        /// What becomes of the push that wakes the app while it cannot reach the device.
        package enum Push: String, Sendable {
            /// Apple's servers keep it until it can be delivered.
            case waits
            /// It is dropped, because its expiration is 0.
            case isDropped
        }

        /// What ends a wake-up before its limit does.
        package enum End: String, Sendable {
            case handlerReturns
            /// The app calls the completion handler that it has been given (`completeFetch`).
            case completionHandler
            /// Nothing: only the limit ends it.
            case limit
        }

        /// A value, how certain it is, and its source.
        package struct Known<Value: Sendable>: Sendable {
            package var value: Value
            package var confidence: Rule.Confidence
            package var source: String

            fileprivate init(_ value: Value, _ confidence: Rule.Confidence, _ source: String) {
                self.value = value
                self.confidence = confidence
                self.source = source
            }
        }

        /// Whether the framework launches an app that the user has force-quit.
        package enum ForceQuit: Sendable {
            case known(Known<Bool>)
            /// A rule decides, since sources disagree.
            case rule(RuleKey)
        }

        package var launchReason: LaunchReason
        package var handler: Handler
        /// The first version of iOS that has the framework; nil if the versions of all profiles have it.
        package var firstVersion: Known<SystemVersion>?
        /// The rule that says how long the process is held.
        package var limit: RuleKey
        /// What ends it before that.
        package var end: Known<End>
        /// Which apps the framework wakes.
        package var reach: Known<Reach>
        /// The background mode that the framework needs; nil for none.
        package var mode: Known<BackgroundMode>?
        package var afterForceQuit: ForceQuit
        /// Whether each process has to register, by the end of its launch.
        package var registration: Known<Bool>
        /// What becomes of the push that wakes the app; nil if the device itself wakes it.
        package var push: Known<Push>?
        /// Whether a registration is lost if a process that is launched for it does not renew it.
        package var isLostUnlessRenewed = false
    }
}

extension SystemWake.Reason {
    /// The defaults of this reason. Sources: facts 10.3, 10.4.
    package var preset: SystemWake.Preset {
        switch self {
        case .healthKit:
            SystemWake.Preset(
                launchReason: .healthKit,
                handler: .updateHandler,
                limit: .systemWakeSeconds,
                end: .init(
                    .completionHandler,
                    .high,
                    "HKObserverQueryCompletionHandler: call it as soon as the incoming data is processed"
                ),
                reach: .init(.launches, .high, "HKObserverQueryCompletionHandler: HealthKit launches the app"),
                afterForceQuit: .rule(.healthKitLaunchesAfterForceQuit),
                registration: .init(
                    true,
                    .high,
                    "enableBackgroundDelivery(for:frequency:withCompletion:): set up all observer queries in "
                        + "application(_:didFinishLaunchingWithOptions:)"
                )
            )
        case .watchConnectivity:
            SystemWake.Preset(
                launchReason: .watchConnectivity,
                handler: .didReceiveMessage,
                limit: .systemWakeSeconds,
                end: .init(
                    .handlerReturns,
                    .low,
                    "WCSessionDelegate: its methods tell the system nothing else; chosen, as there is no grace "
                        + "after a launch in the background"
                ),
                reach: .init(
                    .launches,
                    .high,
                    "WCSession.sendMessage(_:replyHandler:errorHandler:): from the watch it wakes up the iOS app"
                ),
                afterForceQuit: Self.asUsual,
                registration: .init(
                    true,
                    .medium,
                    "WCSession: on start up set a delegate and activate; without, the reply times out "
                        + "(react-native-watch-connectivity 47, 68)"
                )
            )
        case .appIntent:
            SystemWake.Preset(
                launchReason: .appIntent,
                handler: .performIntent,
                firstVersion: .init(SystemVersion(16), .high, "AppIntent: iOS 16.0 and later"),
                limit: .appIntentLimitSeconds,
                end: .init(
                    .handlerReturns,
                    .high,
                    "AppIntent: perform() is asynchronous, and its return is the result"
                ),
                reach: .init(
                    .launches,
                    .medium,
                    "IntentModes.background; the app's process is launched without a scene (OpenMausBot PR 232)"
                ),
                afterForceQuit: .known(
                    .init(true, .low, "no source: the user asks for the intent, as by opening the app")
                ),
                registration: .init(false, .high, "AppIntent: the type declares the intent, perform() is its method")
            )
        case .liveActivityToken:
            SystemWake.Preset(
                launchReason: .liveActivityToken,
                handler: .pushTokenUpdates,
                firstVersion: .init(
                    SystemVersion(16, 1),
                    .high,
                    "ActivityKit: iOS 16.1 and later; pushToStartTokenUpdates: iOS 17.2 and later"
                ),
                limit: .systemWakeSeconds,
                end: .init(
                    .handlerReturns,
                    .medium,
                    "luka-ios PR 72: the wake-up is short, hold a background task while the token is sent"
                ),
                reach: .init(
                    .launches,
                    .high,
                    "Starting and updating Live Activities with ActivityKit push notifications: the system wakes up "
                        + "the app, which receives the update token"
                ),
                afterForceQuit: .rule(.liveActivityTokenLaunchesAfterForceQuit),
                registration: .init(
                    true,
                    .medium,
                    "Apple forums 834934 (answer): set up the observers immediately upon launch"
                ),
                push: .init(
                    .waits,
                    .medium,
                    "Starting and updating Live Activities with ActivityKit push notifications: sent by APNs, which stores "
                        + "what it cannot deliver (Sending notification requests to APNs)"
                )
            )
        case .pushToTalk:
            SystemWake.Preset(
                launchReason: .pushToTalk,
                handler: .incomingPushResult,
                firstVersion: .init(SystemVersion(16), .high, "PTChannelManager: iOS 16.0 and later"),
                limit: .systemWakeSeconds,
                end: .init(
                    .handlerReturns,
                    .medium,
                    "PTChannelManagerDelegate: return a result as quickly as possible; what plays then holds the process"
                ),
                reach: .init(
                    .launches,
                    .high,
                    "Push to Talk: the token lets the system wake the app; Apple forums 812592: it launches one that "
                        + "does not run"
                ),
                mode: .init(
                    .pushToTalk,
                    .high,
                    "Creating a Push to Talk app: add the Push to Talk capability, which is the background mode "
                        + "push-to-talk; facts 6.1"
                ),
                afterForceQuit: .rule(.pushToTalkLaunchesAfterForceQuit),
                registration: .init(
                    true,
                    .high,
                    "PTChannelManager: create a channel manager upon launching, otherwise the system tears down "
                        + "channels and their ability to receive push notifications"
                ),
                push: .init(
                    .isDropped,
                    .medium,
                    "Enhance voice communication with Push to Talk, WWDC 2022: the expiration is 0, so that older pushes "
                        + "are not delivered later"
                ),
                isLostUnlessRenewed: true
            )
        case .homeKit:
            SystemWake.Preset(
                launchReason: .homeKit,
                handler: .didUpdateValue,
                limit: .systemWakeSeconds,
                end: .init(.handlerReturns, .low, "chosen: HMAccessoryDelegate has no completion handler"),
                reach: .init(
                    .foreground,
                    .high,
                    "HomeKit Developer Guide, Observing HomeKit Database Changes: apps need to be in the foreground; "
                        + "changes are not batched"
                ),
                afterForceQuit: Self.asUsual,
                registration: .init(
                    true,
                    .high,
                    "HMAccessoryDelegate: call enableNotification(_:completionHandler:) of the characteristic first"
                )
            )
        case .locationMonitor:
            SystemWake.Preset(
                launchReason: .location,
                handler: .monitorEvents,
                firstVersion: .init(SystemVersion(17), .high, "CLMonitor: iOS 17.0 and later"),
                limit: .locationWakeSeconds,
                end: .init(
                    .limit,
                    .medium,
                    "facts 2.3: about 10 s for each event of location; the events are a sequence, which does not tell when "
                        + "the app is done"
                ),
                reach: .init(
                    .launches,
                    .high,
                    "Meet Core Location Monitor, WWDC 2023: a condition that changes launches the app in the background"
                ),
                afterForceQuit: .rule(.locationRelaunchAfterForceQuit),
                registration: .init(
                    true,
                    .high,
                    "the same: open the monitor by its name and await its events at each launch, in "
                        + "application(_:didFinishLaunchingWithOptions:)"
                )
            )
        case .systemWake:
            SystemWake.Preset(
                launchReason: .systemWake,
                handler: .systemWakeHandler,
                limit: .systemWakeSeconds,
                end: .init(.handlerReturns, .low, "chosen, as for most frameworks above"),
                reach: .init(.launches, .low, "chosen: for a framework that has no row, which the event describes"),
                afterForceQuit: Self.asUsual,
                registration: .init(false, .low, "chosen, as above")
            )
        }
    }

    private static var asUsual: SystemWake.Preset.ForceQuit {
        .known(
            .init(
                false,
                .low,
                "nothing is known of this framework; in most cases the system does not relaunch an app that was force "
                    + "quit (Apple forums 775325, engineer)"
            )
        )
    }
}

extension SystemWake.Preset {
    /// Whether the framework launches an app that the user has force-quit.
    func survivesForceQuit(in rulebook: Rulebook) -> Bool {
        switch afterForceQuit {
        case .known(let known): known.value
        // This rule is a choice, since regions may differ from significant changes.
        case .rule(.locationRelaunchAfterForceQuit): rulebook.locationRelaunchAfterForceQuit.includes(isRegion: true)
        case .rule(let key): rulebook[key] == .flag(true)
        }
    }
}
