// Why a device refuses what is sent to it, in Simplified Chinese, with names and numbers. Other refusals are told by
// the server: `Sentence+Chinese.swift`.

import { fromTable } from "./sentences.js";

// What stands in a sentence after "must be".
const EXPECTATIONS = [
  ["a string of {least} to {most} bytes", "长 {least} 到 {most} 字节的字符串"],
  ["one of the accepted names", "可接受的名称之一"],
  ["true or false", "true 或 false"],
  ["an integer from {least} to {most}", "{least} 到 {most} 的整数"],
  ["a number from {least} to {most}", "{least} 到 {most} 的数"],
  ["a number of seconds from {least} to {most}", "{least} 到 {most} 的秒数"],
  ["an instant in UTC, such as {example}", "UTC 时刻，例如 {example}"],
  ["1 to 155 letters, digits, hyphens and dots, beginning with no dot", "1 到 155 个字母、数字、连字符和点，不以点开头"],
  ["a string with the number of a scene's session, such as {example}", "含场景会话编号的字符串，例如 {example}"],
  ["a value of any kind", "任何类型的值"],
  ["an object", "对象"],
  ["an array of {least} to {most} elements", "含 {least} 到 {most} 个元素的数组"],
  ["a UUID: 8-4-4-4-12 digits", "UUID：8-4-4-4-12 位"],
  ["a URL of {least} to {most} bytes that begins with a scheme, such as {example}",
    "长 {least} 到 {most} 字节、以 Scheme 开头的 URL，例如 {example}"],
  ["1, 5 or 10", "1、5 或 10"],
  ["the app that the request is for", "请求所针对的应用"],
  ["the sequence of a record", "记录的序号"],
  ["a number in hexadecimal", "十六进制数"],
  ["a kind of records", "一种记录"],
  ["a string", "字符串"],
  ["1 to {most} lower-case letters, digits and hyphens, the first no hyphen", "1 到 {most} 个小写字母、数字和连字符，不以连字符开头"],
];

// What a value is that was found.
const FOUND = [["an array of {count}", "含 {count} 个元素的数组"], ["an object", "对象"]];

// What a document may be.
const FORMS = {
  "a scenario": "情景", "an exploration": "探索", "an app": "应用", "a device": "设备", "a part of scenarios": "情景的一部分",
};

