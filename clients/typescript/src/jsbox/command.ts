#!/usr/bin/env node
// The command greenroom-jsbox: runs a JSBox script through its life, and prints what becomes of it.

import {readFileSync, readdirSync, statSync, watch} from "node:fs";
import {dirname, join} from "node:path";
import process from "node:process";
import {createInterface} from "node:readline";
import {GreenroomError} from "../errors.js";
import {nearest} from "../manifests.js";
import type {Line} from "./report.js";
import {jsbox, readScript, stopServer} from "./script.js";
import type {Answer, JSBoxOptions, JSBoxScript} from "./script.js";
import {STEPS, StepError, readSteps} from "./steps.js";
import type {Written} from "./steps.js";
import {Complaint, languageOf, lineText, standInsText, textIn} from "./text.js";
import type {Language, Texts} from "./text.js";

const FAILED = 1, MISUSED = 2;
const WATCH_MILLISECONDS = 100;
const MEGABYTE = 1 << 20;
const RULES = ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"];

/** An option: the name of what follows it, and what it means. */
interface Option {
    readonly value?: string;
    readonly help: Texts;
}

const OPTIONS: {readonly [name: string]: Option} = {
    "--do": {
        value: "STEPS",
        help: ["the steps, separated by semicolons; without it, a prompt asks for them", "步骤，用分号分隔；不给则逐行询问"],
    },
    "--rules": {value: "PROFILE", help: [`the rules of the device: ${RULES.join(", ")}`, `设备的规则：${RULES.join("、")}`]},
    "--errors": {value: "log|crash", help: ["what an uncaught error of the script does", "脚本未捕获的错误：记录，或使 JSBox 崩溃"]},
    "--answers": {value: "FILE", help: ["how the server answers requests: a list in JSON", "服务器如何回答请求：JSON 列表"]},
    "--holds-tasks": {help: ["JSBox holds a background task while a request runs", "请求进行时 JSBox 持有后台任务"]},
    "--disk": {
        value: "BYTES",
        help: ["how many bytes the disk takes in a second; a write takes no time without it", "磁盘每秒写入的字节数；不给则写入不耗时"],
    },
    "--writes": {value: "atomic|inPlace", help: ["what a kill in the midst of a write leaves", "写到一半被杀时留下什么"]},
    "--memory": {
        value: "MEGABYTES",
        help: ["how much memory the device has; an app may take half of it", "设备的内存（MB）；一个应用最多占一半"],
    },
    "--server": {
        value: "ADDRESS",
        help: ["the Greenroom server; otherwise that of GREENROOM_SERVER, on port 8080, or one that is started",
            "Greenroom 服务器地址；不给则用 GREENROOM_SERVER、8080 端口上的服务器，或自己启动一个"],
    },
    "--watch": {help: ["run again whenever the script changes", "脚本改动后重新运行"]},
    "--json": {help: ["a JSON object for each line, and one at the end", "每行一个 JSON 对象"]},
    "--language": {value: "en|zh", help: ["the language of the output", "输出的语言"]},
    "--help": {help: ["this page", "本页"]},
};

interface Arguments {
    readonly script: string;
    readonly options: {readonly [name: string]: string | true};
}

function readArguments(words: readonly string[]): Arguments {
    const options: {[name: string]: string | true} = {};
    const scripts: string[] = [];
    for (let at = 0; at < words.length; at += 1) {
        const [name = "", given] = words[at]!.startsWith("--") ? words[at]!.split(/=(.*)/s) : [words[at]!];
        if (!name.startsWith("-")) {
            scripts.push(name);
            continue;
        }
        const option = OPTIONS[name];
        if (!option) {
            const all = Object.keys(OPTIONS);
            const near = nearest(name, all);
            const [hint, inChinese] = near ? [`; did you mean ${near}?`, `，是 ${near} 吗？`] : [".", "。"];
            throw new Complaint([`there is no option ${name}${hint} Options: ${all.join(", ")}`, `没有选项 ${name}${inChinese}选项：${all.join("、")}`]);
        }
        const value = option.value === undefined ? true : given ?? words[at += 1];
        if (value === undefined) throw new Complaint([`${name} lacks ${option.value}`, `${name} 后面缺少 ${option.value}`]);
        options[name] = value;
    }
    if (options["--help"] !== undefined) return {script: "", options};
    if (scripts.length === 0) throw new Complaint(["which script?", "哪个脚本？"]);
    if (scripts.length > 1) throw new Complaint([`one script, not ${scripts.join(" and ")}`, `只能有一个脚本，而不是 ${scripts.join("、")}`]);
    requireOneOf(options, "--rules", RULES);
    requireOneOf(options, "--errors", ["log", "crash"]);
    requireOneOf(options, "--writes", ["atomic", "inPlace"]);
    requireOneOf(options, "--language", ["en", "zh"]);
    return {script: scripts[0]!, options};
}

