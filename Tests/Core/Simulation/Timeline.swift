import LifecycleKernel
import StateCoding

/// One random life of a device.
public struct Timeline: Sendable {
    /// Every record.
    public var records: [Record] = []
    /// How many inputs were refused, by code.
    public var refused: [Rejection.Code: Int] = [:]
    /// The errors in records or states, as text.
    public var violations: [String] = []
    /// The device at the end.
    public var device: Device

    /// What one tick or input may settle; more is a loop.
    private static let limits = AdvanceLimits(deadlines: 100_000)

    /// Simulates a random life.
    ///
    /// - Parameters:
    ///   - seed: The seed of the life.
    ///   - steps: The number of inputs.
    ///   - ticks: The seed of the ticks; nil for none. They must make no difference.
    ///   - recoveries: The seed of the instants at which the device is decoded from its encoded state; nil
    ///     for none. They must make no difference.
    public init(seed: UInt64, steps: Int, ticks: UInt64? = nil, recoveries: UInt64? = nil) {
        var random = SplitMix64(seed: seed)
        var cuts = ticks.map(SplitMix64.init(seed:))
        var losses = recoveries.map(SplitMix64.init(seed:))
        device = Device(random.deviceSettings(), at: .manualStart)
        var inspector = Inspector(model: device.settings.model)
        for bundleID in SplitMix64.bundleIDs.dropLast() {
            apply(.install(random.manifest(bundleID)), at: device.now, &inspector)
        }
        var now = device.now
        for _ in 0..<steps {
            let input = random.input(for: device)
            now = max(device.now, now + (random.oneIn(2) ? 0 : random.duration()))
            if var cut = cuts {
                tick(upTo: now, &cut, &losses, &inspector)
                cuts = cut
            }
            apply(input, at: now, &inspector)
            if losses?.oneIn(3) == true { recover() }
        }
        inspector.inspectAudits(of: device)
        inspector.inspectEnergy(of: device)
        violations += inspector.violations
    }

    /// Lets time pass to an instant in several steps, and may recover the device between them.
    private mutating func tick(
        upTo now: Instant,
        _ cut: inout SplitMix64,
        _ losses: inout SplitMix64?,
        _ inspector: inout Inspector
    ) {
        for _ in 0..<cut.below(5) {
            let span = now - device.now
            let instant = device.now + (span > 0 ? Milliseconds(cut.below(Int(span.count) + 1)) : 0)
            if device.settle(before: instant, within: Self.limits) != .reached {
                violations.append("a tick settled without end")
            }
            guard losses?.oneIn(8) == true else { continue }
            take(&inspector)
            recover()
        }
    }

    /// Replaces the device by one decoded from its encoded state.
    private mutating func recover() {
        let state = device.encodedState()
        do throws(StateCodingError) {
            device = try Device(encodedState: state)
        } catch {
            violations.append("\(error)")
        }
        if device.encodedState() != state {
            violations.append("a decoded device is encoded in another way")
        }
    }

    private mutating func apply(_ input: Input, at now: Instant, _ inspector: inout Inspector) {
        let untouched = device
        do throws(Rejection) {
            try device.apply(input, at: now, limit: 100_000)
        } catch {
            refused[error.code, default: 0] += 1
            var alone = untouched
            _ = alone.settle(before: now, within: Self.limits)
            if alone.takeRecords() != device.takeRecordsOfCopy() {
                violations.append("a refused \(input) left something behind")
            }
        }
        take(&inspector)
    }

    /// Takes the records that the device has written.
    private mutating func take(_ inspector: inout Inspector) {
        let written = device.takeRecords()
        records += written
        inspector.inspect(written, device)
    }
}

extension Device {
    /// The records that were written since the last call.
    func takeRecordsOfCopy() -> [Record] {
        var copy = self
        return copy.takeRecords()
    }
}
