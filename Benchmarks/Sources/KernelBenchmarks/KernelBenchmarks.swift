import LifecycleKernel
import Measuring

/// Measures the kernel alone, on one core. Without arguments everything; else the benchmarks named.
@main
struct KernelBenchmarks {
    static func main() throws {
        let wanted = CommandLine.arguments.dropFirst()
        func runs(_ name: String) -> Bool { wanted.isEmpty || wanted.contains(name) }
        if runs("transitions") {
            try measureTransitions(.appDelegate, cycles: 300_000)
            try measureTransitions(.scenes, cycles: 300_000)
        }
        if runs("timedEvents") {
            try measureTimedEvents(devices: 20_000, appsPerDevice: 1, minutes: 60)
            try measureTimedEvents(devices: 2_000, appsPerDevice: 10, minutes: 60)
        }
    }
}
