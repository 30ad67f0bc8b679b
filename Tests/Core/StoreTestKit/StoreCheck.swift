import DeviceHost
import LifecycleKernel
import Simulation
import StateCoding
import TestKit

/// What every kind of store does: it has the devices of the host, each with its present state and earlier ones.
package struct StoreCheck: Sendable {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// Runs the check on a host that has no devices.
    ///
    /// - Returns: What is wrong.
    package func run(seed: UInt64, on registry: DeviceRegistry) async throws -> [String] {
        var random = SplitMix64(seed: seed)
        var devices: [DeviceOrigin] = []
        let first = try await registry.create(.manual("first")).id
        guard let before = try await registry.store.devices(named: [first]).first?.number else { throw MissingValue() }
        try await registry.delete(first)
        for number in 1...Int64(6) {
            var new = NewDevice.manual("d\(number)")
            new.labels = [Label(key: "number", value: "\(number)")]
            new.expiresAfter = number == 2 ? 60_000 : nil
            let id = try await registry.create(new).id
            devices.append(
                DeviceOrigin(number: before + number, id: id, labels: new.labels, expiresAfter: new.expiresAfter)
            )
        }
        for device in devices.dropLast() { try await live(device, on: registry, &random) }
        try await registry.delete(devices[3].id)
        let gone = try await registry.store.storedDevices([before + 4]).first
        if case .success? = gone { findings.expect(false, "the deleted device is kept") }
        devices.remove(at: 3)
        let all = try await registry.store.devices(after: 0, limit: 10)
        findings.expect(all == devices, "\(all)")
        let some = try await registry.store.devices(after: before + 2, limit: 2)
        findings.expect(some == Array(devices[2..<4]), "\(some)")
        let again = try await registry.create(.manual("d4")).id
        let last = try await registry.store.devices(after: before + 6, limit: 10)
        findings.expect(last.map(\.number) == [before + 7] && last.map(\.id) == [again], "\(last)")
        let named = try await registry.store.devices(named: [devices[1].id, again])
        findings.expect(Set(named.map(\.number)) == [before + 2, before + 7], "\(named)")
        try await items(on: registry)
        return findings.all
    }

    /// Sends a device random inputs, and restores each of its states.
    private func live(_ origin: DeviceOrigin, on registry: DeviceRegistry, _ random: inout SplitMix64) async throws {
        let beginning = try await registry.stateHash(of: origin.id)
        var states = [(sequence: beginning.sequence, hash: beginning.value)]
        var model = try await registry.state(of: origin.id, at: nil)
        for _ in 0..<40 {
            let input = random.input(for: model).asSent
            guard (try? await registry.apply(input, to: origin.id)) != nil else { continue }
            model = try await registry.state(of: origin.id, at: nil)
            states.append((model.lastSequence, model.stateHash))
        }
        let stored = try await registry.store.storedDevices([origin.number])[0].get()
        let restored = try stored.recovered()
        findings.expect(restored.stateHash == model.stateHash, "the present state of \(origin.id)")
        var evicted = 0
        for (sequence, hash) in states {
            do throws(HostError) {
                let state = try await registry.state(of: origin.id, at: sequence)
                findings.expect(state.stateHash == hash, "\(origin.id) at \(sequence)")
            } catch .stateEvicted(let oldest) {
                evicted += 1
                findings.expect(oldest > sequence, "\(origin.id) at \(sequence), the oldest is \(oldest)")
                let first = try await registry.state(of: origin.id, at: oldest)
                findings.expect(first.lastSequence == oldest, "the oldest state of \(origin.id)")
            }
        }
        findings.expect(evicted < states.count / 2, "\(evicted) of \(states.count) states are not kept")
    }

    /// Items are kept by kind and name, in the order in which they were last written. Removed ones are gone.
    private func items(on registry: DeviceRegistry) async throws {
        func item(_ kind: ServerItem.Kind, _ name: String, _ text: String?) -> ServerItem {
            ServerItem(kind, name, text.map { Array($0.utf8) })
        }
        try await registry.keep([
            item(.push, "a", "1"), item(.push, "b", "2"), item(.providerKey, "a", "key"), item(.push, "c", "3"),
        ]).whenDurable()
        try await registry.keep([item(.push, "a", "4"), item(.push, "b", nil), item(.push, "none", nil)]).whenDurable()
        let pushes = try await registry.store.items(.push).value
        findings.expect(pushes.map(\.name) == ["c", "a"])
        findings.expect(pushes.map(\.value) == [Array("3".utf8), Array("4".utf8)])
        findings.expect(try await registry.store.items(.providerKey).value.map(\.name) == ["a"])
        findings.expect(try await registry.store.items(.webhook).value.isEmpty)
    }
}
