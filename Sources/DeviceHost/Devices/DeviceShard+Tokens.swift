import DeviceTokens
import LifecycleKernel

extension DeviceShard {
    /// Enters the device tokens of the apps in a slot in the index, and retires those of apps that are no longer there.
    func indexTokens(of slot: Int) {
        guard let tokens else { return }
        let id = slots.values[slot]!.id
        let apps = slots.withDevice(slot) { $0.device.appStatuses }
        let items = tokens.set(apps.map { $0.namingTokens(on: id.description) }, of: id, at: wall.date)
        keep(items)
    }

    /// Enters the device tokens in a slot in the index after a step that installed or removed an app.
    func indexTokens(of slot: Int, after records: [Record]) {
        guard tokens != nil, records.contains(where: \.changesInstallations) else { return }
        indexTokens(of: slot)
    }

    /// Retires the device tokens of a device that is removed.
    func retireTokens(of device: DeviceID) {
        guard let tokens else { return }
        keep(tokens.set([], of: device, at: wall.date))
    }

    /// Appends the tokens that were retired to the journal. They go before the change that retires them: if only they are
    /// written, the app still has its token, and that is what counts after a start.
    private func keep(_ items: [ServerItem]) {
        guard let journal else { return }
        for item in items { journal.append(.kept(item)) }
    }
}

extension Record {
    /// Whether an app was installed, updated or removed.
    fileprivate var changesInstallations: Bool {
        guard case .input(let input) = body else { return false }
        return switch input {
        case .install, .uninstall: true
        case .event, .action, .completion, .clock, .advance: false
        }
    }
}
