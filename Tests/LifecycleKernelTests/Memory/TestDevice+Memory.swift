import LifecycleKernel
import TestKit

/// Memory: how much is left, and where it runs short.
extension TestDevice {
    /// A tenth and a twentieth of the device's memory: the warning line and the critical line.
    static let warningLine: ByteCount = 644_245_094
    static let criticalLine: ByteCount = 322_122_547
    static let megabyte: ByteCount = 1_000_000

    /// Installs an app with a footprint.
    mutating func install(
        _ app: BundleID,
        megabytes: Int64,
        purgeable: Int64 = 0,
        modes: [String] = [],
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws {
        try install(
            AppManifest(
                bundleID: app,
                lifecycle: .appDelegate,
                infoPlist: InfoPlist(backgroundModes: modes),
                footprintBytes: Self.megabyte * megabytes,
                purgeableBytes: Self.megabyte * purgeable,
                behavior: AppBehavior(handlers)
            )
        )
    }

    /// The available memory: the device's, without the system's and without footprints.
    var available: ByteCount {
        let all = kernel.settings.memoryBytes
        var system = ByteCount(all.count / 4)
        for record in history {
            if case .input(.event(.device(.allocateSystemMemory(let bytes)))) = record.body { system += bytes }
            if case .input(.event(.device(.freeSystemMemory(let bytes)))) = record.body { system = system - bytes }
            system = min(max(0, system), all)
        }
        return kernel.processes.reduce(all - system) { $1.state == .terminated ? $0 : $0 - $1.footprintBytes }
    }

    /// Lets the system allocate memory until an amount is available, before anything reacts.
    @discardableResult
    mutating func squeeze(to bytes: ByteCount) throws -> [Record] { try send(.allocateSystemMemory(available - bytes)) }
}

extension [Record] {
    /// The apps that were killed, in order.
    var killed: [BundleID] {
        compactMap { if case .exit = $0.body { $0.bundleID } else { nil } }
    }

    /// The apps that got a memory warning, in order.
    var warned: [BundleID] {
        filter { [$0].callbacks == [.didReceiveMemoryWarning] }.compactMap(\.bundleID)
    }

    /// The memory levels recorded, in order.
    var memoryLevels: [MemoryLevel] {
        compactMap { if case .memory(let level, _) = $0.body { level } else { nil } }
    }
}
