import LifecycleKernel
import Simulation

/// A random life of a device that is watched from input to input.
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

    /// Lets random inputs come in at random instants; each that is taken is shown with what it wrote.
    ///
    /// - Parameter replacing: What comes in instead of a random input; nil leaves it.
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

    /// Applies an input; what passing time wrote is shown even if the input is refused, as an advance of nothing.
    mutating func apply(
        _ input: Input,
        after length: Milliseconds = 0,
        _ look: (Input, [Record], Device) -> Void
    ) {
        let isTaken = (try? device.apply(input, at: device.now + length, limit: 100_000)) != nil
        look(isTaken ? input : .advance(.by(0)), device.takeRecords(), device)
    }
}
