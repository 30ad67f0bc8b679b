import {existsSync, readFileSync, readdirSync, statSync} from "node:fs";
import {join, posix} from "node:path";
import {Data, bytesOf} from "./data.js";
import type {Runtime} from "./runtime.js";
import {handled, told} from "./runtime.js";

// What outlasts a life: files, caches, preferences, items of the keychain and the clipboard. The host keeps all of it,
// and what a script writes is there before the call returns.

/** The folders that paths with a scheme are in. */
const SCHEMES = /^(shared|drive|inbox|absolute):\/\//;
const PREFS = "$prefs";
const CACHE = "$cache";
const KEYCHAIN = "$keychain";
/** What marks a folder without files. */
const FOLDER = "/";

/** A path as the disk has it: `notes.txt`, `drive://notes.txt`. */
function normal(path: unknown, scheme = ""): string {
    const text = String(path ?? "");
    const given = SCHEMES.exec(text)?.[0] ?? scheme;
    const rest = posix.normalize(text.replace(SCHEMES, "").replace(/^\/+/, "") || ".").replace(/\/+$/, "");
    return `${given}${rest === "." || rest.startsWith("..") ? "" : rest}`;
}

/** The bytes of a file: of the disk, or of a package's resources. */
export function readStored(runtime: Runtime, path: unknown, scheme = ""): Uint8Array | undefined {
    const at = normal(path, scheme);
    const stored = runtime.call<Uint8Array | string | undefined>("disk.read", at);
    if (stored !== undefined) return bytesOf(stored);
    const resource = resourceAt(runtime, at);
    return resource !== undefined && statSync(resource).isFile() ? Uint8Array.from(readFileSync(resource)) : undefined;
}

/** Where a package has what is at a path, if it has it; a single script has no resources. */
function resourceAt({settings: {folder, isPackage}}: Runtime, at: string): string | undefined {
    if (!isPackage || SCHEMES.test(at)) return undefined;
    const resource = join(folder, at);
    return existsSync(resource) ? resource : undefined;
}

