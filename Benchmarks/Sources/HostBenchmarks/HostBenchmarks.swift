import DeviceHost
import LifecycleKernel
import Measuring

/// Measures a registry with a million suspended processes. Arguments: how many devices, how many apps on each.
@main
struct HostBenchmarks {
    static func main() async throws {
        let sizes = CommandLine.arguments.dropFirst().compactMap(Int.init)
        let devices = sizes.first ?? 100_000
        let appsPerDevice = sizes.dropFirst().first ?? 10
        try await measurePopulation(devices: devices, appsPerDevice: appsPerDevice)
    }
}
