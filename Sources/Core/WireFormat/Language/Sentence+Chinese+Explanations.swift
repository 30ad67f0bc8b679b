import LifecycleKernel

extension Sentence {
    /// Why an app is in its state.
    static let chineseOfExplanations: [String: String] = [
        "its notification service extension, process {pid}, is suspended and waits for another notification":
            "它的通知服务扩展（进程 {pid}）已挂起，等待下一条通知",
        "its notification service extension, process {pid}, handles a notification until {time}":
            "它的通知服务扩展（进程 {pid}）正在处理一条通知，最晚到 {time}",
        "its notification service extension, process {pid}, handles a notification until {time}, and {count} wait":
            "它的通知服务扩展（进程 {pid}）正在处理一条通知，最晚到 {time}，另有 {count} 条在等待",
        "it has registered for wake-ups by {names}": "它注册了由这些唤醒：{names}",
        "after the first unlock of the device, the system wakes it for {names}": "设备首次解锁后，会因这些唤醒它：{names}",
        "{count} of its transfers waits for {condition}": "它有 {count} 个传输在等待{condition}",
        "{count} of its transfers wait for {condition}": "它有 {count} 个传输在等待{condition}",
        """
        {count} of its transfers waits until {time}: the system has woken it for transfers, and they were begun in \
        the background
        """: "它有 {count} 个传输要等到 {time}：系统曾为传输唤醒它，而这些传输是在后台开始的",
        """
        {count} of its transfers wait until {time}: the system has woken it for transfers, and they were begun in \
        the background
        """: "它有 {count} 个传输要等到 {time}：系统曾为传输唤醒它，而这些传输是在后台开始的",
        "{name} until {time}": "{name} 至 {time}",
        "the system shows its Live Activity {activities}, which no process holds":
            "系统正在显示它的实时活动 {activities}，没有进程持有它",
        "the system shows its Live Activity {activities}": "系统正在显示它的实时活动 {activities}",
        "Core Location launches it again for locations: it held {names}": "Core Location 会为位置再次启动它：它持有过 {names}",
        "its location updates do not keep it running; each location wakes it for a while":
            "它的位置更新不会让它保持运行；每个位置会唤醒它一段时间",
        "it holds {names}, so Core Location wakes it for locations": "它持有 {names}，因此 Core Location 会为位置唤醒它",
        "an earlier process held {names}, which is lost unless this process creates it again at once":
            "以前的进程持有 {names}；现在的进程若不立即重新创建，就会失去它",
        "its request for the task {identifier} waits: {obstacle}": "它对任务 {identifier} 的请求在等待：{obstacle}",
        "its request for the task {identifier} waits until the device's time advances": "它对任务 {identifier} 的请求在等待时间流逝",
        "its request for the task {identifier} waits until {time}": "它对任务 {identifier} 的请求要等到 {time}",
        "in the background it has used {used} s of the {limit} s of processor time that it may use within {window} s":
            "它在后台 {window} 秒内最多可占用处理器 {limit} 秒，已用 {used} 秒",
        "it is ending: {reason}": "它正在结束：{reason}",
        "it is inactive because of {names}": "未激活，因为：{names}",
        "it is held by {names}": "使它保持运行的是：{names}",
        "no assertion has held it since {time}": "自 {time} 起，再没有断言让它继续运行",
        "its last process ended: {reason}": "它的上一个进程已结束：{reason}",
        "an observer of {name}": "{name} 的观察者",
        "its main thread is in {handler} and hangs": "它的主线程卡死在 {handler} 中",
        "its main thread is in {handler}": "它的主线程正在执行 {handler}",
        """
        the program that plays it has not completed this callback, and what comes next depends on that; a watchdog \
        ends the process at {time}
        """: "充当它的程序还没有完成这个回调，接下来发生什么取决于此；看门狗会在 {time} 结束进程",
        "its main thread is blocked and hangs": "它的主线程被阻塞，已经卡死",
        "its main thread is blocked": "它的主线程被阻塞",
        "it is on the display of a car, where nothing deactivates it": "它显示在车载屏幕上，在那里没有什么会让它变为未激活",
        "it is on screen and nothing deactivates it": "正在前台显示，没有被任何东西打断",
        "it is on its way to or from the screen": "它正在进入或离开屏幕",
        "a debugger is attached, so the system does not suspend it": "连接着调试器，因此系统不会挂起它",
        "it was never launched": "它从未启动过",
        "the user ended it in the app switcher: the system does not wake it before it is opened":
            "用户在 App 切换器中结束了它：再次打开之前，系统不会唤醒它",
        "the system has prewarmed a process for it, in which no delegate of the app has run yet":
            "系统已为它预热了一个进程，应用的代理还没有在其中运行",
        "its video call was answered while the device was locked: unlocking the device opens it":
            "设备锁定时接听了它的视频通话：解锁设备会打开它",
        "UIKit traps when the user opens it: it has no scenes, and the SDK that it was built with requires them":
            "用户打开它时 UIKit 会使它崩溃：它没有场景，而构建它的 SDK 要求有场景",
        "the program that plays it has not completed this callback, and what comes next depends on that":
            "充当它的程序还没有完成这个回调，接下来发生什么取决于此",
        "Wi-Fi and power, as it is discretionary": " Wi-Fi 和电源（可由系统安排）",
        "a network": "网络",
        "the scheduler launches tasks on events only (schedulerPolicy)": "调度器只在事件要求时启动任务（schedulerPolicy）",
        "the device has not been unlocked since it started": "设备启动后还没有解锁过",
        "its process is ending": "它的进程正在结束",
        "its process holds as many assertions as it may hold": "它的进程持有的断言已达上限",
        "it needs a network": "它需要网络",
        "it needs external power": "它需要外部电源",
        "the app is in front": "应用在前台",
        "Background App Refresh is off": "后台 App 刷新已关闭",
        "the device is in Low Power Mode": "设备处于低电量模式",
        "the user has ended the app in the app switcher": "用户在 App 切换器中结束了应用",
        "the device is in use": "设备正在使用中",
        "the system's limit of running continued processing tasks is reached": "持续处理任务的数目已达系统允许的上限",
    ]
}
