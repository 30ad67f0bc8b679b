import LifecycleKernel

extension SceneEvent {
    /// The types of events of an app's windows, as the field `type` names them.
    enum TypeName: String, CaseIterable {
        case create = "scene.create"
        case activate = "scene.activate"
        case close = "scene.close"
        case disconnect = "scene.disconnect"
        case background = "scene.background"
    }

    /// The type of this event.
    var typeName: TypeName {
        switch self {
        case .create: .create
        case .activate: .activate
        case .close: .close
        case .disconnect: .disconnect
        case .background: .background
        }
    }

    /// Reads the fields of an event of a known type.
    init(_ type: TypeName, reading fields: inout FieldReader) throws(Rejection) {
        switch type {
        case .create:
            self = .create(
                configuration: try fields.optionalString("configuration"),
                userActivity: try fields.optionalString("userActivity"),
                placement: try fields.choice("placement", orElse: .splitView)
            )
        case .activate:
            self = .activate(try fields.scene(), placement: try fields.choice("placement", orElse: .splitView))
        case .close: self = .close(try fields.optionalScene())
        case .disconnect: self = .disconnect(try fields.optionalScene())
        case .background: self = .background(try fields.optionalScene())
        }
    }

    /// Puts the fields after the type and the app.
    func writeFields(to sink: inout some FieldSink) {
        switch self {
        case .create(let configuration, let userActivity, let placement):
            if let configuration { sink.put("configuration", configuration) }
            if let userActivity { sink.put("userActivity", userActivity) }
            sink.put("placement", placement.rawValue)
        case .activate(let scene, let placement):
            sink.put("sceneID", scene: scene)
            sink.put("placement", placement.rawValue)
        case .close(let scene), .disconnect(let scene), .background(let scene):
            sink.put("sceneID", scene: scene)
        }
    }
}
