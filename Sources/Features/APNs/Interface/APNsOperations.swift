import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

extension Operation.Group {
    fileprivate static let apns = Self(
        "APNs",
        "The listener for clients of APNs, the keys that it knows, and the faults that it answers with.",
        parameters: ["keyID": Schema.string.with("minLength", 1).saying("The identifier of the key.")]
    )
}

extension Operation {
    /// What can be done with the listener for clients of APNs.
    static let apns: [Operation] = [
        Operation(
            .get,
            "/v1/apns",
            "readAPNs",
            .apns,
            "Reads the state of the listener for clients of APNs",
            .json("APNs", "Its state.")
        ),
        Operation(
            .get,
            "/v1/apns/ca.pem",
            "readAPNsAuthority",
            .apns,
            "Reads the certificate by which clients of APNs trust the listener",
            .text("application/x-pem-file", "The certificate in PEM.", .bytes),
            traits: [.open],
            problems: [.notPossibleNow]
        ),
        Operation(
            .get,
            "/v1/apns/keys",
            "listProviderKeys",
            .apns,
            "Lists the registered keys of push providers",
            .json("ProviderKeyList", "All of them, without the keys themselves.")
        ),
        Operation(
            .post,
            "/v1/apns/keys",
            "registerProviderKey",
            .apns,
            "Registers a key of a push provider, of which only the public part is kept",
            body: Body(
                schema: .component("NewProviderKey"),
                examples: [
                    .init("public", ["keyID": "ABC123DEFG", "teamID": "DEF123GHIJ", "pem": .string(examplePEM)])
                ]
            ),
            .json("ProviderKey", "What is known of it."),
            problems: [.limitReached]
        ),
        Operation(
            .delete,
            "/v1/apns/keys/{keyID}",
            "removeProviderKey",
            .apns,
            "Removes a registered key",
            .empty("It is removed."),
            problems: [.unknownKey]
        ),
        Operation(
            .get,
            "/v1/apns/faults",
            "listPushFaults",
            .apns,
            "Lists the faults that requests of APNs will get",
            .json("PushFaultList", "All of them.")
        ),
        Operation(
            .post,
            "/v1/apns/faults",
            "addPushFault",
            .apns,
            "Has the next requests of APNs that would be accepted be refused or delayed",
            body: Body(
                schema: .component("PushFault"),
                examples: [.init("busy", ["reason": "TooManyRequests", "times": 2, "device": "phone"])]
            ),
            .json("PushFault", "The fault."),
            problems: [.limitReached]
        ),
        Operation(
            .delete,
            "/v1/apns/faults",
            "removePushFaults",
            .apns,
            "Removes faults: those with these conditions, or all",
            query: [
                Parameter("device", .deviceID, "Only those for this device."),
                Parameter("topic", .string.example("com.example.notes"), "Only those with this `topic`."),
                Parameter("token", .string, "Only those for this device token."),
            ],
            .empty("They are removed."),
            problems: [.unknownDevice]
        ),
    ]

    /// A public key, made for this page.
    private static let examplePEM =
        "-----BEGIN PUBLIC KEY-----\n"
        + "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEETHbC71z2L4dskVbacbRRznf2ejH\n"
        + "H0s+QueeMvOs0BEinPsRiFY7gZQYr90AWm1nbSu+QqOU0yTpgPYt/S4cmQ==\n"
        + "-----END PUBLIC KEY-----\n"
}
