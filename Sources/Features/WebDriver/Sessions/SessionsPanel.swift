import GreenroomServer

extension DashboardScript {
    /// The panel with the sessions.
    static let sessions = DashboardScript(
        "sessions.js",
        #"""
        // The sessions of clients of Appium and WebDriverAgent, above the devices. Without any there is nothing to see.

        import { h, v, notice, oncePerFrame, patch } from "./dom.js";
        import { get, isUnreachable, reasonOf } from "./api.js";
        import { plural, t } from "./language.js";
        import { NewestList } from "./newestlist.js";
        import { addChinese, addPanel } from "./parts.js";
        import { clockTime, milliseconds } from "./time.js";

        const DIALECTS = { appium: "Appium", wda: "WebDriverAgent" };

        // The element, and functions that read the sessions and end that.
        export function sessionsPanel() {
          const title = h("summary");
          const rows = h("ul", { class: "sessions" });
          const rest = h("p", { class: "quiet" });
          const element = h("details", { class: "panel", hidden: true }, title, rows, rest);
          let stopped = false;

          const draw = oncePerFrame(() => {
            if (stopped) return;
            const { entries: sessions, count } = list;
            element.hidden = count === 0;
            patch(title, plural(count, "{count} session of Appium or WebDriverAgent",
              "{count} sessions of Appium or WebDriverAgent"));
            patch(rows, sessions.map(row));
            rest.hidden = sessions.length === count;
            patch(rest, t("The newest {shown} of {count} sessions.", { shown: sessions.length, count }));
          });
          const list = new NewestList({ path: () => "/v1/webdriver/sessions", name: "sessions", get, onChange: draw,
            onError: (error) => {
              if (stopped || isUnreachable(error) || error.status === 401) return;
              notice(t("The sessions could not be read"), reasonOf(error));
            } });
          return { element, load: () => list.load(), stop: () => { stopped = true; list.stop(); } };
        }

        function row(session) {
          const { id, dialect, device, bundleID, createdAt, commandsInProgress, lastCommand, lastCommandAt } = session;
          const at = (instant) => clockTime(milliseconds(instant));
          const about = [
            t("since {time}", { time: at(createdAt) }),
            lastCommand ? t("{command} at {time}", { command: lastCommand, time: at(lastCommandAt) }) : t("no command yet"),
            commandsInProgress ? plural(commandsInProgress, "{count} command in progress", "{count} commands in progress") : "",
            session.deletesDevice ? t("its device is deleted with it") : "",
          ].filter(Boolean);
          return v("li", { key: id, title: id },
            v("a", { href: `#/devices/${encodeURIComponent(device)}` }, device),
            v("span", { class: "chip" }, DIALECTS[dialect] ?? dialect),
            bundleID ? v("span", {}, bundleID) : v("span", { class: "quiet" }, t("no app under test")),
            v("span", { class: "quiet" }, about.join(" · ")));
        }

        addChinese({
          "{count} session of Appium or WebDriverAgent": "{count} 个 Appium 或 WebDriverAgent 会话",
          "{count} sessions of Appium or WebDriverAgent": "{count} 个 Appium 或 WebDriverAgent 会话",
          "The newest {shown} of {count} sessions.": "共 {count} 个会话，显示最新的 {shown} 个。",
          "The sessions could not be read": "无法读取会话列表",
          "{command} at {time}": "{time} 执行 {command}",
          "no command yet": "还没有命令",
          "{count} command in progress": "{count} 条命令正在执行",
          "{count} commands in progress": "{count} 条命令正在执行",
          "its device is deleted with it": "结束时删除其设备",
          "no app under test": "没有被测应用",
        });
        addPanel(sessionsPanel, { isAbove: true });

        """#
    )
}
