import LifecycleKernel

extension WakeEvent {
    /// The types of events that wake an app, as the field `type` names them.
    enum TypeName: String, CaseIterable {
        case performFetch = "backgroundFetch.perform"
        case launchTask = "backgroundTask.launch"
        case expireTask = "backgroundTask.expire"
        case locationUpdate = "location.update"
        case significantLocationChange = "location.significantChange"
        case region = "location.region"
        case bluetooth = "bluetooth.event"
        case voipPush = "voip.push"
        case finishTransfer = "urlSession.finish"
    }

    /// The type of this event.
    var typeName: TypeName {
        switch self {
        case .performFetch: .performFetch
        case .launchTask: .launchTask
        case .expireTask: .expireTask
        case .locationUpdate: .locationUpdate
        case .significantLocationChange: .significantLocationChange
        case .region: .region
        case .bluetooth: .bluetooth
        case .voipPush: .voipPush
        case .finishTransfer: .finishTransfer
        }
    }

    /// Reads the fields of an event of a known type.
    init(_ type: TypeName, reading fields: inout FieldReader) throws(Rejection) {
        switch type {
        case .performFetch: self = .performFetch
        case .launchTask: self = .launchTask(try fields.string("identifier"))
        case .expireTask: self = .expireTask(try fields.string("identifier"))
        case .locationUpdate: self = .locationUpdate
        case .significantLocationChange: self = .significantLocationChange
        case .region: self = .region(try fields.string("identifier", orElse: "region"))
        case .bluetooth: self = .bluetooth
        case .voipPush: self = .voipPush
        case .finishTransfer: self = .finishTransfer(try fields.string("identifier"))
        }
    }

    /// Puts the fields after the type and the app.
    func writeFields(to sink: inout some FieldSink) {
        switch self {
        case .launchTask(let identifier), .expireTask(let identifier), .finishTransfer(let identifier),
            .region(let identifier):
            sink.put("identifier", identifier)
        case .performFetch, .locationUpdate, .significantLocationChange, .bluetooth, .voipPush: break
        }
    }
}

extension InputEvent {
    /// The types of events of the user inside an app, as the field `type` names them.
    enum TypeName: String, CaseIterable {
        case touch = "input.touch"
        case remoteControl = "input.remoteControl"
    }

    /// The type of this event.
    var typeName: TypeName {
        switch self {
        case .touch: .touch
        case .remoteControl: .remoteControl
        }
    }

    /// Reads the fields of an event of a known type.
    init(_ type: TypeName, reading fields: inout FieldReader) throws(Rejection) {
        let target = try fields.string("target")
        switch type {
        case .touch: self = .touch(target: target)
        case .remoteControl: self = .remoteControl(target: target)
        }
    }
}
