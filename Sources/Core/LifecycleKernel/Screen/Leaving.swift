/// What the system does when a window has left the screen: it takes the snapshots for the app switcher, and purges
/// memory whose contents the app can make again. The app takes that memory again when it comes back.
///
/// Records: `snapshot`, and a finding if a snapshot shows sensitive content. Sources: facts 1.2, 1.5, 8.
extension App {
    mutating func takeSnapshots(of scene: SceneID, in system: inout SystemState) {
        let sensitiveContent =
            process.work.isBlank ? nil : process.trace(.sensitiveContent)
        let before = system.lastSequence
        for appearance in Appearance.allCases {
            write(.snapshot(appearance, sensitiveContent: sensitiveContent != nil), scene: scene, in: &system)
        }
        guard let sensitiveContent else { return }
        let finding = Finding(
            code: .sensitiveContentInSnapshot,
            detail: "the app switcher shows what the app did not hide before it left the screen",
            evidence: [sensitiveContent.sequence] + (1...Appearance.allCases.count).map { before + $0 }
        )
        report(finding, scene: scene, in: &system)
    }

    /// Takes the snapshots for the app switcher, and purges memory. Source: facts 1.2 and 8 (snapshots, light and
    /// dark).
    mutating func leftScreen(_ scene: SceneID, in system: inout SystemState) -> AppEffect? {
        guard !process.isEnding else { return nil }
        if otherRole(ofSession: scene) == nil { takeSnapshots(of: scene, in: &system) }
        guard process.state == .background else { return nil }
        let purged = min(max(0, manifest.purgeableBytes), process.footprintBytes)
        process.changeFootprint(by: -purged)
        process.purgedBytes += purged
        return purged > 0 ? .purgedMemory : endAfterLeavingScreen(in: &system)
    }

    /// Ends an app that has left the screen, after its memory was purged, if it renders without permission or does not
    /// want to be suspended. Source: facts 1.5 (exits on suspend).
    mutating func endAfterLeavingScreen(in system: inout SystemState) -> AppEffect? {
        if let effect = endIfRenderingInBackground(in: &system) { return effect }
        let exits = installation.exitsOnSuspend(system.rulebook)
        return exits ? .requestTermination(Self.exitInsteadOfSuspending) : nil
    }

    /// Takes again the memory that was purged.
    mutating func reusePurgedMemory() -> AppEffect? {
        let purged = process.purgedBytes
        process.changeFootprint(by: purged)
        process.purgedBytes = 0
        return purged > 0 ? .footprintGrew : nil
    }
}
