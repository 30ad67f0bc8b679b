import LifecycleKernel
import WireFormat

/// The names of callbacks and notifications, and whether an app's handlers of them are called.
enum CallbackNames {
    private static let all = CallbackName.allCases.map(\.rawValue) + NotificationName.allCases.map(\.rawValue)

    static func isNotification(_ name: String) -> Bool { NotificationName(rawValue: name) != nil }

    private static func isOfExtension(_ name: String) -> Bool {
        CallbackName(rawValue: name)?.receiver == .notificationServiceExtension
    }

    private static func isMethod(_ name: String) -> Bool { CallbackName(rawValue: name)?.isMethod == true }

    /// Checks that there is a callback of this name.
    ///
    /// - Throws: `AttachedAppError`, which names the one that was probably meant.
    static func require(_ name: String) throws(AttachedAppError) {
        guard !all.contains(name) else { return }
        let hint = all.suggestion(forWords: name).map { ".\($0)" } ?? ""
        throw AttachedAppError(description: "there is no callback \(name)\(hint)")
    }

    /// What an attached app is installed with: its handlers are declared in `behavior`, without entries.
    ///
    /// So the server calls what is called only where it is declared, as `main` is, and says which handlers are never called. The app's
    /// delegates have the methods that it handles, and no others, and it observes the notifications that it handles.
    ///
    /// - Parameters:
    ///   - fields: What the app is.
    ///   - names: The callbacks that have handlers.
    ///   - app: What it is called in errors.
    /// - Throws: `AttachedAppError` if one of the handlers can never be called.
    static func manifest(
        _ fields: [String: Value],
        handling names: some Collection<String>,
        of app: String
    ) throws(AttachedAppError) -> [String: Value] {
        var manifest = fields
        manifest["driver"] = "attached"
        let observed = names.filter(isNotification).sorted()
        if !observed.isEmpty, (manifest["observes"] ?? .null) == .null {
            manifest["observes"] = .array(observed.map { .string($0) })
        }
        for name in names { try requireNotInVain(name, in: manifest, of: app) }
        let own = names.filter { !isNotification($0) && !isOfExtension($0) }
        var behavior = manifest["behavior"] ?? .object([])
        for name in (own + [CallbackName.main.rawValue]).sorted() where behavior[name] == nil {
            behavior = behavior.setting(name, to: .array([]))
        }
        manifest["behavior"] = behavior
        if manifest["delegateImplements"] == nil {
            let methods = behavior.members.map(\.name).filter(isMethod).sorted()
            manifest["delegateImplements"] = .array(methods.map { .string($0) })
        }
        return manifest
    }

    /// Checks that an app that is installed so may have a handler of a callback called.
    ///
    /// - Throws: `AttachedAppError`.
    static func requireNotInVain(
        _ name: String,
        in manifest: [String: Value],
        of app: String
    ) throws(AttachedAppError) {
        let extensionManifest = manifest["notificationService"].flatMap { $0 == .null ? nil : $0 }
        let behavior = isOfExtension(name) ? extensionManifest?["behavior"] : manifest["behavior"]
        if behavior?[name]?.elements.isEmpty == false {
            throw AttachedAppError(description: "\(app) has a handler that `behavior` plays as well: \(name)")
        }
        if isNotification(name), !observes(name, in: manifest) {
            throw AttachedAppError(
                description: "\(app) has a handler of \(name), and observes of its manifest lacks it"
            )
        }
        if isOfExtension(name), extensionManifest == nil {
            throw AttachedAppError(
                description: "\(app) has a handler of \(name), and its manifest lacks a notificationService"
            )
        }
    }

    /// Checks that an app was installed with a callback that is called only where it is declared.
    ///
    /// - Throws: `AttachedAppError`.
    static func requireDeclared(
        _ name: String,
        in manifest: [String: Value],
        of app: String
    ) throws(AttachedAppError) {
        let isStep = CallbackName(rawValue: name)?.receiver == .launchStep
        let methods = manifest["delegateImplements"]?.elements ?? []
        let isMissing =
            isStep && manifest["behavior"]?[name] == nil || isMethod(name) && !methods.contains(.string(name))
            || isNotification(name) && !observes(name, in: manifest)
        guard isMissing else { return }
        throw AttachedAppError(
            description: """
                \(app) was installed without \(name): let the initializer of its code register a handler of it, before it asks \
                iOS for anything
                """
        )
    }

    /// Whether an app that is installed so is called for a notification.
    private static func observes(_ name: String, in manifest: [String: Value]) -> Bool {
        manifest["observes"]?.elements.contains(.string(name)) == true
    }
}
