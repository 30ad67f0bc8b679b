import DeviceHost
import LifecycleKernel

extension DriverCore {
    /// Ends a session: its app under test, unless it asked for that to go on, and its own device.
    func end(_ session: Session) async {
        guard sessions.remove(session) else { return }
        let driver = driver(session.device)
        // A device that is gone, or whose journal cannot be written, does not keep a session alive.
        if session.ending.endsApp, let bundleID = session.bundleID { _ = try? await driver.terminate(bundleID) }
        if session.ending.deletesDevice { try? await registry.delete(session.device) }
        sessions.forget(session.bundleID ?? "", on: session.device)
    }

    /// Ends the sessions that have had no command for as long as they may, and forgets what was kept of devices that are
    /// gone.
    func expire() async {
        for session in sessions.all where session.isForgotten(at: wall.now) { await end(session) }
        for device in simulations.devices {
            do throws(HostError) {
                _ = try await registry.situation(of: device)
            } catch .unknownDevice {
                simulations.forget(device)
            } catch {
                continue
            }
        }
    }
}
