import LifecycleKernel
import TestKit
import Testing

/// Apps that are said to have the life cycle of the app delegate beside what gives them scenes.
@Suite struct SceneContradictionTests {
    @Test("An app that adopts scenes cannot have the life cycle of the app delegate", arguments: RuleProfile.allCases)
    func contradiction(profile: RuleProfile) throws {
        let manifests = [
            AppManifest(bundleID: "a", lifecycle: .appDelegate, infoPlist: InfoPlist(sceneManifest: SceneManifest())),
            AppManifest(
                bundleID: "a",
                lifecycle: .appDelegate,
                delegateImplements: [.didFinishLaunching, .configurationForConnecting]
            ),
            AppManifest(
                bundleID: "a",
                lifecycle: .appDelegate,
                behavior: AppBehavior([.configurationForConnecting: []])
            ),
        ]
        for manifest in manifests {
            var device = try TestDevice(profile)
            do throws(Rejection) {
                try device.install(manifest)
                Issue.record("it was installed")
            } catch {
                #expect(error.code == .invalidValue && error.field == "lifecycle" && error.accepted == ["scenes"])
            }
            #expect(device.kernel.app("a") == nil)
        }
    }

    @Test("One with code of a scene delegate and no way to scenes traps where they are required")
    func deadSceneCode() throws {
        var device = try TestDevice(.ios27)
        try device.install(
            "a",
            .appDelegate,
            infoPlist: InfoPlist(source: ["DTPlatformVersion": "27.0"]),
            [.sceneDidBecomeActive: [.now(.save(count: nil))]]
        )
        #expect(try device.launch().exit?.reason == .breakpoint)
    }
}
