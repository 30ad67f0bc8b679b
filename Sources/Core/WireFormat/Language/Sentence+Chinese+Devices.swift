import LifecycleKernel

extension Sentence {
    /// Why a device refuses an input.
    static let chineseOfDevices: [String: String] = [
        """
        the notification service extension of {bundleID} has no process: a push with an alert and mutable-content \
        launches it
        """: "{bundleID} 的通知服务扩展没有进程：带有提醒和 mutable-content 的推送会启动它",
        "the notification service extension of {bundleID} is suspended until there is another notification":
            "{bundleID} 的通知服务扩展已挂起，直到有下一条通知",
        "aps must be an object with the members of the payload's aps that change": "aps 必须是对象，含有推送内容的 aps 中改变的成员",
        "returns must be an object with the members of the payload that change":
            "returns 必须是对象，含有推送内容中改变的成员",
        "{bundleID} holds {limit} assertions for wake-ups, which is the limit, so it cannot be woken again":
            "{bundleID} 已为唤醒持有 {limit} 个断言，这是上限，因此不能再次唤醒",
        "the device has not been unlocked yet": "设备还没有解锁过",
        "{bundleID} has no {kind} {identifier}": "{bundleID} 没有{kind} {identifier}",
        "the payload has {size} bytes as JSON, and APNs accepts at most {limit}":
            "推送内容作为 JSON 有 {size} 字节，而 APNs 最多接受 {limit} 字节",
        "window {scene} is in front already": "窗口 {scene} 已经位于前台",
        "{scene} is not a window: it ends when its display is disconnected": "{scene} 不是窗口：它所在的显示屏断开时，它就结束",
        "window {scene} is not in front": "窗口 {scene} 不在前台",
        "window {scene} is not connected": "窗口 {scene} 没有连接",
        "the system reclaims background scenes only": "系统只回收后台的场景",
        "window {scene} is on its way to the screen": "窗口 {scene} 正在进入屏幕",
        "the scene manifest has no such configuration": "场景清单中没有这个配置",
        "{bundleID} has {count} windows: say which one": "{bundleID} 有 {count} 个窗口：请说明是哪一个",
        "there is no window {scene}": "没有窗口 {scene}",
        "{scene} is not a window": "{scene} 不是窗口",
        "{bundleID} has no scenes": "{bundleID} 没有场景",
        "{bundleID} has {limit} windows, and no more are possible": "{bundleID} 有 {limit} 个窗口，不能再打开更多",
        "{bundleID} has one window: several need an iPad and UIApplicationSupportsMultipleScenes":
            "{bundleID} 只有一个窗口：多个窗口需要 iPad 和 UIApplicationSupportsMultipleScenes",
        "{bundleID} has no scenes, so it has none with the role {role}": "{bundleID} 没有场景，因此没有角色为 {role} 的场景",
        "scene {scene} is on its display already": "场景 {scene} 已经显示在它的屏幕上",
        "{bundleID} is not in front": "{bundleID} 不在前台",
        "CarPlay needs an iPhone, and this device is an iPad": "CarPlay 需要 iPhone，而这台设备是 iPad",
        "this system ends no process for lack of memory: the rule jetsamEnabled is false":
            "这个系统不会因内存不足而结束进程：规则 jetsamEnabled 为 false",
        "{bundleID} has no card in the app switcher: the user has not opened it since it was installed or force-quit":
            "{bundleID} 在 App 切换器中没有卡片：自安装或强制退出以来，用户没有打开过它",
        "no call is ringing or in progress": "没有来电，也没有通话",
        "a call is ringing": "有来电正在响铃",
        "a call is in progress": "正在通话",
        "{name} is open already": "{name} 已经打开",
        "{name} is not open": "{name} 没有打开",
        "the device is locked": "设备已锁定",
        "up to this input, the list causes more than {limit} bytes of records: send it in several requests":
            "到这个输入为止，列表产生的记录超过 {limit} 字节：请分几个请求发送",
        "time cannot go back: it is {time} on the device": "时间不能倒退：设备上现在是 {time}",
        "more deadlines are due before {time} than the device settles for one input; try again":
            "{time} 之前到期的事项多于设备为一个输入处理的数量；请重试",
        "{bundleID} is not installed on this device": "这台设备上没有安装 {bundleID}",
        "{bundleID} is suspended: none of its code runs until it is woken": "{bundleID} 已挂起：被唤醒之前，它的代码都不运行",
        "{bundleID} has no process": "{bundleID} 没有进程",
        "only a scaled clock has a rate": "只有按比例运行的时钟才有速率",
        "time cannot go back": "时间不能倒退",
        "the device is switched off": "设备已关机",
        """
        {limit} calls wait for the main thread of {bundleID}: complete its callback, let time pass, or end the \
        process
        """: "有 {limit} 件事在等待 {bundleID} 的主线程：请完成它的回调、让时间推进，或结束进程",
        "the device is locked already": "设备已经锁定",
        "the device is not locked": "设备没有锁定",
        "the device is switched on already": "设备已经开机",
        "audio is interrupted already": "音频已经被中断",
        "audio is not interrupted": "音频没有被中断",
        "{bundleID} is terminating": "{bundleID} 正在终止",
        "{bundleID} was opened with {limit} URLs, activities, shortcuts and responses that wait to be delivered, which is the limit":
            "打开 {bundleID} 时带来的链接、活动、快捷操作和响应有 {limit} 个在等待送达，这是上限",
        """
        a URL begins with a scheme and a colon, such as notes://new; a scheme is a letter, then letters, digits, +, - or .
        """: "URL 以 Scheme 和冒号开头，例如 notes://new；Scheme 是一个字母，其后是字母、数字、+、- 或 .",
        "no app on this device declares the scheme {scheme}": "这台设备上没有应用声明 URL Scheme {scheme}",
        "{limit} apps are installed, and no more are possible": "已安装 {limit} 个应用，不能再安装更多",
        """
        {bundleID} adopts scenes by {method}, so its life cycle is not that of the app delegate. Leave out `lifecycle`: a \
        system without scenes calls the app delegate anyway
        """: "{bundleID} 通过 {method} 采用了场景，因此它的生命周期不是应用代理的。请省略 `lifecycle`：没有场景的系统照样会调用应用代理",
        "{bundleID} is in front only on the display of the car": "{bundleID} 只在车载屏幕上位于前台",
        "{bundleID} does not run in the background": "{bundleID} 没有在后台运行",
        "{bundleID} has no scene in the background": "{bundleID} 在后台没有场景",
        "a debugger is attached, which keeps it running": "连接着调试器，使它保持运行",
        "{bundleID} is in a handler": "{bundleID} 正在执行处理函数",
        "{bundleID} is in front": "{bundleID} 位于前台",
        "{bundleID} shows one already": "{bundleID} 已经显示着一个",
        "{bundleID} shows none": "{bundleID} 没有显示",
        "the window is not in the foreground": "窗口不在前台",
        "this system does not prewarm apps": "这个系统不会预热应用",
        "the app's behavior in main does more than take time: prewarming would run it, which is not simulated":
            "应用在 main 中的行为不只是占用时间：预热会运行它，而这种情况没有模拟",
        "{bundleID} has a process already": "{bundleID} 已有进程",
        "{bundleID} has no responder {name}": "{bundleID} 没有响应者 {name}",
        "no callback {callback} of an attached app is in flight": "没有正在执行的 attached 应用的回调 {callback}",
        "no callback {callback} is in flight in {bundleID}": "{bundleID} 中没有正在执行的回调 {callback}",
        "the server completes the callbacks of {bundleID}: its driver is simulated":
            "{bundleID} 的回调由服务器完成：它的 driver 是 simulated",
        "There is no process {pid} on the device {device}, or it is no longer kept.":
            "设备 {device} 上没有进程 {pid}，或它已不再保留。",
        "This is not a cursor of a list.": "这不是列表的游标。",
        "An idempotency key has 1 to {limit} bytes.": "幂等键长 1 到 {limit} 字节。",
        "1 to {most} lower-case letters, digits and hyphens, not beginning with a hyphen":
            "1 到 {most} 个小写字母、数字和连字符，不以连字符开头",
        "a label's name has at most {limit} bytes": "标签名最长 {limit} 字节",
        "a label's value has at most {limit} bytes": "标签值最长 {limit} 字节",
        "a label's name can be used only once": "每个标签名只能用一次",
        "{bundleID} is in the list already": "{bundleID} 已在列表中",
        "a device must be kept for more than 0 seconds": "设备的保留时间必须大于 0 秒",
        "a clock's rate must be above 0 and at most {limit}": "时钟的速率须大于 0，最大为 {limit}",
        "The device {device} has no record {sequence} yet; its last one is {last}.":
            "设备 {device} 还没有记录 {sequence}；最后一条是 {last}。",
        "{bundleID} is not installed on the device {device}.": "设备 {device} 上没有安装 {bundleID}。",
        "{bundleID} is not installed.": "没有安装 {bundleID}。",
        """
        A notification service extension cannot do this: it can work, log, allocate, free, holdFileLock, releaseFileLock, \
        crash, hang and exit. It has no UIApplication, so it has no scenes and no background tasks. Unsaved changes, \
        wake-ups and transfers belong to the app.
        """: """
        通知服务扩展不能这样做：它可以 work、log、allocate、free、holdFileLock、releaseFileLock、crash、hang 和 exit。它没有 UIApplication，\
        因此没有场景和后台任务；未保存的更改、唤醒和传输都属于应用。
        """,
        "UIApplicationSceneManifest in its Info.plist": "Info.plist 中的 UIApplicationSceneManifest",
        "its view is covered already": "它的视图已经被遮住",
        "its view is not covered": "它的视图没有被遮住",
        "pending request": "等待中的请求",
        "running task": "正在运行的任务",
        "running continued processing task": "正在运行的持续处理任务",
        "transfer under way": "进行中的传输",
        "Live Activity": "实时活动",
        "a label's name must not be empty": "标签名不能为空",
        "a label's name must not contain a colon": "标签名中不能有冒号",
        "the records are not an array": "它们不是数组",
        "this is not a device token, a device or a kind": "这不是设备令牌、设备或种类",
        "this is not the id of a device": "这不是设备的标识",
        "It is missing, and the name of the file is not the id of a device.": "它缺失，而文件名不是设备的标识。",
    ]
}
