import DeviceHost
import Foundation
import LifecycleKernel
import WireFormat

// The faults that were asked for: in memory, or in the journal that several servers share. There a fault answers as many pushes
// of all servers together as it says.
extension PushService {
    /// All faults, oldest first.
    ///
    /// - Throws: `journalUnavailable` if a shared journal cannot be read.
    package func allFaults() async throws(HostError) -> [Fault] {
        let shared = try await registry.withSharedItems { journal, _ in try await sharedFaults(journal).map(\.fault) }
        return shared ?? faults.all
    }

    /// Adds a fault. Where there are as many as there may be, those for devices that are gone make room.
    ///
    /// - Returns: Whether there was room for it.
    /// - Throws: `journalUnavailable` if a shared journal cannot be written.
    package func add(_ fault: Fault) async throws(HostError) -> Bool {
        if try await keep(fault) { return true }
        for device in Set(try await allFaults().compactMap(\.device)) {
            do throws(HostError) {
                _ = try await registry.device(device)
            } catch .unknownDevice {
                try await removeFaults(topic: nil, token: nil, device: device)
            } catch {}
        }
        return try await keep(fault)
    }

    private func keep(_ fault: Fault) async throws(HostError) -> Bool {
        let item = ServerItem(.fault, UUID().uuidString.lowercased(), JSONText.write(fault))
        let isKept = try await registry.withSharedItems { _, items in try await items.add(item, atMost: Faults.limit) }
        return isKept ?? faults.add(fault)
    }

    /// Removes the faults with these conditions; all without any.
    ///
    /// - Throws: `journalUnavailable` if a shared journal cannot be written; some may have been removed.
    package func removeFaults(topic: String?, token: String?, device: DeviceID?) async throws(HostError) {
        let isShared: Void? = try await registry.withSharedItems { journal, items in
            var isRemoved = false
            // One that a push uses meanwhile is another one by then.
            while !isRemoved {
                isRemoved = true
                for (item, fault) in try await sharedFaults(journal)
                where fault.hasConditions(topic: topic, token: token, device: device) {
                    isRemoved = try await items.replace(item, with: nil) && isRemoved
                }
            }
        }
        if isShared == nil { faults.remove(topic: topic, token: token, device: device) }
    }

    /// The oldest fault that a push gets, which is used up by that.
    ///
    /// - Throws: `journalUnavailable` if a shared journal cannot be read or written.
    func takeFault(for headers: PushHeaders, on device: DeviceID) async throws(HostError) -> Fault? {
        let taken: Fault?? = try await registry.withSharedItems { journal, items in
            // When another server was faster, the next one is looked for.
            while let (item, fault) = try await sharedFaults(journal).first(where: { $1.fits(headers, on: device) }) {
                var rest = fault
                rest.times -= 1
                if try await items.replace(item, with: rest.times > 0 ? JSONText.write(rest) : nil) { return fault }
            }
            return nil
        }
        return taken ?? faults.take(for: headers, on: device)
    }

    /// The faults in a shared journal, oldest first.
    private func sharedFaults(_ journal: any Journal) async throws -> [(item: ServerItem, fault: Fault)] {
        try await journal.items(.fault).compactMap { item in
            item.held(logger: logger, Fault.init(_:)).map { (item, $0) }
        }
    }
}
