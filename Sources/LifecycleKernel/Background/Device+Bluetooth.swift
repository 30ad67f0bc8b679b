/// Bluetooth events, and the apps that they wake. Source: facts 6.1 (TN3115).
extension Device {
    /// Delivers an event of an app's Bluetooth scan or advertising. Source: facts 6.1 (TN3115).
    mutating func bluetoothEvent(_ index: Int) {
        guard let service = apps[index].background.bluetooth else {
            apps[index].write(.verdict(.bluetooth, .dropped, .notMonitoring), in: &system)
            return
        }
        if let refusal = apps[index].reasonToDropBluetooth(service, in: system) {
            apps[index].write(.verdict(.bluetooth, .dropped, refusal), in: &system)
            return
        }
        guard apps[index].installation.declares(service.role.mode) else {
            // In front no mode is needed, and none of its time in the background comes of it.
            apps[index].write(.verdict(.bluetooth, .delivered, nil), in: &system)
            apps[index].enqueue([.call(service.role.event, scene: 0, arguments: [])])
            pump(index)
            return
        }
        let restores = !apps[index].hasLaunched
        let identifier = Value.Member.optional("restoreIdentifier", service.restoreIdentifier)
        wake(
            index,
            for: .bluetooth,
            holding: .bluetooth,
            lasting: system.rulebook.milliseconds(.bluetoothWakeSeconds),
            verdict: Verdict(subject: .bluetooth, decision: .delivered, reason: nil, identifier: nil),
            first: restores ? .call(service.role.restoration, scene: 0, arguments: identifier) : nil,
            then: .call(service.role.event, scene: 0, arguments: []),
            options: service.restoreIdentifier.map { [Value.Member(service.role.launchOption, [.string($0)])] } ?? []
        )
    }
}
