import Testing

@testable import LifecycleKernel

/// The conditions of a device, by themselves.
@Suite struct ConditionsTests {
    /// An event, and the conditions that apps are notified of because of it on a new device.
    struct Row: Sendable {
        var event: ConditionEvent
        var changes: Set<ConditionChange>
    }

    static let rows = [
        Row(event: .changeLocale("de_DE"), changes: [.locale]),
        Row(event: .changeLocale("en_US"), changes: []),
        Row(event: .rotate(.landscapeLeft), changes: [.orientation]),
        Row(event: .setBattery(level: 500, isCharging: nil), changes: [.batteryLevel]),
        Row(event: .setBattery(level: nil, isCharging: true), changes: [.batteryState]),
        Row(event: .setBattery(level: 500, isCharging: true), changes: [.batteryLevel, .batteryState]),
        Row(event: .setBattery(level: nil, isCharging: nil), changes: []),
        Row(event: .setNetwork(.none), changes: []),
        Row(event: .setThermalState(.serious), changes: [.thermalState]),
        Row(event: .setLowPowerMode(true), changes: [.lowPowerMode]),
        Row(event: .setBackgroundRefresh(false, bundleID: nil), changes: [.backgroundRefresh]),
        Row(event: .setBackgroundRefresh(false, bundleID: "notes"), changes: []),
        Row(event: .changeTime, changes: []),
        Row(event: .setIdle(true), changes: []),
    ]

    @Test("An event changes what it says and nothing else", arguments: rows.indices)
    func changes(index: Int) {
        let row = Self.rows[index]
        let before = Conditions()
        var after = before
        after.change(by: row.event)
        let changes = ConditionChange.allCases.filter { $0.differs(before, after) }
        #expect(Set(changes) == row.changes, "\(row.event)")
        after.change(by: row.event)
        #expect(ConditionChange.allCases.filter { $0.differs(before, after) } == changes, "\(row.event) again")
    }

    @Test("The network, the battery and whether anybody uses the device are kept")
    func values() {
        var conditions = Conditions()
        conditions.change(by: .setNetwork(.cellular))
        conditions.change(by: .setBattery(level: 200, isCharging: true))
        conditions.change(by: .setBattery(level: nil, isCharging: false))
        conditions.setIdle(true)
        #expect(conditions.network == .cellular)
        #expect(conditions.batteryLevel == 200)
        #expect(!conditions.isCharging)
        #expect(conditions.isIdle)
        conditions.setIdle(false)
        #expect(!conditions.isIdle)
    }
}
