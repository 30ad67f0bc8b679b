/// What processes use: time, processor, network, wake-ups and what else draws on the battery.
///
/// What counts, and why:
/// - Processor: what an app's code says that it works (`work`); the time that anything else in a handler of a simulated
///   app keeps the main thread (`handlerProcessorShare`), unless it hangs; each activity by its share of a core. An
///   attached app says itself what it works: how long its harness takes to answer says nothing about a phone.
/// - An activity that draws counts while the app is on screen, any other while the process runs.
/// - The display of a car, while the app is on no other.
/// - Network: a background transfer's bytes, in the state in which the app is when it has finished.
/// - Wake-ups: each time the system launches or resumes the process in the background.
extension Device {
    /// What an app has used since it was installed; nil when it is not.
    ///
    /// Reading changes nothing: what has passed since the last change is added to what has been written down.
    package func energy(of bundleID: BundleID) -> EnergyReport? {
        index(of: bundleID).map { apps[$0].energyReport(in: system) }
    }
}
