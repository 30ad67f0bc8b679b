import LifecycleKernel
import Simulation
import StateCoding
import WireFormat

/// Prints a digest of every random life from one seed to another and the hash of the state at its end, so that two
/// processes can be compared byte for byte.
@main
struct Simulate {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
        guard arguments.count == 2, arguments[0] <= arguments[1] else {
            print("usage: simulate FIRST-SEED LAST-SEED")
            return
        }
        for seed in arguments[0]...arguments[1] {
            let timeline = Timeline(seed: seed, steps: 60)
            let digest = String(digest(timeline.records), radix: 16)
            print(seed, timeline.records.count, digest, String(timeline.device.stateHash, radix: 16))
            for violation in timeline.violations { print("  ", violation) }
        }
    }

    /// FNV-1a over the records as they are written.
    static func digest(_ records: [Record]) -> UInt64 {
        records.reduce(FNV1a.start) { FNV1a.hash(String(describing: $1.value), from: $0) }
    }
}