/** `$file`, or with a scheme `$drive`. */
function files(runtime: Runtime, scheme: string) {
    const paths = (): string[] => runtime.call<string[]>("disk.paths").filter((path) => !path.startsWith("$"));
    const write = (path: string, bytes: Uint8Array): boolean => runtime.call<boolean>("disk.write", path, bytes);
    const within = (folder: string) => {
        const prefix = folder === "" || folder.endsWith("//") ? folder : `${folder}${FOLDER}`;
        return paths().filter((path) => path.startsWith(prefix) && (prefix !== "" || !SCHEMES.test(path)))
            .map((path) => path.slice(prefix.length));
    };
    const isDirectory = (path: unknown): boolean => {
        const at = normal(path, scheme);
        const resource = resourceAt(runtime, at);
        if (resource !== undefined && statSync(resource).isDirectory()) return true;
        return at === "" || at.endsWith("//") || within(at).length > 0;
    };
    const remove = (path: unknown): boolean => {
        const at = normal(path, scheme);
        const gone = paths().filter((one) => one === at || one.startsWith(`${at}${FOLDER}`));
        for (const one of gone) runtime.call("disk.delete", one);
        return gone.length > 0;
    };
    const copy = ({src, dst}: {src: unknown; dst: unknown}): boolean => {
        const from = normal(src, scheme), to = normal(dst, scheme);
        const bytes = readStored(runtime, from);
        if (bytes) return write(to, bytes);
        const inside = within(from);
        return inside.length > 0 && inside.every((name) =>
            write(`${to}/${name}`, readStored(runtime, `${from}/${name}`) ?? new Uint8Array()));
    };
    const read = (path: unknown): Data | undefined => {
        const bytes = readStored(runtime, path, scheme);
        return bytes && new Data(bytes, normal(path, scheme).split("/").at(-1));
    };
    return {
        read,
        download: (path: unknown) => handled(runtime, undefined, (answer) => runtime.later(() => answer(read(path)))),
        write: ({data, path}: {data: unknown; path: unknown}) => write(normal(path, scheme), bytesOf(data)),
        delete: remove,
        list(path: unknown = ""): string[] | undefined {
            const at = normal(path, scheme);
            const resource = resourceAt(runtime, at);
            const kept = resource !== undefined && statSync(resource).isDirectory() ? readdirSync(resource) : [];
            if (!isDirectory(path)) return undefined;
            const names = new Set([...kept, ...within(at).map((name) => name.split("/")[0]!)]);
            return [...names].filter((name) => name !== "").sort();
        },
        copy,
        move: (paths: {src: unknown; dst: unknown}) => copy(paths) && remove(paths.src),
        mkdir: (path: unknown) => write(`${normal(path, scheme)}${FOLDER}`, new Uint8Array()),
        exists: (path: unknown) => {
            const at = normal(path, scheme);
            return paths().includes(at) || resourceAt(runtime, at) !== undefined || isDirectory(path);
        },
        isDirectory,
        merge({files: parts, dest}: {files: unknown[]; dest: unknown}): boolean {
            const bytes = parts.map((part) => readStored(runtime, part, scheme));
            if (bytes.includes(undefined)) return false;
            const whole = new Uint8Array(bytes.reduce((sum, part) => sum + part!.length, 0));
            let at = 0;
            for (const part of bytes) {
                whole.set(part!, at);
                at += part!.length;
            }
            return write(normal(dest, scheme), whole);
        },
        split({file, chunkSize = 1024}: {file: unknown; chunkSize?: number}): boolean {
            const at = normal(file, scheme);
            const bytes = readStored(runtime, at);
            if (!bytes) return false;
            const [, stem = at, extension = ""] = /^(.*?)(\.[^./]*)?$/.exec(at) ?? [];
            for (let part = 0; part * chunkSize < bytes.length; part += 1) {
                const name = `${stem}-${String(part + 1).padStart(3, "0")}${extension}`;
                if (!write(name, bytes.slice(part * chunkSize, (part + 1) * chunkSize))) return false;
            }
            return true;
        },
        absolutePath: (path: unknown) => `/var/mobile/Documents/${normal(path, scheme).replace("://", "/")}`,
        rootPath: "/var/mobile/Documents",
        extensions: [runtime.settings.name],
    };
}

/** A value as it is kept: a copy of what is JSON, and bytes as bytes. */
function kept(value: unknown): unknown {
    if (value instanceof Data) return value.bytes;
    return value === undefined ? null : JSON.parse(JSON.stringify(value) ?? "null");
}

const given = (value: unknown): unknown => (value instanceof Uint8Array ? new Data(value) : value);

/** What is kept by key, in a part of the disk. */
class Keys {
    constructor(private readonly runtime: Runtime, private readonly part: string) {}

    get(key: unknown): unknown {
        return given(this.runtime.call("disk.read", `${this.part}/${key}`));
    }

    set(key: unknown, value: unknown): boolean {
        return this.runtime.call<boolean>("disk.write", `${this.part}/${key}`, kept(value));
    }

    remove(key: unknown): boolean {
        return this.runtime.call<boolean>("disk.delete", `${this.part}/${key}`);
    }

    get keys(): string[] {
        const prefix = `${this.part}/`;
        return this.runtime.call<string[]>("disk.paths").filter((path) => path.startsWith(prefix))
            .map((path) => path.slice(prefix.length));
    }

    clear(): boolean {
        for (const key of this.keys) this.remove(key);
        return true;
    }
}

/**
 * The settings that a package's prefs.json declares, with their values at first. A file that is no JSON declares none.
 */
function declaredPrefs(runtime: Runtime): {[key: string]: unknown} {
    const {folder, isPackage} = runtime.settings;
    const file = join(folder, "prefs.json");
    if (!isPackage || !existsSync(file)) return {};
    const found: {[key: string]: unknown} = {};
    const collect = (node: any): void => {
        if (Array.isArray(node)) node.forEach(collect);
        else if (node && typeof node === "object") {
            if (typeof node.key === "string") found[node.key] = node.value ?? null;
            Object.values(node).forEach(collect);
        }
    };
    try {
        collect(JSON.parse(readFileSync(file, "utf8")));
    } catch (error) {
        runtime.note({note: "log", level: "error", text: `prefs.json declares no settings: ${told(error)}`});
    }
    return found;
}

