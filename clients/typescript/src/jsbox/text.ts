import type {Line} from "./report.js";

// Lines as people read them, in English and in Chinese.

export type Language = "en" | "zh";

/** A text in English and in Chinese. */
export type Texts = readonly [english: string, chinese: string];

/** A text in one of the languages. */
export const textIn = ([english, chinese]: Texts, language: Language): string => (language === "zh" ? chinese : english);

/** What a person asks for and cannot be done; the message is in English. */
export class Complaint extends Error {
    constructor(readonly texts: Texts) {
        super(texts[0]);
    }
}

/** Characters that are two columns wide. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/;
/** How wide the column of what happened is. */
const WIDTH = 31;

interface Words {
    readonly saved: string;
    readonly written: string;
    readonly separator: string;
    readonly nothingLost: string;
    readonly lost: (count: number) => string;
    readonly unsaved: (count: number) => string;
    readonly killed: string;
    readonly events: {readonly [event: string]: string};
    readonly reasons: {readonly [reason: string]: string};
    readonly standIns: string;
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

const ENGLISH: Words = {
    saved: "saved ", written: "wrote ", separator: ", ", nothingLost: "nothing lost",
    lost: (count) => `lost: ${counted(count, "change")}`,
    unsaved: (count) => counted(count, "unsaved change"),
    killed: "killed: ",
    events: {
        quit: "swiped away", restarted: "the device was restarted",
        hangs: "the script does not return: an endless loop?", outOfMemory: "the script takes more memory than it may",
        unheard: "a request has ended, and the script that began it is gone:",
    },
    reasons: {
        memoryPressure: "memory pressure", memoryResourceLimit: "too much memory", appWatchdog: "watchdog (0x8badf00d)",
        shutdown: "power off", osUpgrade: "upgrade of the system",
        backgroundTaskAssertionTimeout: "a background task was not ended", cpuResourceLimit: "too much processor time",
    },
    standIns: "stand-ins that were used: ",
};

const CHINESE: Words = {
    saved: "已保存 ", written: "已写入 ", separator: "、", nothingLost: "没有丢失",
    lost: (count) => `丢失 ${count} 处修改`,
    unsaved: (count) => `${count} 处未保存的修改`,
    killed: "被终止：",
    events: {
        crashed: "崩溃", quit: "被用户划掉", restarted: "设备重启",
        suspended: "挂起", closed: "脚本已关闭", hangs: "脚本没有返回：死循环？", outOfMemory: "脚本占用的内存超出上限",
        unheard: "请求已结束，但发起请求的脚本已经不在：", notification: "通知", look: "看", log: "日志", error: "错误", failed: "失败", response: "响应",
    },
    reasons: {
        memoryPressure: "内存不足", memoryResourceLimit: "内存超限", appWatchdog: "看门狗（0x8badf00d）", 
        shutdown: "关机", osUpgrade: "系统升级", backgroundTaskAssertionTimeout: "后台任务没有结束",
        cpuResourceLimit: "处理器时间超限",
    },
    standIns: "用到的替身接口：",
};

const WORDS: {readonly [language in Language]: Words} = {en: ENGLISH, zh: CHINESE};

/** The language that the environment asks for. */
export const languageOf = (environment: {readonly [name: string]: string | undefined}): Language =>
    ((environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "").startsWith("zh") ? "zh" : "en");

/** `01:00.000`, with hours in front where there are any. */
export function timeText(seconds: number): string {
    const whole = Math.round(seconds * 1000);
    const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, "0");
    const hours = Math.floor(whole / 3_600_000);
    const rest = `${part(whole / 60_000 % 60)}:${part(whole / 1000 % 60)}.${part(whole % 1000, 3)}`;
    return hours > 0 ? `${hours}:${rest}` : rest;
}

/** A line of a run. */
export function lineText(line: Line, language: Language): string {
    const words = WORDS[language];
    const {saved, written, lost} = line;
    const effects = [
        ...saved.length > 0 ? [words.saved + saved.join(words.separator)] : [],
        ...written.length > 0 ? [words.written + written.join(words.separator)] : [],
        ...lost !== undefined ? [lost > 0 ? words.lost(lost) : words.nothingLost] : [],
    ].join(language === "en" ? "; " : "；");
    const what = whatText(line, words);
    return `${timeText(line.seconds)}  ${effects === "" ? what : `${padded(what)}${effects}`}`;
}

function whatText({event, detail, unsaved, texts}: Line, words: Words): string {
    const name = words.events[event] ?? event;
    switch (event) {
    case "killed":
        return words.killed + (words.reasons[detail!] ?? detail!.replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`));
    case "ready": {
        const shown = Object.entries(texts ?? {});
        if (shown.length === 0) return name;
        const told = shown.map(([view, text]) =>
            `${shown.length === 1 ? "text" : view} = ${text.replace(/\n/g, "↵")}`);
        return [name, ...told].join(", ");
    }
    case "type":
    case "replace":
        return `${name} ${detail}${unsaved > 0 ? ` → ${words.unsaved(unsaved)}` : ""}`;
    case "crashed":
    case "quit":
    case "restarted": return name;
    case "log":
    case "error":
        return `${name}: ${detail}`;
    default: return detail === undefined || detail === "" ? name : `${name} ${detail}`;
    }
}

/** A text with spaces after it up to the next column; a Chinese character is two columns wide. */
function padded(text: string): string {
    const width = [...text].reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
    return text + " ".repeat(Math.max(2, WIDTH - width));
}

/** The stand-ins that a script has used, in a line; nothing if it has used none. */
export function standInsText(standIns: {readonly [name: string]: number}, language: Language): string | undefined {
    const all = Object.entries(standIns).map(([name, count]) => (count > 1 ? `${name} (${count})` : name));
    return all.length > 0 ? WORDS[language].standIns + all.join(WORDS[language].separator) : undefined;
}
