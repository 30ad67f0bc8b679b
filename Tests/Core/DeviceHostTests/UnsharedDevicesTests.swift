import Testing

@testable import DeviceHost

@Suite("Devices that no other server changes")
struct UnsharedDevicesTests {
    @Test(
        "are those that were compared since the last look, and of which no notice has come since the last look but one"
    )
    func notices() {
        var devices = UnsharedDevices()
        #expect(!devices.contains(1))
        devices.noteCurrent(1)
        devices.noteCurrent(2)
        #expect(devices.contains(1))
        devices.noteChanges([1, 3])
        #expect(!devices.contains(1) && devices.contains(2))
        devices.noteCurrent(1)
        #expect(!devices.contains(1))
        devices.look()
        for device: Int64 in 1...2 { devices.noteCurrent(device) }
        #expect(!devices.contains(1) && devices.contains(2))
        devices.look()
        #expect(!devices.contains(2))
        devices.noteCurrent(1)
        #expect(devices.contains(1))
    }
}
