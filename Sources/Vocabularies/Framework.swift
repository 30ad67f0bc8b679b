/// Something between iOS and an app's code that tells it about the life cycle in words of its own.
///
/// The names are those that the interface takes and gives.
public enum Framework: String, CaseIterable, Sendable {
    /// The events of `$app.listen` in a JSBox script.
    case jsbox
    /// The events of React Native's `AppState`.
    case reactNative
    /// The states of Flutter's `AppLifecycleState`.
    case flutter
    /// The document events of cordova-ios.
    case cordova
    /// The events of `@capacitor/app`.
    case capacitor
    /// The values of SwiftUI's `scenePhase`.
    case swiftUI
    /// The states of `XCUIApplication`, as a UI test sees them from outside.
    case xcuiApplication
    /// The values of `ios.app.state` in OpenTelemetry's event `device.app.lifecycle`.
    case openTelemetry
}