function requireOneOf(options: Arguments["options"], name: string, values: readonly string[]): void {
    const value = options[name];
    if (value === undefined || values.includes(String(value))) return;
    const near = nearest(String(value), values);
    const [hint, inChinese] = near ? [`; did you mean ${near}?`, `，是 ${near} 吗？`] : ["", ""];
    throw new Complaint([`${name} ${value} is none of ${values.join(", ")}${hint}`, `${name} ${value} 不是 ${values.join("、")} 之一${inChinese}`]);
}

/** A table of names and what they mean. */
const table = (rows: readonly (readonly [string, Texts])[], language: Language): string =>
    rows.map(([name, texts]) => `  ${name.padEnd(24)} ${textIn(texts, language)}`).join("\n");

const stepsHelp = (language: Language): string =>
    table(Object.values(STEPS).map((step) => [step.usage, step.help]), language);

function help(language: Language): string {
    return [
        "greenroom-jsbox SCRIPT [--do STEPS]",
        language === "zh" ? "让 JSBox 脚本经历它的一生：打开、离开、挂起、被杀、再打开。"
            : "Runs a JSBox script through its life: opened, left, suspended, killed, opened again.",
        table(Object.entries(OPTIONS).map(([name, option]) => [`${name} ${option.value ?? ""}`, option.help]), language),
        language === "zh" ? "步骤：" : "Steps:",
        stepsHelp(language),
        language === "zh" ? "退出码：1 表示丢失了修改、脚本因自身的问题被终止，或脚本有语法错误；2 表示命令有误。"
            : "Exit code: 1 if changes were lost, or the script was killed for a fault of its own or cannot be read; "
                + "2 for a mistake.",
        "",
    ].join("\n");
}

/** Says what the user, the script or the server cannot do, in a line. */
function complaint(error: unknown): Texts {
    if (error instanceof Complaint) return error.texts;
    const text = error instanceof GreenroomError ? error.detail : error instanceof Error ? error.message : String(error);
    return [text, text];
}

async function play(script: JSBoxScript, steps: readonly Written[]): Promise<void> {
    for (const {step, words, text} of steps) {
        try {
            await step.run(script, words);
        } catch (error) {
            const [english, chinese] = complaint(error);
            throw new StepError([`${text}: ${english}`, `${text}：${chinese}`]);
        }
    }
}

/** Steps from the keyboard, or from a file that is the standard input. `help` lists them there. */
async function prompt(script: JSBoxScript, language: Language): Promise<void> {
    const {stdin, stdout, stderr} = process;
    const lines = createInterface({input: stdin, ...stdin.isTTY && {output: stdout}, prompt: "> "});
    const ask = () => { if (stdin.isTTY) lines.prompt(); };
    if (stdin.isTTY) {
        stderr.write(language === "zh" ? "逐行输入步骤：open、home、wait 60、kill……输入 help 列出全部步骤，Ctrl-D 结束。\n"
            : "A step a line: open, home, wait 60, kill ... `help` lists them all, Ctrl-D ends.\n");
    }
    ask();
    for await (const line of lines as unknown as AsyncIterable<string>) {
        try {
            if (line.trim() === "help") stderr.write(`${stepsHelp(language)}\n`);
            else await play(script, readSteps(line));
        } catch (error) {
            stderr.write(`${textIn(complaint(error), language)}\n`);
            if (!stdin.isTTY) process.exitCode = MISUSED;
        }
        ask();
    }
}

/** Runs the script once. Returns whether it has failed. */
async function run(
    path: string, options: JSBoxOptions, steps: readonly Written[] | undefined, print: Printer, language: Language,
): Promise<boolean> {
    const script = await jsbox(path, {...options, opens: false, onLine: (line) => print.line(line)});
    try {
        if (steps) await play(script, steps);
        else await prompt(script, language);
    } finally {
        await script.end();
        print.end(script);
    }
    return script.failed;
}

interface Printer {
    line(line: Line): void;
    end(script: JSBoxScript): void;
}

