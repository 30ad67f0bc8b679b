/// A framework that reports the life cycle to an app's code under names of its own.
///
/// The raw values are the names in the interface.
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
