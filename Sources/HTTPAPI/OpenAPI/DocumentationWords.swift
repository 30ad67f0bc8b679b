/// The words of the page that describes the interface, beside what docs/openapi.json says.
struct DocumentationWords: Sendable {
    var language: PageLanguage
    var pageTitle: String
    var heading: String
    /// A sentence about the language of the descriptions.
    var note: String?
    var problems: String
    var contents: String
    var schemas: String
    var parameters: String
    var body: String
    var answers: String
    /// What follows where a parameter is, if it must be given.
    var required: String
    /// What follows the kinds of a body that may be left out.
    var optional: String
    /// What stands between the kind of a body and its media types.
    var writtenAs: String
    /// The titles of the groups of operations, where they differ from the tags of the description.
    var titles: [String: String] = [:]

    /// The title of a group of operations.
    func title(of tag: String) -> String { titles[tag] ?? tag }

    static let english = DocumentationWords(
        language: .english,
        pageTitle: "the HTTP interface",
        heading: "The HTTP interface",
        problems: "Problems",
        contents: "Contents",
        schemas: "Schemas",
        parameters: "Parameters",
        body: "Body",
        answers: "Answers",
        required: ", required",
        optional: ", may be left out",
        writtenAs: " as "
    )

    static let chinese = DocumentationWords(
        language: .chinese,
        pageTitle: "HTTP 接口",
        heading: "HTTP 接口",
        note: "各项说明来自 openapi.json，只有英文。",
        problems: "问题",
        contents: "目录",
        schemas: "数据结构",
        parameters: "参数",
        body: "请求体",
        answers: "应答",
        required: "，必填",
        optional: "，可以省略",
        writtenAs: "，类型为 ",
        titles: [
            "Devices": "设备", "Clock": "时钟", "Apps": "应用", "Inputs": "输入", "Attached": "由外部程序扮演的应用",
            "Timeline": "时间线", "Pushes": "推送", "Processes": "进程", "Sessions": "会话",
            "Requests": "请求", "Reports": "报告", "Rules": "规则", "Scenarios": "情景文件", "Explorations": "探索",
            "Service": "服务",
        ]
    )
}