function printer(isJSON: boolean, language: Language): Printer {
    const write = (text: string) => process.stdout.write(`${text}\n`);
    if (isJSON) {
        return {
            line: (line) => write(JSON.stringify(line)),
            end: ({lost, faults, standIns, failed}) => write(JSON.stringify({end: {failed, lost, faults, standIns}})),
        };
    }
    return {
        line: (line) => write(lineText(line, language)),
        end({standIns}) {
            const used = standInsText(standIns, language);
            if (used) write(used);
        },
    };
}

function readAnswers(file: string): readonly Answer[] {
    const answers = JSON.parse(readFileSync(file, "utf8"));
    if (!Array.isArray(answers) || answers.some((one) => typeof one?.url !== "string")) {
        const example = '[{"url": "https://...", "status": 200, "body": ...}]';
        throw new Complaint([`${file} is no list of answers, each with a url: ${example}`, `${file} 不是回答的列表，每项要有 url：${example}`]);
    }
    return answers;
}

function positive(name: string, options: Arguments["options"], [what, inChinese]: Texts): number {
    const value = Number(options[name]);
    if (!(value > 0 && Number.isFinite(value))) {
        throw new Complaint([`${name} ${options[name]} is no number of ${what}`, `${name} ${options[name]} 不是${inChinese}`]);
    }
    return value;
}

/** The language of the output, also of a complaint about the command line. */
const languageFor = (words: readonly string[]): Language =>
    (/ --language[= ](en|zh)(?= |$)/.exec(words.join(" "))?.[1] as Language | undefined) ?? languageOf(process.env);

async function main(): Promise<void> {
    const {script, options} = readArguments(process.argv.slice(2));
    const language = languageFor(process.argv);
    if (options["--help"]) return void process.stdout.write(help(language));
    const steps = options["--do"] === undefined ? undefined : readSteps(String(options["--do"]));
    const chosen: JSBoxOptions = {
        refusals: language,
        ...options["--rules"] !== undefined && {rules: options["--rules"] as "documents"},
        ...options["--errors"] !== undefined && {errors: options["--errors"] as "log"},
        ...options["--holds-tasks"] !== undefined && {holdsTasks: true},
        ...options["--disk"] !== undefined && {bytesPerSecond: positive("--disk", options, ["bytes", "字节数"])},
        ...options["--memory"] !== undefined && {
            device: {memoryBytes: Math.round(positive("--memory", options, ["megabytes", "兆字节数"]) * MEGABYTE)},
        },
        ...options["--writes"] !== undefined && {writes: options["--writes"] as "atomic"},
        ...options["--server"] !== undefined && {server: String(options["--server"])},
        ...options["--answers"] !== undefined && {answers: readAnswers(String(options["--answers"]))},
    };
    const print = printer(options["--json"] !== undefined, language);
    const {file, folder, isPackage} = readScript(script);
    const once = async () => { if (await run(script, chosen, steps, print, language)) process.exitCode = FAILED; };
    if (options["--watch"] === undefined) return once();
    if (!steps) throw new Complaint(["--watch needs --do", "--watch 需要 --do"]);
    await onChange(isPackage ? foldersIn(folder) : [dirname(file)], once, language);
}

/** A folder and those in it, without those that hold no code of the script. */
const foldersIn = (folder: string): string[] => [folder, ...readdirSync(folder)
    .filter((name) => !name.startsWith(".") && name !== "node_modules")
    .map((name) => join(folder, name)).filter((path) => statSync(path).isDirectory()).flatMap(foldersIn)];

/** Does something now, and again whenever a file of these folders has changed. */
async function onChange(folders: readonly string[], work: () => Promise<void>, language: Language): Promise<void> {
    let changed = true;
    let wake: () => void = () => undefined;
    for (const folder of folders) {
        watch(folder, {}, () => {
            changed = true;
            setTimeout(() => wake(), WATCH_MILLISECONDS);
        });
    }
    for (;;) {
        if (changed) {
            changed = false;
            await work().catch((error: unknown) => process.stderr.write(`${textIn(complaint(error), language)}\n`));
        } else {
            await new Promise<void>((resolve) => { wake = resolve; });
        }
    }
}

// Nobody reads the rest: `greenroom-jsbox ... | head` has enough of it.
process.stdout.on("error", () => process.exit());
// Node 18 warns that its fetch is new, which is no news to who runs a script.
process.removeAllListeners("warning");
main().catch((error: unknown) => {
    process.stderr.write(`greenroom-jsbox: ${textIn(complaint(error), languageFor(process.argv))}\n`);
    process.exitCode = MISUSED;
}).finally(() => stopServer());
