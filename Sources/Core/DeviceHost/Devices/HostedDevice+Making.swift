import LifecycleKernel
import WireFormat

extension HostedDevice {
    /// Makes a device with its apps, or nothing.
    ///
    /// - Throws: `rejected` when the settings or an app are refused, `limitReached` for too many apps or labels.
    static func make(
        _ new: NewDevice,
        id: DeviceID,
        limits: HostLimits,
        wall: any WallClock,
        manifests: ManifestPool
    ) throws(HostError) -> HostedDevice {
        try check(new, limits)
        let settings = new.settings
        let start = new.startsAt ?? (settings.clock.mode == .manual ? .manualStart : wall.date)
        var device = Device(settings, at: start)
        for (index, app) in new.apps.enumerated() {
            do {
                try device.apply(.install(manifests.shared(app)), at: start, limit: limits.deadlinesPerAdvance)
            } catch {
                throw .rejected(error.inside("apps[\(index)]"), index: nil)
            }
        }
        return HostedDevice(
            id: id,
            labels: new.labels.sorted { $0.key < $1.key },
            expiresAfter: new.expiresAfter.map { .milliseconds($0) },
            device: device,
            clock: DeviceClock(settings.clock, showing: start, at: wall.now),
            records: RecordRing(capacity: limits.recordCapacity)
        )
    }

    private static func check(_ new: NewDevice, _ limits: HostLimits) throws(HostError) {
        guard new.apps.count <= limits.appsPerDevice else {
            throw .limitReached(what: "apps on a device", limit: limits.appsPerDevice)
        }
        guard new.apps.reduce(0, { $0 + $1.keptSize }) <= limits.appBytesPerDevice else {
            throw .limitReached(what: "bytes of apps on a device", limit: limits.appBytesPerDevice)
        }
        guard new.labels.count <= limits.labelsPerDevice else {
            throw .limitReached(what: "labels on a device", limit: limits.labelsPerDevice)
        }
        if let rejection = labelProblem(new.labels) ?? appProblem(new.apps) ?? expiryProblem(new.expiresAfter) {
            throw .rejected(rejection, index: nil)
        }
        if let problem = new.settings.clock.rateProblem(field: "clock.rate") { throw .rejected(problem, index: nil) }
    }

    private static func labelProblem(_ labels: [Label]) -> Rejection? {
        for label in labels {
            if let problem = label.problem { return Rejection(.invalidValue, problem, field: "labels.\(label.key)") }
            if labels.count(where: { $0.key.hasSameBytes(as: label.key) }) > 1 {
                return Rejection(.invalidValue, "a label's name can be used only once", field: "labels.\(label.key)")
            }
        }
        return nil
    }

    private static func appProblem(_ apps: [AppManifest]) -> Rejection? {
        var seen: Set<BundleID> = []
        for (index, app) in apps.enumerated() where !seen.insert(app.bundleID).inserted {
            return Rejection(
                .invalidValue,
                "\(app.bundleID, as: "bundleID") is in the list already",
                field: "apps[\(index)].bundleID"
            )
        }
        return nil
    }

    private static func expiryProblem(_ length: Milliseconds?) -> Rejection? {
        guard let length, length <= 0 else { return nil }
        return Rejection(.invalidValue, "a device must be kept for more than 0 seconds", field: "expiresAfterSeconds")
    }
}

extension ClockSettings {
    /// What is wrong with the rate; nil when nothing is.
    func rateProblem(field: String) -> Rejection? {
        guard rate > 0, rate <= DeviceClock.maximumRate else {
            return Rejection(
                .invalidValue,
                "a clock's rate must be above 0 and at most \(Int(DeviceClock.maximumRate), as: "limit")",
                field: field
            )
        }
        return nil
    }
}

extension Rejection {
    /// The rejection of something inside something else.
    fileprivate func inside(_ path: String) -> Rejection {
        var rejection = self
        rejection.field = field.map { "\(path).\($0)" } ?? path
        return rejection
    }
}
