import TestKit
import Testing

@testable import LifecycleKernel

/// Every overlay.
@Suite struct OverlayTests {
    @Test("Every overlay has a name and a reason of its own")
    func distinct() {
        let reasons = Overlay.all.map(\.reason)
        #expect(Set(reasons).count == reasons.count)
        #expect(Set(Overlay.all.map(\.name)).count == reasons.count)
        let others: DeactivationReasons = [
            .appSwitcher, .systemAlert, .call, .ownAlert, .shareSheet, .launching, .notOnScreen,
        ]
        #expect(reasons.allSatisfy { others.isDisjoint(with: $0) })
    }

    @Test("An overlay deactivates the app in front until it is dismissed", arguments: Overlay.all)
    func deactivates(overlay: Overlay) throws {
        var device = try TestDevice(.documents)
        try device.install()
        try device.launch()
        #expect(device.refusal(of: .device(.dismiss(overlay))) == .notPossibleNow)
        #expect(try device.send(.present(overlay)).callbacks == [.applicationWillResignActive])
        #expect(device.refusal(of: .device(.present(overlay))) == .notPossibleNow)
        #expect(device.process()?.deactivationReasons == [overlay.name])
        #expect(try device.send(.dismiss(overlay)).callbacks == [.applicationDidBecomeActive])
    }
}
