import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

@Suite("Device tokens in a store", .timeLimit(.minutes(1)))
struct DeviceTokenTests {
    @Test("A store has the installation but no token, and a recovered copy has tokens of its own")
    func copies() async throws {
        let store = TestStore()
        let (device, copy) = (try id("a"), try id("copy"))
        let told = try await withHost(store) { registry in
            _ = try await registry.create(.manual("a"))
            let register = Input.action("com.example.notes", .registerForRemoteNotifications)
            let outcome = try await registry.apply([launchNotes, register], to: device)
            _ = try await registry.fork(device, as: copy)
            return outcome.records.compactMap(\.deviceToken)
        }
        let bytes = ["a", "copy"].flatMap { store.steps(of: $0).flatMap(\.records) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""installation""#) && !text.contains("deviceToken"))
        #expect(try await StoreReplay(of: store).differences.isEmpty)

        try await withHost(store) { registry in
            for id in [device, copy] {
                let token = try #require(try await registry.app("com.example.notes", on: id).value.pushToken)
                let records = try await registry.timeline(of: id, TimelineQuery(limit: 1_000)).records
                #expect(records.compactMap(\.deviceToken) == [token])
                #expect((told == [token]) == (id == device))
            }
        }
    }
}

extension Record {
    /// The device token that an app is told by this record.
    fileprivate var deviceToken: String? {
        guard case .callback(let callback) = body,
            case .string(let token)? = callback.arguments.first(where: { $0.name == "deviceToken" })?.value
        else { return nil }
        return token
    }
}
