import {nearest} from "../manifests.js";
import type {JSBoxScript} from "./script.js";
import {Complaint} from "./text.js";
import type {Texts} from "./text.js";

// The steps that a person writes after --do or at the prompt.

/** A step: how it is written, what it means, and what it does. */
interface Step {
    readonly usage: string;
    /** What it means. */
    readonly help: Texts;
    /** How many words follow it at least; the last takes the rest of the line. */
    readonly least: number;
    readonly most: number;
    readonly run: (script: JSBoxScript, words: readonly string[]) => Promise<void>;
}

const number = (word: string | undefined, [what, inChinese]: Texts): number => {
    const value = Number(word);
    if (word === undefined || !Number.isFinite(value) || value < 0) {
        throw new StepError([`${word} is no ${what}`, `${word} 不是${inChinese}`]);
    }
    return value;
};

/** A value as a person writes it. */
function value(word: string): unknown {
    try {
        return JSON.parse(word);
    } catch {
        return word;
    }
}

const plain = (help: Texts, run: (script: JSBoxScript) => Promise<void>) => (usage: string): Step =>
    ({usage, help, least: 0, most: 0, run});

const PLAIN: {readonly [name: string]: (usage: string) => Step} = {
    open: plain(["open the script", "打开脚本"], (script) => script.open()),
    close: plain(["close the script; JSBox lives on", "关闭脚本，JSBox 继续运行"], (script) => script.close()),
    home: plain(["press Home", "按 Home 键"], (script) => script.home()),
    lock: plain(["lock the device", "锁屏"], (script) => script.lock()),
    unlock: plain(["unlock the device", "解锁"], (script) => script.unlock()),
    call: plain(["the phone rings", "来电"], (script) => script.call()),
    decline: plain(["decline the call", "拒接"], (script) => script.decline()),
    kill: plain(["the system kills JSBox for its memory", "系统因内存紧张杀掉 JSBox"], (script) => script.kill()),
    quit: plain(["swipe JSBox away in the app switcher", "在切换器中划掉 JSBox"], (script) => script.quit()),
    crash: plain(["JSBox crashes, and not by the script", "JSBox 崩溃，与脚本无关"], (script) => script.crash()),
    warning: plain(["a memory warning", "内存警告"], (script) => script.memoryWarning()),
    reboot: plain(["restart the device", "重启设备"], (script) => script.reboot()),
    offline: plain(["the device has no connection", "断网"], (script) => script.offline()),
    online: plain(["the device has a connection again", "恢复网络"], (script) => script.online()),
    back: plain(["go back to the page before", "返回上一页"], (script) => script.back()),
    notification: plain(["tap the notification that was shown last", "点最近一条通知"], (script) => script.tapNotification()),
};

/** All steps, by their names. */
export const STEPS: {readonly [name: string]: Step} = {
    ...Object.fromEntries(Object.entries(PLAIN).map(([name, step]) => [name, step(name)])),
    wait: {
        usage: "wait SECONDS", help: ["let time pass", "让时间过去（秒）"], least: 1, most: 1,
        run: (script, [seconds]) => script.wait(number(seconds, ["number of seconds", "秒数"])),
    },
    type: {
        usage: "type VIEW TEXT", help: ["type into a text view", "在文本框中输入"], least: 2, most: 2,
        run: (script, [view, text]) => script.type(view!, text!),
    },
    replace: {
        usage: "replace VIEW [TEXT]", help: ["replace the text of a text view", "替换文本框的内容"], least: 1, most: 2,
        run: (script, [view, text = ""]) => script.replace(view!, text),
    },
    look: {
        usage: "look VIEW", help: ["look at a view: a line says what it shows", "看一个视图：输出它显示的内容"], least: 1, most: 1,
        run: (script, [view]) => script.look(view!),
    },
    tap: {
        usage: "tap VIEW", help: ["tap a view, by its id or its title", "点一个视图（id 或标题）"], least: 1, most: 1,
        run: (script, [view]) => script.tap(view!),
    },
    enter: {
        usage: "enter VIEW", help: ["press the return key in an input", "在输入框中按回车"], least: 1, most: 1,
        run: (script, [view]) => script.enter(view!),
    },
    set: {
        usage: "set VIEW VALUE", help: ["set a switch, a slider, a tab ...", "设置开关、滑块、分页……"], least: 2, most: 2,
        run: (script, [view, given]) => script.set(view!, value(given!)),
    },
    select: {
        usage: "select LIST ROW", help: ["choose a row of a list, from 0 on", "选择列表的一行（从 0 开始）"], least: 2, most: 2,
        run: (script, [view, row]) => script.select(view!, number(row, ["number of a row", "行号"])),
    },
    answer: {
        usage: "answer CHOICE", help: ["answer an alert or a menu, by title or number", "回答弹窗或菜单（标题或序号）"],
        least: 1, most: 1,
        run: (script, [choice]) => script.answer(choice!),
    },
    notify: {
        usage: "notify EVENT", help: ["send an event of $app.notify", "发送 $app.notify 事件"], least: 1, most: 1,
        run: (script, [name]) => script.notify(name!),
    },
};

/** A step that is not one. */
export class StepError extends Complaint {
    override readonly name = "StepError";
}

/** A step, and the words that it was written with. */
export interface Written {
    readonly text: string;
    readonly step: Step;
    readonly words: readonly string[];
}

/**
 * Reads steps that are separated by semicolons or on lines; what is quoted is one word. Throws a `StepError` for the first
 * that is none.
 */
export function readSteps(text: string): Written[] {
    const parts = (text.match(/(?:"[^"\n]*"|[^;；\n])+/g) ?? []).map((part) => part.trim());
    return parts.filter((part) => part !== "" && !part.startsWith("#")).map(readStep);
}

function readStep(text: string): Written {
    const [name = "", rest = ""] = split(text);
    const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
    if (!step) {
        const near = nearest(name, Object.keys(STEPS));
        const [hint, inChinese] = near ? [`; did you mean ${near}?`, `，是 ${near} 吗？`] : [".", "。"];
        const all = Object.keys(STEPS).sort();
        throw new StepError([`there is no step ${name}${hint} Steps: ${all.join(", ")}`, `没有步骤 ${name}${inChinese}步骤：${all.join("、")}`]);
    }
    const words: string[] = [];
    for (let left = rest; left !== "";) {
        if (words.length === step.most - 1) {
            words.push(unquoted(left));
            break;
        }
        if (step.most === 0) throw new StepError([`${name} stands alone, without ${left}`, `${name} 后面不能有 ${left}`]);
        const [word, more = ""] = split(left);
        words.push(unquoted(word!));
        left = more;
    }
    if (words.length < step.least) throw new StepError([`${text} lacks something: ${step.usage}`, `${text} 不完整：${step.usage}`]);
    return {text, step, words};
}

/** The first word, and the rest. */
const split = (text: string): string[] => {
    const [, first = "", rest = ""] = /^("[^"]*"|\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    return [first, rest];
};

const unquoted = (word: string): string => (/^"[^]*"$/.test(word) ? word.slice(1, -1) : word);
