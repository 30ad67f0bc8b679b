import LifecycleKernel
import Simulation

/// A random life of a device that is checked after each input.
struct RandomLife {
    private(set) var device: Device
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        device = Device(random.deviceSettings(), at: .manualStart)
        for bundleID in SplitMix64.bundleIDs.dropLast() {
            _ = try? device.apply(.install(random.manifest(bundleID)), at: device.now, limit: 1_000)
        }
        _ = device.takeRecords()
    }

    /// Applies random inputs at random instants; the body gets each accepted one with its records.
    ///
    /// - Parameter replacing: An input to apply instead of a random one; nil for none.
    mutating func live(
        steps: Int,
        replacing: (inout SplitMix64) -> Input? = { _ in nil },
        _ look: (Input, [Record], Device) -> Void
    ) {
        for _ in 0..<steps {
            let input = replacing(&random) ?? random.input(for: device)
            apply(input, after: random.oneIn(2) ? 0 : random.duration(), look)
        }
    }

    /// Applies an input. If it is refused, the body gets the records of the time passed, as an advance of 0.
    mutating func apply(
        _ input: Input,
        after length: Milliseconds = 0,
        _ look: (Input, [Record], Device) -> Void
    ) {
        let isTaken = (try? device.apply(input, at: device.now + length, limit: 100_000)) != nil
        look(isTaken ? input : .advance(.by(0)), device.takeRecords(), device)
    }
}
