import DeviceHost
import Fleet
import FleetServer
import Testing

struct FleetViewTests {
    @Test("A server that has not joined answers for nothing, and knows nobody who does")
    func unjoined() {
        #expect(FleetView(wall: SystemWallClock()).verdict(for: Partition(0)) == .unavailable)
    }
}
