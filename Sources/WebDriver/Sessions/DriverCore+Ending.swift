import DeviceHost
import LifecycleKernel

extension DriverCore {
    /// Ends a session: its app under test, unless it asked for that to go on, and its own device.
    func end(_ session: Session) async {
        guard sessions.remove(session) else { return }
        // A device made anew under the same name has nothing of this session.
        guard !session.life.isOver else { return }
        let driver = driver(session.device)
        // A device that is gone, or whose journal cannot be written, does not keep a session alive.
        if session.teardown.endsApp, let bundleID = session.bundleID { _ = try? await driver.terminate(bundleID) }
        if session.teardown.deletesDevice { try? await registry.delete(session.device) }
        sessions.forget(session.bundleID ?? "", on: session.device)
    }

    /// Ends a session of WebDriverAgent, in turn with those that are opened on its device: the app that the next one
    /// launches may be the same.
    func endAgentSession(_ session: Session) async {
        await agentTurns.take(on: session.device) { await end(session) }
    }

    /// Ends the sessions that have had no command for as long as they may, and those whose devices are gone, and forgets
    /// what was kept of such devices.
    func expire() async {
        sessions.removeGone()
        for session in sessions.all where session.isForgotten(at: wall.now) { await end(session) }
        simulations.forgetGone()
    }
}
