import DeviceHost
import Explorer
import LifecycleKernel
import Scenarios
import WireFormat

/// The device that an exploration begins with.
struct ExplorationOrigin: Hashable, Codable, Sendable {
    /// The device. It does not notice.
    var device: DeviceID
    /// Its last record that has happened when the exploration begins.
    var sequence: SequenceNumber
    /// Whether what has happened before is kept, so that a scenario leads there.
    var isRecorded: Bool
}

/// That device as it is when the exploration begins.
struct ExplorationStart: Codable, Sendable {
    var origin: ExplorationOrigin
    var state: Device
    /// What has happened before, as a scenario; nil when that is not known any more.
    var life: Value?
}

extension NewExploration {
    /// The device that it begins with; nil if it begins with none.
    ///
    /// - Throws: A `HostError` for a device that cannot be read.
    func start(on registry: DeviceRegistry) async throws -> ExplorationStart? {
        guard case .device(let device, let sequence, _) = source else { return nil }
        let state = try await registry.state(of: device, at: sequence)
        let life = try await Self.life(of: device, until: state, on: registry)
        let origin = ExplorationOrigin(device: device, sequence: state.lastSequence, isRecorded: life != nil)
        return ExplorationStart(origin: origin, state: state, life: life)
    }

    /// What is explored.
    ///
    /// - Parameter start: The device that it begins with.
    /// - Throws: What is wrong with it.
    func exploration(from start: ExplorationStart?) throws(Rejection) -> Exploration {
        switch (source, start) {
        case (.file(let exploration), _): return exploration
        case (.device(let device, _, let fields), let start?):
            var exploration = try Self.exploration(of: start.state, named: device.description, fields)
            if let life = start.life {
                exploration.device = life["device"] ?? .object([])
                exploration.apps = life["apps"]?.elements ?? []
                exploration.start = life["steps"]?.elements ?? []
            }
            return exploration
        case (.device(let device, _, _), nil):
            throw Rejection(.notPossibleNow, "The device \(device, as: "device") is missing.")
        }
    }

    private static func exploration(
        of state: Device,
        named name: String,
        _ fields: [Value.Member]
    ) throws(Rejection) -> Exploration {
        let own: [Value.Member] = [
            .init("explore", .string(name)), .init("device", state.settings.value),
            .init("apps", .array(state.appStatuses.map(\.manifest.value))),
        ]
        var exploration = try Exploration(.object(own + fields), name: name)
        exploration.startingDevice = state
        // Nobody plays the app here: its handlers return before any time passes.
        if state.app(exploration.target)?.manifest.driver == .attached, exploration.inputs.returnsWithin == nil {
            exploration.inputs.returnsWithin = 0
        }
        return exploration
    }

    /// What has happened on a device up to a state of it, as a scenario; nil when that is not known any more.
    private static func life(
        of device: DeviceID,
        until state: Device,
        on registry: DeviceRegistry
    ) async throws -> Value? {
        guard let timeline = try await timeline(of: device, on: registry) else { return nil }
        let recorder = ScenarioRecorder(
            name: device.description,
            device: timeline.initialSettings.value,
            checksAfter: SequenceNumber(rawValue: UInt64(Int64.max))
        )
        let records = timeline.records.prefix { $0.sequence <= state.lastSequence }
        // An app that was uninstalled cannot be told of in a scenario.
        return try? recorder.document(of: records.map(\.value), until: state.now)
    }

    /// The timeline of a device; nil when its first records are no longer kept.
    private static func timeline(
        of device: DeviceID,
        on registry: DeviceRegistry
    ) async throws -> CompleteTimeline? {
        do {
            return try await registry.completeTimeline(of: device)
        } catch HostError.recordsEvicted {
            return nil
        }
    }
}
