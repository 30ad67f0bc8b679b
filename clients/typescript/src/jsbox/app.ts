import {existsSync, readFileSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {inspect} from "node:util";
import {Data, bytesOf} from "./data.js";
import type {Reply} from "./messages.js";
import type {Runtime} from "./runtime.js";
import {handled, isFunction, told} from "./runtime.js";

// The script and its surroundings: `$app`, the device, time, the network and notifications.

const LEVELS = ["log", "info", "warn", "error"] as const;

/** A number of seconds and a function, or an object with them. */
function delayed(given: any): {seconds: number; handler: () => unknown} {
    if (isFunction(given)) return {seconds: 0, handler: given};
    return {seconds: given?.delay ?? 0, handler: given?.handler ?? (() => undefined)};
}

/** Time: timers follow the clock that stands still while the device sleeps. */
export function timeModules(runtime: Runtime): {[global: string]: any} {
    const timers = new Map<number, () => void>();
    let numbers = 0;
    const started = (cancel: () => void): number => {
        timers.set(numbers += 1, cancel);
        return numbers;
    };
    const stop = (number: number) => timers.get(number)?.();
    const at = (given: any) => {
        const {seconds, handler} = delayed(given);
        runtime.after(seconds, handler);
    };
    return {
        $delay: (seconds: number, handler: () => unknown) => ({cancel: runtime.after(seconds, handler)}),
        $wait: (seconds: number) => new Promise<void>((resolve) => void runtime.after(seconds, resolve)),
        $timer: {
            schedule({interval, handler}: any) {
                const cancel = runtime.after(interval, () => handler?.(), true);
                return {invalidate: cancel, interval};
            },
        },
        $thread: {background: at, main: at},
        setTimeout: (work: any, milliseconds = 0, ...values: unknown[]) =>
            started(runtime.after(milliseconds / 1000, () => work(...values))),
        setInterval: (work: any, milliseconds = 0, ...values: unknown[]) =>
            started(runtime.after(milliseconds / 1000, () => work(...values), true)),
        clearTimeout: stop,
        clearInterval: stop,
        Date: runtime.date,
    };
}

/** A string of the script in the language of the device; the key where it has none. */
function localized({settings: {language}}: Runtime, strings: any, key: string): string {
    const languages = [language, language.split("-").slice(0, 2).join("-"), language.split("-")[0]!, "en"];
    for (const one of languages) if (strings?.[one]?.[key] !== undefined) return strings[one][key];
    return key;
}

/** The strings of a package, by language and key. */
function packageStrings({settings: {folder, isPackage}}: Runtime): {[language: string]: {[key: string]: string}} {
    const place = join(folder, "strings");
    const files = isPackage && existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".strings")) : [];
    const line = /"((?:[^"\\]|\\.)*)"\s*=\s*"((?:[^"\\]|\\.)*)"/g;
    const plain = (text: string) => text.replace(/\\n/g, "\n").replace(/\\(.)/g, "$1");
    return Object.fromEntries(files.map((name) => [
        name.slice(0, -".strings".length),
        Object.fromEntries([...readFileSync(join(place, name), "utf8").matchAll(line)]
            .map(([, key = "", value = ""]) => [plain(key), plain(value)])),
    ]));
}

/** `$app`, `$context`, `$device`, `$l10n`, `$addin` and the console. */
export function appModules(runtime: Runtime): {[global: string]: any} {
    const {settings} = runtime;
    let strings: any = packageStrings(runtime);
    const $app = {
        listen(events: {[name: string]: () => unknown}) {
            for (const [name, handler] of Object.entries(events ?? {})) {
                if (isFunction(handler)) runtime.listeners.set(name, [...runtime.listeners.get(name) ?? [], handler]);
            }
        },
        notify: ({name, object}: {name: string; object?: unknown}) => runtime.later(() => runtime.emit(name, object)),
        close: (delay = 0) => void runtime.after(delay, () => runtime.call("close")),
        info: {bundleID: "app.cyan.jsbox", version: "3.0.0", build: "1000"},
        env: 1,
        isDebugging: false,
        widgetIndex: -1,
        minSDKVer: "", minOSVer: "", theme: "auto", idleTimerDisabled: false, autoKeyboardEnabled: false,
        keyboardToolbarEnabled: false, rotateDisabled: false,
        get strings() { return strings; },
        set strings(given: any) { strings = given; },
        tips(text: string) {
            if (runtime.call("disk.read", `$tips/${text}`) !== undefined) return;
            runtime.call("disk.write", `$tips/${text}`, true);
            runtime.note({note: "shown", what: "tips", text: String(text)});
        },
    };
    const {context: {image, imageItems, safari, ...given}} = settings as any;
    const text = given.text, link = given.link;
    const data = given.data === undefined ? undefined : new Data(bytesOf(given.data));
    const $context: any = {
        query: given.query ?? {}, text, textItems: given.textItems ?? (text === undefined ? [] : [text]), link,
        linkItems: given.linkItems ?? (link === undefined ? [] : [link]), data, dataItems: data ? [data] : [], image,
        imageItems: imageItems ?? (image === undefined ? [] : [image]), safari: safari ?? {items: undefined},
        get allItems() { return [...this.textItems, ...this.linkItems, ...this.dataItems, ...this.imageItems]; },
        clear() {
            for (const name of ["text", "link", "data", "image"]) this[name] = undefined;
            for (const name of ["textItems", "linkItems", "dataItems", "imageItems"]) this[name] = [];
            this.query = {};
        },
        close: () => runtime.call("close"),
    };
    const size = (bytes: number) => ({bytes, string: `${(bytes / 1e9).toFixed(2)} GB`});
    const $device = {
        get info() {
            return {
                model: "iPhone", language: settings.language, version: "18.0", name: "iPhone",
                screen: {width: 390, height: 844, scale: 3, orientation: 1}, battery: {state: 1, level: 0.8},
            };
        },
        get networkType() { return runtime.call("device.network"); },
        isDarkMode: false,
        isIphoneX: true, isIphonePlus: false, isIpad: false, isIpadPro: false, hasTouchID: false, hasFaceID: true,
        isJailbroken: false, isVoiceOverOn: false, ssid: undefined,
        get wlanAddress() { return this.networkType === 1 ? "192.168.1.2" : undefined; },
        space: {disk: {free: size(64e9), total: size(128e9)}, memory: {free: size(1e9), total: size(4e9)}},
    };
    const console = consoleOf(runtime);
    const addin = {name: settings.name, category: "", url: "", version: "1.0.0", author: ""};
    return {
        $app, $context, $device,
        $l10n: (key: string) => localized(runtime, strings, String(key)),
        $addin: {current: addin, list: [addin], eval: (code: string) => (0, eval)(code)},
        $system: {brightness: 0.5, volume: 0.5},
        $network: {ifa_data: {}, interfaces: {}, proxy_settings: {}},
        console, $console: console,
    };
}

function consoleOf(runtime: Runtime): {[name: string]: unknown} {
    const write = (level: string) => (...values: unknown[]) =>
        runtime.note({note: "log", level, text: values.map(told).join(" ")});
    return {
        ...Object.fromEntries(LEVELS.map((level) => [level, write(level)])),
        debug: write("log"),
        assert(holds: unknown, ...values: unknown[]) {
            if (!holds) write("error")("assertion failed:", ...values);
        },
        clear: () => undefined,
        table: (value: unknown) => write("log")(inspect(value)),
        time: () => undefined,
        timeEnd: () => undefined,
    };
}

// The network

/** How Foundation describes errors of NSURLErrorDomain. */
const DESCRIPTIONS: {readonly [code: number]: string} = {
    [-1001]: "The request timed out.", [-1004]: "Could not connect to the server.",
    [-1005]: "The network connection was lost.", [-1009]: "The Internet connection appears to be offline.",
};

/** What a handler of `$http` is given. */
function response({url, status, body, error}: Reply, isFile: boolean): unknown {
    if (error !== undefined) {
        const localizedDescription = DESCRIPTIONS[error] ?? "The operation couldn’t be completed.";
        return {data: undefined, rawData: undefined, response: undefined,
            error: {domain: "NSURLErrorDomain", code: error, userInfo: {}, localizedDescription}};
    }
    const rawData = new Data(bytesOf(body), url.split(/[?#]/)[0]!.split("/").at(-1) || "data");
    const isBytes = body instanceof Uint8Array;
    return {
        data: isFile || isBytes ? rawData : parsed(body ?? ""),
        rawData,
        response: {
            url, statusCode: status, headers: {},
            MIMEType: typeof body === "object" && !isBytes ? "application/json" : "text/plain",
            expectedContentLength: rawData.bytes.length, textEncodingName: "utf-8", suggestedFilename: rawData.fileName,
        },
        error: undefined,
    };
}

/** JSON that was sent as text is parsed, as JSBox does. */
function parsed(body: unknown): unknown {
    if (typeof body !== "string") return body;
    try {
        return JSON.parse(body);
    } catch {
        return body;
    }
}

/** The body of a request, as its header says. */
function bodyOf({body, header = {}, form, files}: any): unknown {
    if (form !== undefined || files !== undefined) {
        const told = ({name = "", filename = ""}: any) => ({name, filename});
        return {...form, files: (files ?? []).map(told)};
    }
    if (body === undefined || body === null) return null;
    if (body instanceof Data) return body.bytes;
    const given = Object.entries(header).find(([name]) => name.toLowerCase() === "content-type");
    const type = String(given?.[1] ?? "application/json");
    if (typeof body === "object" && type.includes("x-www-form-urlencoded")) {
        const encoded = (pair: unknown[]) => pair.map((one) => encodeURIComponent(String(one))).join("=");
        return Object.entries(body).map(encoded).join("&");
    }
    return typeof body === "object" ? JSON.parse(JSON.stringify(body)) : String(body);
}

/** `$http` and `$push`. */
export function networkModules(runtime: Runtime): {[global: string]: any} {
    const send = (given: any, method: string | undefined, isFile = false) => {
        const options = typeof given === "string" ? {url: given} : given ?? {};
        const {url, timeout, handler, progress, backgroundFetch} = options;
        const way = isFile && backgroundFetch === true ? "http.transfer" : "http.request";
        const body = bodyOf(options);
        const verb = method ?? String(options.method ?? "GET").toUpperCase();
        return handled(runtime, handler, (answer) =>
            runtime.ask(way, [verb, String(url), body, timeout], (reply) => {
                const result: any = response(reply, isFile);
                if (isFunction(progress) && !result.error) {
                    const count = result.rawData.bytes.length;
                    runtime.attempt(() => (isFile ? progress(count, count) : progress(1)));
                }
                answer(result);
            }));
    };
    const $http = {
        request: (options: any) => send(options, undefined),
        get: (options: any) => send(options, "GET"),
        post: (options: any) => send(options, "POST"),
        upload: (options: any) => send(options, "POST"),
        download: (options: any) => send(options, "GET", true),
    };
    const $push = {
        schedule(options: any) {
            const {title = "", body = "", id, delay, date, query, handler} = options ?? {};
            const seconds = date instanceof Date ? (date.getTime() - runtime.now) / 1000 : Number(delay ?? 0);
            const given = JSON.parse(JSON.stringify(query ?? {}));
            const scheduled = runtime.call("push.schedule", {title, body, id, seconds, query: given});
            return handled(runtime, handler, (answer) => runtime.later(() => answer({id: scheduled})));
        },
        cancel: ({id, title, body}: any = {}) => runtime.call("push.cancel", {id, title, body}),
        clear: () => runtime.call("push.cancel", {}),
    };
    return {$http, $push};
}
