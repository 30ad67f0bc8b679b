import LifecycleKernel
import Simulation
import StateCoding
import WireFormat

/// Prints a digest of every random life from one seed to another and the hash of the state at its end, so that two
/// processes can be compared byte for byte. With `golden` it prints a state to keep, see `StateGoldenTests`.
@main
struct Simulate {
    static func main() {
        if CommandLine.arguments.dropFirst() == ["golden"] { return printGolden() }
        let arguments = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
        guard arguments.count == 2, arguments[0] <= arguments[1] else {
            print("usage: simulate FIRST-SEED LAST-SEED, or simulate golden")
            return
        }
        for seed in arguments[0]...arguments[1] {
            let timeline = Timeline(seed: seed, steps: 60)
            let digest = String(digest(timeline.records), radix: 16)
            print(seed, timeline.records.count, digest, String(timeline.device.stateHash, radix: 16))
            for violation in timeline.violations { print("  ", violation) }
        }
    }

    /// Prints the encoded state of a device with many things in progress, in lines of 50 bytes.
    private static func printGolden() {
        let lives = (1...).lazy.map { (seed: UInt64) in Timeline(seed: seed, steps: 60).device }
        let device = lives.first { device in
            device.appStatuses.count == 3 && device.nextDeadline != nil
                && device.processes.contains { $0.state == .suspended }
        }
        let digits = (device?.encodedState() ?? []).flatMap { byte in
            [String(byte >> 4, radix: 16), String(byte & 0xf, radix: 16)]
        }
        for start in stride(from: 0, to: digits.count, by: 100) { print(digits[start...].prefix(100).joined()) }
    }

    /// FNV-1a over the records as they are written.
    static func digest(_ records: [Record]) -> UInt64 {
        records.reduce(FNV1a.start) { FNV1a.hash(String(describing: $1.value), from: $0) }
    }
}
