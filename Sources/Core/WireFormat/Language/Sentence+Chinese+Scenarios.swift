import LifecycleKernel

extension Sentence {
    /// What is wrong with a scenario or an exploration.
    static let chineseOfScenarios: [String: String] = [
        "There is no such vocabulary.": "没有这样的词汇表。",
        """
        Nothing was found wrong after the sequence {sequence}: no finding of the severity error or warning, and no crash. \
        Record the scenario without asItShouldBe.
        """: "序号 {sequence} 之后没有发现错误：没有严重程度为 error 或 warning 的问题，也没有崩溃。请不带 asItShouldBe 录制情景文件。",
        "An app was uninstalled, and a scenario has no step for that.": "有应用被卸载，而情景文件没有这样的步骤。",
        "{file} includes itself.": "{file} 包含了它自己。",
        "A scenario includes files at most {limit} times, with {bytes} bytes of text.":
            "一个情景文件最多包含文件 {limit} 次，文本共 {bytes} 字节。",
        "A file that a step includes can have only steps. The field {field} belongs in a file that the scenario itself includes.":
            "步骤所包含的文件只能有步骤。字段 {field} 应写在情景文件本身包含的文件中。",
        "The variable {name} is not used.": "没有使用变量 {name}。",
        "An override is the name of a rule, then = and a value. {text} is not.":
            "覆盖规则要写规则的名称，然后是 = 和值。{text} 不是这样。",
        "a list of names, or a map from bundle identifiers to such lists": "名称的列表，或从 Bundle 标识符到这种列表的映射",
        "a state": "状态",
        "a list of 1 to {most} records": " 1 到 {most} 条记录的列表",
        "the fields of a record, at least one": "记录的字段，至少一个",
        "a list of at most {most} reports": "最多 {most} 份报告的列表",
        "the code of a problem, such as not-possible-now": "错误的代码，例如 not-possible-now",
        "a map that is not empty": "非空的映射",
        "a map from bundle identifiers": "以 Bundle 标识符为键的映射",
        "a list of names": "名称的列表",
        "a file, or a list of files": "一个文件，或文件的列表",
        "This scenario was sent as one document, so it cannot include files. The command greenroom test joins them.":
            "这个情景文件是作为单个文档发送的，因此不能包含文件。命令 greenroom test 会把它们合在一起。",
        "A scenario can cause at most {limit} records, with at most {bytes} bytes.":
            "一个情景文件最多产生 {limit} 条记录，合计最多 {bytes} 字节。",
        "A file has at most {limit} aliases.": "一个文件最多有 {limit} 个别名。",
        "A text has at most {limit} combining marks in a row.": "文本中最多可以连续有 {limit} 个组合用记号。",
        "The text is empty.": "文本为空。",
        "This is not YAML.": "这不是 YAML。",
        "This is not YAML with one document: line {line}, column {column}: {reason}.":
            "这不是单个文档的 YAML：第 {line} 行第 {column} 列：{reason}。",
        "A key is used twice, near line {line}: {names}.": "第 {line} 行附近的键用了两次：{names}。",
        "This is not YAML: {reason}.": "这不是 YAML：{reason}。",
        "A file can have at most {limit} values.": "一个文件最多由 {limit} 个值组成。",
        "Lists and maps are nested at most {limit} deep.": "列表和映射最多嵌套 {limit} 层。",
        "An alias has no anchor{place}.": "有别名没有对应的锚点{place}。",
        "A key must be a scalar{place}.": "键必须是标量{place}。",
        " (line {line}, column {column})": "（第 {line} 行第 {column} 列）",
        "The field steps is missing: it must be a list of at least one step.": "缺少字段 steps：它必须是至少含一个步骤的列表。",
        "one line of text without control characters": "不含控制字符的一行文本",
        "an object, or a list of 1 to {most} objects": "对象，或 1 到 {most} 个对象的列表",
        "The tag {tag} is not supported.": "不支持标签 {tag}。",
        "A number must be finite, and one is {found}.": "数必须有限，而有一个是 {found}。",
        "A number is too large. Numbers must be finite.": "数必须有限，而有一个过大。",
        "A file has at most {limit} bytes of text.": "一个文件最多有 {limit} 字节文本。",
        "a map of at most {most} variables": "最多 {most} 个变量的映射",
        "a name of letters, digits, _ and -": "由字母、数字、_ 和 - 组成的名称",
        "a string, a number or a boolean": "字符串、数或布尔值",
        "A name must be a string, and each can be used once.": "名称必须是字符串，每个只能用一次。",
        "With its variables replaced, a text has at most {limit} combining marks in a row.":
            "替换变量之后，文本中最多可以连续有 {limit} 个组合用记号。",
        "$( must be followed by the name of a variable and ). The text $( itself is written {text}.":
            "$( 之后必须是变量名和 )。文本 $( 本身写作 {text}。",
        "The variable {name} is not set: not in variables, and not on the command line.":
            "没有设置变量 {name}：variables 和命令行中都没有。",
        "A variable cannot use itself: {cycle}.": "变量不能使用它自己：{cycle}。",
        "Variables can use other variables at most {limit} levels deep.": "变量之间的使用最多 {limit} 层。",
        "Variables can add at most {limit} bytes of text to a scenario.": "变量最多向情景文件放入 {limit} 字节文本。",
        "In a scenario, the clock must be manual: only the steps advance it.": "情景文件中的时钟必须是手动的：只有步骤能推进它。",
        "There is no device yet.": "还没有设备。",
        "A step settles at most {limit} deadlines.": "一个步骤最多处理 {limit} 个到期事项。",
        "The server settles no more deadlines in one step.": "服务器在一个步骤中不再处理更多到期事项。",
        "An app has a bundleID.": "应用必须有 bundleID。",
        "There is no such file or folder.": "没有这个文件或文件夹。",
        "The folder {folder} cannot be read.": "无法读取文件夹 {folder}。",
        "The folder has no scenario files (*.yaml, *.yml, *.json).": "文件夹中没有情景文件（*.yaml、*.yml、*.json）。",
        "The file {path} is not there, or cannot be read.": "文件 {path} 不存在，或无法读取。",
        "It cannot be read as UTF-8 text.": "无法作为 UTF-8 文本读取。",
        "The file {path} cannot be read.": "无法读取文件 {path}。",
        "This document cannot refer to another file: write device and apps in it.":
            "这个文档不能引用其他文件：请把 device 和 apps 写在其中。",
        "a number of seconds, more than 0": "大于 0 的秒数",
        "0.001 to 60 seconds": " 0.001 到 60 秒",
        "The field apps is missing: there must be an app to explore.": "缺少字段 apps：必须有要探索的应用。",
        "{bundleID} is not one of the apps": "{bundleID} 不是这些应用之一",
        "A variant always changes the target, so it has no bundleID.": "变体总是更改探索的目标，因此没有 bundleID。",
        "the steps of start cause too many records, or never end": "起始步骤引起的事情过多，或不会结束",
        "An exploration does not try {name} unless inputs.add adds it: {reason}.":
            "除非用 inputs.add 添加，探索不会尝试 {name}：{reason}。",
        "There is no input or group {name} for this app.": "这个应用没有输入或分组 {name}。",
        "The device {device} is missing.": "缺少设备 {device}。",
    ]
}
