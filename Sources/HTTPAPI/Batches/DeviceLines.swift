import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore

/// Carries out lines of one device in their order.
struct DeviceLines: Sendable {
    /// What became of a line.
    enum Outcome: Sendable {
        case here(Result<InputOutcome, Problem>)
        /// It was carried out by another server, which answers with this document.
        case elsewhere([UInt8])
    }

    let routing: PeerRouting
    let device: DeviceID

    private var target: Target { .owner(routing.peers.partition(of: device)) }

    func carryOut(_ lines: [BatchLine]) async -> [Outcome] {
        var outcomes = await carryOutHere(lines)
        // What is left was not carried out.
        for line in lines.dropFirst(outcomes.count) { outcomes.append(await carryOut(line)) }
        return outcomes
    }

    /// Carries out the first lines as long as this server owns the device, so that one commit of the journal has many.
    private func carryOutHere(_ lines: [BatchLine]) async -> [Outcome] {
        guard case .answer = routing.peers.verdict(for: target) else { return [] }
        var outcomes: [Outcome] = []
        var pending: [Held<InputOutcome>] = []
        for line in lines {
            do throws(HostError) {
                pending.append(try await routing.registry.begin(.event(line.event), to: device))
            } catch {
                guard await finish(&pending, &outcomes) else { return outcomes }
                if case .notOwner = error { return outcomes }
                // With those before it out of the way there may be room.
                guard case .overloaded = error, !outcomes.isEmpty else {
                    outcomes.append(.here(.failure(error.problem)))
                    continue
                }
                guard let outcome = await again(line) else { return outcomes }
                outcomes.append(outcome)
            }
        }
        _ = await finish(&pending, &outcomes)
        return outcomes
    }

    /// Waits until lines are durable.
    ///
    /// - Returns: Whether this server has still owned the device; if not, no outcome is added for what was not carried out.
    private func finish(_ pending: inout [Held<InputOutcome>], _ outcomes: inout [Outcome]) async -> Bool {
        defer { pending = [] }
        for held in pending {
            do throws(HostError) {
                outcomes.append(.here(.success(try await held.whenDurable())))
            } catch .notOwner {
                return false
            } catch {
                outcomes.append(.here(.failure(error.problem)))
            }
        }
        return true
    }

    private func again(_ line: BatchLine) async -> Outcome? {
        do throws(HostError) {
            return .here(.success(try await routing.registry.begin(.event(line.event), to: device).whenDurable()))
        } catch .notOwner {
            return nil
        } catch {
            return .here(.failure(error.problem))
        }
    }

    /// Carries out a line wherever the device is.
    private func carryOut(_ line: BatchLine) async -> Outcome {
        let request = PeerRequest(
            .post,
            "/v1/devices/\(device)/events",
            headers: [.contentType: MediaType.json],
            body: ByteBuffer(bytes: line.eventText),
            timeout: .seconds(10)
        )
        do {
            let response = try await routing.deliver(to: target) {
                request
            } here: {
                let outcome = try await routing.registry.begin(.event(line.event), to: device).whenDurable()
                return Answer(applied: outcome).response()
            }
            if let problem = await response.problem { return .here(.failure(problem)) }
            let collected = CollectedBody()
            try await response.body.write(collected)
            guard response.status == .ok, collected.bytes.first == UInt8(ascii: "{") else {
                return .here(.failure(.brokenOff))
            }
            return .elsewhere(collected.bytes)
        } catch {
            return .here(.failure(Problem(describing: error) ?? .brokenOff))
        }
    }
}
