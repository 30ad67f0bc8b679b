import DeviceHost

/// Why a request is refused; nil when it is not.
func refusal(_ request: () async throws -> some Sendable) async -> HostError? {
    do {
        _ = try await request()
        return nil
    } catch {
        return error as? HostError
    }
}
