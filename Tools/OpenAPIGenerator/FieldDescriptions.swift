import LifecycleKernel
import WireFormat

/// What the fields of requests mean, by their names; where a name means different things, by what it belongs to as well.
/// The fields of events and actions are described where they are read. A test says that each has some words.
enum FieldDescriptions {
    /// Says what a field of an event or an action means.
    static func of(_ input: InputDescription) -> (String) -> String? {
        { name in input.fields.first { $0.name == name }?.about ?? words[name] }
    }

    /// Says what a field of another request means.
    static func of(_ owner: String) -> (String) -> String? {
        { name in words["\(owner)/\(name)"] ?? words[name] }
    }

    /// Values for fields that must be there, where another text than the shortest says more.
    static let samples: [String: Value] = [
        "activityType": "com.example.notes.edit", "shortcutType": "com.example.notes.new", "permission": "camera",
        "locale": "de_AT", "language": "fr", "identifier": "com.example.notes.refresh", "target": "saveButton",
        "url": "notes://today", "payload": ["aps": ["alert": "Hello"]], "name": "upload", "message": "Saved.",
        "bytes": 1_048_576, "cpuSeconds": 1, "seconds": 3_600, "scenario": "home-press",
    ]

    private static let words = [
        "type": "Which event it is.",
        "action": "Which action it is.",
        "bundleID": "The app.",
        "state": "The state.",
        "name": "The name.",
        "actions": "What the handler does before it returns.",
        "returns": "What the handler returns.",
        "callback": "The name of the callback.",
        "app": "An app is in a state.",
        "record": "There is a record that has these fields, deeply.",
        "all": "All of these are met.",
        "any": "One of these is met.",
        "until": "The condition.",
        "after": "Only records after this sequence count; only new ones unless given.",
        "timeoutSeconds": "How long to wait; 10 unless given.",
        "to": "Up to this instant.",
        "advance/seconds": "By so much.",
        "before": "Whether what is due at the end does not happen yet; false unless given.",
        "untilIdle": "Until nothing is due.",
        "limitSeconds": "At most so much; a day unless given.",
        "stopAtCallbacks": """
        Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest \
        is for one after its completion. On a clock that runs by itself only the advance stops; false unless given.
        """,
        "during": """
        The callbacks in flight whose handlers take this time, by sequence: the code of attached apps works so long. The \
        advance does not stop at them, and it stops when the process of one of them ends.
        """,
        "clock": "The clock.",
        "mode": "Whether it runs in real time, by a rate, or is moved by hand.",
        "rate": "Simulated seconds a real second, of a scaled clock.",
        "paused": "Whether it stands still.",
        "startsAt": "What it shows first.",
        "id": "The device's id; made up unless given.",
        "at": "The sequence up to which the copy has lived; the present one unless given.",
        "model": "What kind of device it is.",
        "rules": "A profile's name, or a profile and what differs from it.",
        "memoryBytes": "How much memory the device has.",
        "passcode": "Whether it has a passcode, so that files are protected while it is locked.",
        "seed": "What chance is drawn from.",
        "labels": "Names and values by which devices are found and deleted.",
        "expiresAfterSeconds": "After how long in real time the device is removed, if nothing asks for it.",
        "apps": "The apps to install.",
        "version": "The version.",
        "lifecycle": "Whether it has scenes; unless given its scene manifest says so, and without one the rules.",
        "driver": "Whether its behaviour is declared, or a harness plays it.",
        "infoPlist": "Its Info.plist; keys that the model does not use are kept, and named in the answer.",
        "entitlements": "Its entitlements, as its signature has them; those that the model does not use are kept.",
        "footprintBytes": "How much memory it takes when it starts.",
        "purgeableBytes": "How much of that can be purged.",
        "responders": "Its own responders, which hang on one another and on the chain that every app has.",
        "parent": "The next responder.",
        "handles": "The kinds of events that it handles.",
        "elementType": "What it is for UI tests, as XCTest names it; `other` unless given.",
        "alert": "The alert of the app that a touch of it presents; with one, it handles touches.",
        "title": "The title.",
        "message": "What is below the title.",
        "buttons": "The titles of the buttons; OK unless given.",
        "behavior": "What its handlers do, by Apple's names of them, in at most 1,000 entries together; an attached "
            + "app's harness completes the others.",
        "delegateImplements": "The delegate methods that the app implements; all unless given. No other is called.",
        "notificationService": "Its notification service extension, which may change a push with `mutable-content`.",
        "observes": "The notifications that the code of an attached app observes; none unless given. Only these wait "
            + "for its harness, as callbacks do.",
        "scenario": "The scenario's name.",
        "about": "What it shows.",
        "tags": "What it is chosen by when only some scenarios are run.",
        "source": "Where the behaviour is known from.",
        "device": "A device as in `NewDevice`, but without apps; its clock is manual by default.",
        "properties": "What must hold over all steps.",
        "steps": "The steps, in order.",
        "include": "Files, which only `greenroom test` can include.",
        "variables": "What `$(name)` stands for in the other fields, by name.",
        "send": "Lets events happen.",
        "act": "Lets apps' code do something.",
        "advance": "Lets so many seconds pass.",
        "advanceBefore": "Lets so many seconds pass; deadlines at their end are handled after the next step.",
        "advanceUntil": "Lets time pass until a condition is met.",
        "advanceToCallback":
            "Lets time pass until a callback of an attached app is in flight, at most so many seconds.",
        "complete": "Returns from a callback of an attached app.",
        "install": "Installs an app.",
        "check": "Does nothing.",
        "callbacks": "The callbacks, exactly and in order; by app when there are several.",
        "notifications": "The notifications, exactly and in order; by app when there are several.",
        "states": "The state of each app.",
        "records": "Records that there must be, in this order.",
        "never": "Records that there must not be.",
        "exit": "Fields of the exit of an app's process.",
        "rejected": "The code of the problem with which the step is refused.",
        "process": "Fields of an app's process.",
        "resource": "Fields of an app's resource.",
        "vocabulary": "What frameworks report, exactly and in order.",
        "reports": "Fields of the reports of each app's ends, exactly as many and in order.",
        "metricKit": "Fields of what MetricKit gives an app.",
    ]
}
