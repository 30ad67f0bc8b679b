import NIOCore
import ServiceLifecycle

/// A listener besides that of the interface, as a service whose failure to listen names its address.
struct FacadeListener: Service {
    let listener: any Service
    /// The address that it is to listen on.
    let address: String

    func run() async throws {
        do {
            try await listener.run()
        } catch let error as IOError {
            throw FacadeListenerError(address: address, error: error)
        }
    }
}

/// A listener besides that of the interface cannot listen.
struct FacadeListenerError: Error {
    let address: String
    let error: IOError
}
