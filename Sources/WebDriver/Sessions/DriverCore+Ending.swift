import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel

extension DriverCore {
    /// Ends a session: its app under test, unless it asked for that to go on, and its own device.
    ///
    /// - Throws: `notOwner` if this server does not answer for the device now. Then the session is still there.
    func end(_ session: Session) async throws(HostError) {
        if !session.life.isOver { try registry.requireOwner(of: session.device) }
        guard sessions.remove(session) else { return }
        // A device made anew under the same name has nothing of this session, and one that has moved has another owner.
        guard !session.life.isOver else { return }
        let driver = driver(session.device)
        // A device that is gone, or whose journal cannot be written, does not keep a session alive.
        if session.teardown.endsApp, let bundleID = session.bundleID { _ = try? await driver.terminate(bundleID) }
        if session.teardown.deletesDevice { await delete(session.device) }
        sessions.forget(session.bundleID ?? "", on: session.device)
    }

    /// Ends a session of WebDriverAgent, in turn with those that are opened on its device: the app that the next one
    /// launches may be the same.
    ///
    /// - Throws: As `end`.
    func endAgentSession(_ session: Session) async throws(HostError) {
        try await agentTurns.take(for: session.device) { () async throws(HostError) in try await end(session) }
    }

    /// Deletes the own device of a session, wherever it is by now. If it cannot be deleted, it expires.
    func delete(_ device: DeviceID) async {
        do throws(HostError) {
            try await registry.delete(device)
        } catch .notOwner {
            _ = try? await api.call(.delete, "/v1/devices/\(device)")
        } catch {}
    }

    /// Ends the sessions that have had no command for as long as they may, and those whose devices are gone or have moved, and
    /// forgets what was kept of such devices.
    func expire() async {
        sessions.removeGone()
        // While nobody knows who owns its device, a session stays.
        for session in sessions.all where session.isForgotten(at: wall.now) { try? await end(session) }
        simulations.forgetGone()
    }
}