const SENTENCES = [
  // Fields and values of a request
  ["The field {name} is missing: it must be {expected}. Is it the field {given}?",
    "缺少字段 {name}：它必须是{expected}。是否就是字段 {given}？"],
  ["The field {name} is missing: it must be {expected}.", "缺少字段 {name}：它必须是{expected}。"],
  ["The field rate is missing: a scaled clock needs one.", "缺少字段 rate：按比例运行的时钟需要它。"],
  ["This must be {expected}, and is {found}.", "这里必须是{expected}，而它是 {found}。"],
  ["{name} must be made of at most {count} values, nested at most {depth} deep, its numbers finite.",
    "{name} 最多由 {count} 个值组成，最多嵌套 {depth} 层，其中的数必须有限。"],
  ["There is no field {name} here.", "这里没有字段 {name}。"],
  ["There is no field {name} in {form}. It belongs to {forms}.", "{form}中没有字段 {name}。它属于{forms}。"],
  ["There is no field {name} in {form}. {other_form} has the field {mark}.",
    "{form}中没有字段 {name}。{other_form}带有字段 {mark}。"],
  ["There is no field {name} in {form}.", "{form}中没有字段 {name}。"],
  ["A document has one form: with {first} it is {form}, and with {second} it is {other_form}.",
    "一个文件只有一种形式：带有 {first} 的是{form}，带有 {second} 的是{other_form}。"],
  ["This is {form}, which is for {use}. Here it must be {forms}.", "这是{form}，用于 {use}。这里必须是{forms}。"],
  ["Only one of the fields {names} can be given, and {other} is given too.", "字段 {names} 中只能给出一个，而 {other} 也给出了。"],
  ["One of the fields {names} must be given, and given is {others}.", "必须给出字段 {names} 之一，而给出的是 {others}。"],
  ["One of the fields {names} must be given.", "必须给出字段 {names} 之一。"],
  ["This is no JSON text: line {line}, column {column} (byte {byte}): expected {expected_text}.",
    "这不是 JSON 文本：第 {line} 行第 {column} 列（第 {byte} 字节），此处应为 {expected_text}。"],
  ["There is no event {name}.", "没有事件 {name}。"],
  ["There is no action {name}.", "没有操作 {name}。"],
  ["There is no rule {name}.", "没有规则 {name}。"],
  ["There is no handler {name}.", "没有处理方法 {name}。"],
  ["{rule} takes {values}, not {found}", "规则 {rule} 的值应为 {values}，而不是 {found}"],
  ["All handlers together have at most {count} entries.", "所有处理方法合计最多 {count} 项。"],
  ["A handler returns with its last entry, and others follow this one.", "处理方法在最后一项返回，而这一项之后还有其他项。"],
  ["{name} is no bundle identifier: 1 to 155 letters, digits, hyphens and dots.",
    "{name} 不是 Bundle 标识符：应为 1 到 155 个字母、数字、连字符和点。"],
  ["Entitlements are made of at most {count} values, nested at most {depth} deep, their numbers finite.",
    "权限声明（Entitlements）最多由 {count} 个值组成，最多嵌套 {depth} 层，其中的数必须有限。"],
  ["An Info.plist is made of at most {count} values, nested at most {depth} deep, its numbers finite.",
    "Info.plist 最多由 {count} 个值组成，最多嵌套 {depth} 层，其中的数必须有限。"],
  ["The scene configuration {name} is there twice: a name is used once.", "场景配置 {name} 出现了两次：每个名称只能用一次。"],
  ["The name is the last part of a bundle identifier: letters, digits, hyphens and dots.",
    "名称是 Bundle 标识符的最后一部分：字母、数字、连字符和点。"],
  ["A notification service extension has no handler {name}.", "通知服务扩展没有处理方法 {name}。"],
  ["A notification service extension cannot do this: it can {actions}. It has no UIApplication, so no scenes and "
    + "no background tasks; unsaved changes, wake-ups and transfers are the app's.",
    "通知服务扩展不能这样做：它可以 {actions}。它没有 UIApplication，因此没有场景和后台任务；未保存的更改、唤醒和传输都属于应用。"],
  ["What follows {name} in the chain is the same in every app.", "响应链中 {name} 之后的部分在每个应用中都相同。"],
  ["There is a responder {name} already: a name is used once.", "已有响应者 {name}：每个名称只能用一次。"],
  ["There is no responder {name}: a parent is another one of the app, or built in.",
    "没有响应者 {name}：上级须是应用的另一个响应者，或内置的响应者。"],
  ["The chain of the responder {name} comes back to itself.", "响应者 {name} 的响应链回到了它自己。"],
  ["A clock has a rate only when it is scaled; this one is {mode}.", "只有按比例运行的时钟才有速率；这个时钟是 {mode}。"],
  ["A condition has at most {count} parts, nested at most {depth} deep.", "一个条件最多有 {count} 个组成部分，最多嵌套 {depth} 层。"],
  ["{subject} have no field {name}.", "{subject} 没有字段 {name}。"],
  ["{subject} has no field {name}.", "{subject} 没有字段 {name}。"],
  ["There is no such vocabulary.", "没有这样的词汇表。"],
  ["aps is an object: the members of the payload's aps that change", "aps 是对象：推送内容的 aps 中改变的成员"],
  ["what the content handler is called with is an object: the members of the payload that change",
    "调用内容处理回调时给出的是对象：推送内容中改变的成员"],

  // Bodies and headers
  ["An idempotency key has 1 to {count} bytes.", "幂等键长 1 到 {count} 字节。"],

  // Devices
  ["The device {id} has not written a record {sequence} yet; its last one is {last}.",
    "设备 {id} 还没有写到记录 {sequence}；最后一条是 {last}。"],
  ["a label's name is not empty", "标签名不能为空"],
  ["a label's name has no colon", "标签名中不能有冒号"],
  ["a label's name has at most {count} bytes", "标签名最长 {count} 字节"],
  ["a label's value has at most {count} bytes", "标签值最长 {count} 字节"],
  ["a label's name is used once", "每个标签名只能用一次"],
  ["{bundleID} is in the list already", "{bundleID} 已在列表中"],
  ["a device lives longer than 0 seconds", "设备的保留时间必须长于 0 秒"],
  ["a clock's rate is above 0 and at most {count}", "时钟的速率须大于 0，最大为 {count}"],
  ["This is not a cursor of a list.", "这不是列表的游标。"],
  ["There is no process {pid} on the device {id}, or it is no longer kept.", "设备 {id} 上没有进程 {pid}，或它已不再保留。"],
  ["{bundleID} is not installed on the device {id}.", "设备 {id} 上没有安装 {bundleID}。"],
  ["{bundleID} is not installed on this device", "这台设备上没有安装 {bundleID}"],
  ["{bundleID} is not installed.", "没有安装 {bundleID}。"],
  ["Nothing was found wrong after the sequence {sequence}: no finding of the severity error or warning, and no "
    + "crash. The scenario as it was says how it should be.",
    "序号 {sequence} 之后没有发现错误：没有严重程度为 error 或 warning 的问题，也没有崩溃。按原样保存的情景文件就是应有的结果。"],
  ["An app was uninstalled, which no step of a scenario does.", "有应用被卸载，而情景文件没有这样的步骤。"],
  ["{count} apps are installed, and no more are possible", "已安装 {count} 个应用，不能再安装更多"],

  // What is not possible now
  ["the device is switched off", "设备已关机"],
  ["the device is switched on already", "设备已经开机"],
  ["the device is locked already", "设备已经锁定"],
  ["the device is locked", "设备已锁定"],
  ["the device is not locked", "设备没有锁定"],
  ["the device has not been unlocked yet", "设备还没有解锁过"],
  ["audio is interrupted already", "音频已经被中断"],
  ["audio is not interrupted", "音频没有被中断"],
  ["{overlay} is open already", "{overlay} 已经打开"],
  ["{overlay} is not open", "{overlay} 没有打开"],
  ["no call rings or is answered", "没有来电，也没有通话"],
  ["a call rings", "有来电正在响铃"],
  ["a call is answered", "正在通话"],
  ["{bundleID} is in front in the car only", "{bundleID} 只在车载屏幕上位于前台"],
  ["a URL begins with a scheme, which is a letter and then letters, digits, +, - or ., and a colon, "
    + "such as notes://new",
    "URL 以 Scheme 开头：一个字母，其后是字母、数字、+、- 或 .，再加一个冒号，例如 notes://new"],
  ["more was due before {time} than is settled at once; try again", "{time} 之前到期的事情多于一次能处理的数量，请重试"],
  ["no app on this device declares the scheme {scheme}", "这台设备上没有应用声明 URL Scheme {scheme}"],
  ["{bundleID} has no card in the app switcher: the user has not opened it since it was installed or force-quit",
    "{bundleID} 在 App 切换器中没有卡片：自安装或强制退出以来，用户没有打开过它"],
  ["{bundleID} does not run in the background", "{bundleID} 没有在后台运行"],
  ["a debugger is attached, which keeps it running", "连接着调试器，使它保持运行"],
  ["{bundleID} is in a handler", "{bundleID} 正在执行处理方法"],
  ["{bundleID} is in front", "{bundleID} 位于前台"],
  ["{bundleID} is not in front", "{bundleID} 不在前台"],
  ["{bundleID} shows one already", "{bundleID} 已经显示着一个"],
  ["{bundleID} shows none", "{bundleID} 没有显示"],
  ["{bundleID} is terminating", "{bundleID} 正在终止"],
  ["{bundleID} is suspended: none of its code runs until it is woken", "{bundleID} 已挂起：被唤醒之前，它的代码都不运行"],
  ["{bundleID} has a process already", "{bundleID} 已有进程"],
  ["the notification service extension of {bundleID} has no process: a push with an alert and mutable-content "
    + "launches it",
    "{bundleID} 的通知服务扩展没有进程：带有提醒和 mutable-content 的推送会启动它"],
  ["the notification service extension of {bundleID} is suspended until there is another notification",
    "{bundleID} 的通知服务扩展已挂起，直到有下一条通知"],
  ["{bundleID} has no process", "{bundleID} 没有进程"],
  ["{bundleID} answers its callbacks itself: its driver is simulated", "{bundleID} 自己完成回调：它的 driver 是 simulated"],
  ["no callback {callback} is in flight in {bundleID}", "{bundleID} 中没有正在执行的回调 {callback}"],
  ["{bundleID} has no responder {name}", "{bundleID} 没有响应者 {name}"],
  ["{bundleID} has no scenes, and so none of the role {role}", "{bundleID} 没有场景，因此没有角色为 {role} 的场景"],
  ["{bundleID} has no scenes", "{bundleID} 没有场景"],
  ["{bundleID} has one window: several need an iPad and UIApplicationSupportsMultipleScenes",
    "{bundleID} 只有一个窗口：多个窗口需要 iPad 和 UIApplicationSupportsMultipleScenes"],
  ["{bundleID} has {count} windows: say which one", "{bundleID} 有 {count} 个窗口：请说明是哪一个"],
  ["{bundleID} has {count} windows, and no more are possible", "{bundleID} 有 {count} 个窗口，不能再打开更多"],
  ["{bundleID} has no {thing} {identifier}", "{bundleID} 没有 {thing} {identifier}"],
  ["the window is not in the foreground", "窗口不在前台"],
  ["its view is not covered", "它的视图没有被遮住"],
  ["its view is covered already", "它的视图已经被遮住"],
  ["window {number} is in front already", "窗口 {number} 已经位于前台"],
  ["window {number} is not in front", "窗口 {number} 不在前台"],
  ["window {number} is not connected", "窗口 {number} 没有连接"],
  ["window {number} is on its way to the screen", "窗口 {number} 正在来到屏幕上"],
  ["{number} is no window: it goes when its display does", "{number} 不是窗口：它随所在的显示屏一起消失"],
  ["{number} is no window", "{number} 不是窗口"],
  ["there is no window {number}", "没有窗口 {number}"],
  ["the system reclaims background scenes only", "系统只回收后台的场景"],
  ["the scene manifest has no such configuration", "场景清单中没有这个配置"],
  ["scene {number} is on its display already", "场景 {number} 已经显示在它的屏幕上"],
  ["this system does not prewarm apps", "这个系统不会预热应用"],
  ["the behavior of main does more than take time, which prewarming would run: it is not simulated",
    "预热会运行 main，而它的行为不只是占用时间：没有模拟这种情况"],
  ["the payload takes {size} bytes as JSON, and APNs refuses one of more than {limit}",
    "推送内容作为 JSON 有 {size} 字节，而 APNs 拒绝超过 {limit} 字节的内容"],
  ["{bundleID} holds {count} assertions for what it was woken for, and can be woken for no more",
    "{bundleID} 已为唤醒它的事项持有 {count} 个断言，不能再为更多事项唤醒"],
  ["{count} things wait for the main thread of {bundleID}: complete its callback, let time pass, or end the "
    + "process",
    "有 {count} 件事在等待 {bundleID} 的主线程：请完成它的回调、让时间推进，或结束进程"],
  ["{bundleID} has not been told yet of {count} things that it was opened with",
    "还有 {count} 件打开 {bundleID} 时带来的事没有告诉它"],
  ["the list causes more than {count} bytes of records up to here: send it in several requests",
    "到这里为止，列表产生的记录超过 {count} 字节：请分几个请求发送"],
  ["time cannot go back: it is {time} on the device", "时间不能倒退：设备上现在是 {time}"],
  ["time cannot go back", "时间不能倒退"],
  ["more than {count} deadlines were due before {time}; try again", "在 {time} 之前到期的事项超过 {count} 个；请再试一次"],
  ["only a scaled clock has a rate", "只有按比例运行的时钟才有速率"],

  ["this system ends no process for lack of memory: the rule jetsamEnabled is false",
    "这个系统不会因内存不足而结束进程：规则 jetsamEnabled 为 false"],
  ["{bundleID} adopts scenes by UIApplicationSceneManifest in its Info.plist, so its life cycle is not that of the app "
    + "delegate; leave `lifecycle` out: on a system without scenes the app delegate is called all the same",
    "{bundleID} 通过 Info.plist 中的 UIApplicationSceneManifest 采用了场景，因此它的生命周期不是应用代理的；请省略 `lifecycle`："
    + "在没有场景的系统上，照样会调用应用代理"],
  ["{bundleID} adopts scenes by {method}, so its life cycle is not that of the app delegate; leave `lifecycle` out: on "
    + "a system without scenes the app delegate is called all the same",
    "{bundleID} 通过 {method} 采用了场景，因此它的生命周期不是应用代理的；请省略 `lifecycle`：在没有场景的系统上，照样会调用应用代理"],
  ["CarPlay needs an iPhone, and this device is an iPad", "CarPlay 需要 iPhone，而这台设备是 iPad"],

  // After those that say the same of something in particular
  ["{name} must be {expected}, and is {found}.", "{name} 必须是{expected}，而它是 {found}。"],
];

export const CHINESE_OF_REFUSALS = [...SENTENCES, ...EXPECTATIONS, ...FOUND];

const MEANT = / Did you mean (".*")\?$/s;

// Why a request was refused, in Chinese; null where the table does not have its sentence.
export function chineseRefusal(detail) {
  const meant = MEANT.exec(detail);
  const known = fromTable(SENTENCES, meant ? detail.slice(0, meant.index) : detail, tell);
  return known && meant ? `${known}是否想写 ${meant[1]}？` : known;
}

// The names of forms in a text, each with the field that it has.
function forms(text) {
  return Object.entries(FORMS)
    .reduce((told, [english, chinese]) => told.replace(new RegExp(english, "gi"), chinese), text)
    .replace(/, which has the field ("\w+")/g, "（带有字段 $1）").replace(/,? or (to )?/g, "或");
}

// What stands for a part of a sentence; null where nobody knows.
function tell(name, text) {
  switch (name) {
    case "expected": return fromTable(EXPECTATIONS, text);
    case "found": return fromTable(FOUND, text) ?? text;
    case "form": case "forms": case "other_form": return forms(text);
    default: return text;
  }
}
