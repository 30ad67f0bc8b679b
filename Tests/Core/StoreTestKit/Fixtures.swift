import DeviceHost
import Foundation
import LifecycleKernel
import Synchronization
import TestKit
import WireFormat

package let notes: BundleID = "com.example.notes"
package let launchNotes = Input.event(.app(notes, .launch(arguments: [])))
package let pressHome = Input.event(.device(.home))

/// Makes the writing of a store fail while it is on.
package final class Fault: Sendable {
    package struct Injected: Error, CustomStringConvertible { package var description: String { "injected" } }

    private let state = Mutex(false)

    package init() {}

    package var isOn: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    @Sendable package func check() throws { if isOn { throw Injected() } }
}

extension NewDevice {
    /// A device whose clock only advances move.
    package static func manual(_ id: String, apps: [AppManifest] = [AppManifest(bundleID: notes)]) -> NewDevice {
        NewDevice(
            id: DeviceID(id),
            settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
            apps: apps
        )
    }
}

package func id(_ text: String) -> DeviceID {
    guard let id = DeviceID(text) else { preconditionFailure("\(text) is no id") }
    return id
}

extension Input {
    /// The input after writing and reading it as text, which is how a durable store has it.
    ///
    /// Random apps have no text of their Info.plist, which they get here.
    package var asSent: Input {
        var input = self
        if case .install(let manifest) = self {
            var infoPlist = manifest.infoPlist
            infoPlist.source = infoPlist.text
            input = .install(manifest.with(infoPlist))
        }
        do throws(Rejection) {
            return try Input(JSONText.parse(JSONText.write(input)), at: "")
        } catch {
            // What is refused as text never comes in, and nor does what means nothing.
            return .event(.device(.home))
        }
    }
}

extension AppManifest {
    /// It with another Info.plist.
    fileprivate func with(_ infoPlist: InfoPlist) -> AppManifest {
        AppManifest(
            bundleID: bundleID,
            name: name,
            version: version,
            lifecycle: lifecycle,
            driver: driver,
            infoPlist: infoPlist,
            footprintBytes: footprintBytes,
            purgeableBytes: purgeableBytes,
            responders: responders,
            behavior: behavior
        )
    }
}

extension InfoPlist {
    /// What it would be read from.
    fileprivate var text: Value {
        var members: [Value.Member] = [
            .init("UIBackgroundModes", .array(backgroundModes.map(Value.string))),
            .init("UIApplicationExitsOnSuspend", .bool(exitsOnSuspend)),
            .init("NSSupportsLiveActivities", .bool(supportsLiveActivities)),
            .init("CFBundleURLTypes", [["CFBundleURLSchemes": .array(urlSchemes.map(Value.string))]]),
        ]
        if let permittedTaskIdentifiers {
            let identifiers = permittedTaskIdentifiers.map(Value.string)
            members.append(.init("BGTaskSchedulerPermittedIdentifiers", .array(identifiers)))
        }
        if let sceneManifest {
            let several = Value.bool(sceneManifest.supportsMultipleScenes)
            members.append(
                .init("UIApplicationSceneManifest", ["UIApplicationSupportsMultipleScenes": several])
            )
        }
        return .object(members)
    }
}
