import DeviceHost
import ServiceLifecycle

/// Ends sessions whose clients have gone away.
struct SessionExpiry: Service {
    let core: DriverCore
    /// How long to wait between two looks.
    static let interval = Duration.seconds(1)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await core.wall.sleep(until: core.wall.now + Self.interval)) != nil {
                await core.expire()
            }
        }
    }
}
