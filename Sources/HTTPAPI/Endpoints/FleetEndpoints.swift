import Hummingbird
import LifecycleKernel

/// The servers that share the devices.
struct FleetEndpoints: Sendable {
    let dependencies: APIDependencies

    var routes: [Route] {
        [Route(.get, "/v1/fleet") { request, _ in try await fleet(request) }]
    }

    private func fleet(_ request: Request) async throws -> Response {
        try request.refuseQuery()
        guard let fleet = await dependencies.fleet() else { throw Problem(notReady: .starting) }
        return .json(fleet)
    }
}

extension FleetDocument {
    /// A server that has the devices alone.
    static func embedded(
        _ version: ServiceVersion,
        on name: String,
        devices: Int,
        since start: Instant
    ) -> FleetDocument {
        FleetDocument(
            server: name,
            mode: .embedded,
            lease: nil,
            members: [
                Member(
                    server: name,
                    number: 1,
                    address: nil,
                    version: version.service,
                    kernelVersion: version.kernel,
                    joinedAt: start,
                    leaseRemaining: nil,
                    partitions: 1,
                    devices: devices
                )
            ],
            partitions: [Partition(number: 0, epoch: 1, server: name, state: "owned")]
        )
    }
}