/** The modules that keep something. */
export function storageModules(runtime: Runtime): {[global: string]: any} {
    const later = (handler: unknown, value: unknown) =>
        handled(runtime, handler, (answer) => runtime.later(() => answer(value)));
    const cache = new Keys(runtime, CACHE);
    const $cache = {
        set: (key: string, value: unknown) => cache.set(key, value),
        get: (key: string) => cache.get(key),
        remove: (key: string) => cache.remove(key),
        clear: () => cache.clear(),
        setAsync: ({key, value, handler}: any) => later(handler, (cache.set(key, value), value)),
        getAsync: ({key, handler}: any) => later(handler, cache.get(key)),
        removeAsync: ({key, handler}: any) => later(handler, cache.remove(key)),
        clearAsync: ({handler}: any = {}) => later(handler, cache.clear()),
    };

    const prefs = new Keys(runtime, PREFS);
    const declared = declaredPrefs(runtime);
    const $prefs = {
        get: (key: string) => prefs.get(key) ?? declared[key],
        set: (key: string, value: unknown) => prefs.set(key, value),
        all() {
            const keys = new Set([...Object.keys(declared), ...prefs.keys]);
            return Object.fromEntries([...keys].map((key) => [key, $prefs.get(key)]));
        },
        open: (closed: unknown) => void later(closed, undefined),
    };

    const items = (domain: unknown) => new Keys(runtime, `${KEYCHAIN}/${domain ?? "shared"}`);
    const $keychain = {
        set: (key: string, value: unknown, domain?: string) => items(domain).set(key, value),
        get: (key: string, domain?: string) => items(domain).get(key),
        remove: (key: string, domain?: string) => items(domain).remove(key),
        clear: (domain: string) => items(domain).clear(),
        keys: (domain: string) => items(domain).keys,
    };
    return {
        $file: files(runtime, ""), $drive: files(runtime, "drive://"), $cache, $prefs, $keychain,
        $clipboard: clipboard(runtime),
    };
}

/** `$clipboard`, which is the device's. */
function clipboard(runtime: Runtime) {
    const read = (): {text?: string; image?: Uint8Array} => runtime.call("clipboard.read");
    const write = (value: {text?: string; image?: Uint8Array}): void => runtime.call("clipboard.write", value);
    const found = (pattern: RegExp): string[] => (read().text ?? "").match(pattern) ?? [];
    const links = () => found(/https?:\/\/[^\s<>"']+/g);
    const emails = () => found(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g);
    const numbers = () => found(/\+?\d[\d -]{5,}\d/g);
    return {
        get text() { return read().text; },
        set text(text: string | undefined) { write({text: String(text)}); },
        get image() { return given(read().image); },
        set image(image: unknown) { write({image: bytesOf(image)}); },
        get items() {
            const {text, image} = read();
            return [
                ...text === undefined ? [] : [{"public.utf8-plain-text": text}],
                ...image ? [{"public.png": given(image)}] : [],
            ];
        },
        set items(items: any[]) { write({text: String(Object.values(items?.[0] ?? {})[0] ?? "")}); },
        get links() { return links(); },
        get link() { return links()[0]; },
        get emails() { return emails(); },
        get email() { return emails()[0]; },
        get phoneNumbers() { return numbers(); },
        get phoneNumber() { return numbers()[0]; },
        dates: [],
        date: undefined,
        setTextLocalOnly: (text: string) => write({text: String(text)}),
        set: ({value}: {value: unknown}) => write({text: String(value)}),
        copy: ({text, image, data}: any) =>
            write(text !== undefined ? {text: String(text)} : {image: bytesOf(image ?? data)}),
        clear: () => write({}),
    };
}
