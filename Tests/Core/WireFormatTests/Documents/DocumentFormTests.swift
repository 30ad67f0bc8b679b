import LifecycleKernel
import Testing
import WireFormat

/// A document has one form and the keys of that form.
@Suite struct DocumentFormTests {
    private static let explored: [DocumentForm] = [.exploration, .scenario, .app, .part]

    static let right: [(document: Value, among: [DocumentForm], form: DocumentForm)] = [
        (["scenario": "x", "steps": []], [.scenario], .scenario),
        (["explore": "x", "inputs": [:]], explored, .exploration),
        (["bundleID": "a.b", "behavior": [:]], explored, .app), (["device": [:], "apps": []], explored, .part),
        ([:], explored, .part), (["include": "x.yaml"], [.part], .part), (["id": "phone"], [.device], .device),
        // Whether a scenario has its name is asked when it is read.
        (["steps": []], [.scenario], .scenario),
    ]

    @Test(arguments: right) func theFormIsKnown(document: Value, among forms: [DocumentForm], form: DocumentForm) throws
    {
        #expect(try DocumentForm.of(document, among: forms) == form)
    }

    struct Wrong: Sendable {
        var document: Value
        var among: [DocumentForm]
        var code: Rejection.Code
        var field: String?
        var detail: String
    }

    static let wrong: [Wrong] = [
        Wrong(
            document: ["exploration": "x", "apps": [], "inputs": [:]],
            among: explored,
            code: .unknownField,
            field: "exploration",
            detail:
                #"There is no field "exploration" in a part of scenarios. The field "explore" makes it an exploration."#
        ),
        Wrong(
            document: ["apps": [], "inputs": [:]],
            among: explored,
            code: .unknownField,
            field: "inputs",
            detail:
                #"There is no field "inputs" in a part of scenarios. It belongs to an exploration, which has the field "explore"."#
        ),
        Wrong(
            document: ["scenario": "x", "steps": [], "inputs": [:]],
            among: [.scenario],
            code: .unknownField,
            field: "inputs",
            detail:
                #"There is no field "inputs" in a scenario. It belongs to an exploration, which has the field "explore"."#
        ),
        Wrong(
            document: ["explore": "x", "scenario": "y"],
            among: explored,
            code: .invalidValue,
            field: "explore",
            detail:
                "A document has one form: the field scenario makes it a scenario, and the field explore makes it an exploration."
        ),
        Wrong(
            document: ["explore": "x", "inpts": [:]],
            among: explored,
            code: .unknownField,
            field: "inpts",
            detail: #"There is no field "inpts" in an exploration. Did you mean "inputs"?"#
        ),
        Wrong(
            document: ["explore": "x"],
            among: [.scenario],
            code: .invalidValue,
            field: "explore",
            detail: "This is an exploration, which is for greenroom explore or POST /v1/explorations. Here it must"
        ),
        Wrong(
            document: ["apps": [], "nothing": 1],
            among: explored,
            code: .unknownField,
            field: "nothing",
            detail: #"There is no field "nothing" in a part of scenarios."#
        ),
        Wrong(document: [1], among: explored, code: .invalidValue, field: nil, detail: "This must be an object"),
    ]

    @Test(arguments: wrong) func whatHasNoFormIsRefused(_ wrong: Wrong) {
        let rejection = #expect(throws: Rejection.self) { try DocumentForm.of(wrong.document, among: wrong.among) }
        #expect(rejection?.code == wrong.code && rejection?.field == wrong.field)
        #expect(rejection?.detail.description.hasPrefix(wrong.detail) == true, "\(rejection?.detail ?? "")")
    }

    /// A key of one form in a document of each other one that does not have it: none is ignored.
    @Test func noKeyIsIgnored() {
        for form in DocumentForm.allCases {
            let others = Set(DocumentForm.allCases.flatMap(\.keys)).subtracting(form.keys)
            for key in others.sorted() {
                let document = ([form.mark, key] as [String?]).compactMap(\.self).map { Value.Member($0, "x") }
                let rejection = #expect(throws: Rejection.self) {
                    try DocumentForm.of(.object(document), among: [form])
                }
                #expect(rejection?.field == key || rejection?.field == form.mark, "\(key) in \(form)")
            }
        }
    }
}
