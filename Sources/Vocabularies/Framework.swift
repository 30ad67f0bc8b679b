/// A framework that reports the life cycle to an app's code under names of its own, or a program that watches the app from
/// outside and has names of its own for it.
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
    /// The values of SwiftUI's `scenePhase`, read in the `App`.
    case swiftUIApp
    /// The messages that Unity sends to every `MonoBehaviour`.
    case unity
    /// The events of Compose Multiplatform's `Lifecycle`.
    case compose
    /// The events of a .NET MAUI `Window`.
    case maui
    /// The events of a module of the Expo Modules API.
    case expo
    /// The states of `XCUIApplication`, as a UI test sees them from outside.
    case xcuiApplication
    /// The values of `ios.app.state` in OpenTelemetry's event `device.app.lifecycle`.
    case openTelemetry
    /// The messages that `runningboardd` logs about the process.
    case runningboard
}
