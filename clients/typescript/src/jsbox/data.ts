import {createHash, randomUUID} from "node:crypto";
import {gunzipSync, gzipSync} from "node:zlib";
import {CONSTANTS} from "./interface.js";
import type {Runtime} from "./runtime.js";
import {handled, isFunction} from "./runtime.js";
import {readStored} from "./storage.js";

// Values: `$data`, `$text`, and those of which a script only draws.

const UTF8 = 4, UTF16 = 10, ASCII = 1;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes, as JSBox gives them. */
export class Data {
    constructor(readonly bytes: Uint8Array, readonly fileName = "data") {}

    get info(): unknown {
        return {mimeType: "application/octet-stream", fileName: this.fileName, size: this.bytes.length};
    }

    get string(): string {
        return new TextDecoder().decode(this.bytes);
    }

    get byteArray(): number[] {
        return [...this.bytes];
    }

    get image(): unknown {
        return new Image(this.fileName);
    }

    get isGzipped(): boolean {
        return this.bytes[0] === 0x1F && this.bytes[1] === 0x8B;
    }

    get gzipped(): Data {
        return new Data(gzipSync(this.bytes), `${this.fileName}.gz`);
    }

    get gunzipped(): Data {
        return new Data(gunzipSync(this.bytes), this.fileName.replace(/\.gz$/, ""));
    }

    toString(): string {
        return this.string;
    }
}

/** A picture that nothing draws. */
class Image {
    readonly size = {width: 0, height: 0};
    readonly scale = 1;
    readonly orientation = 0;
    constructor(readonly src: unknown) {}
    get png(): Data { return new Data(new Uint8Array(), "image.png"); }
    jpg(): Data { return new Data(new Uint8Array(), "image.jpg"); }
    alwaysTemplate = this;
    alwaysOriginal = this;
    resized(): this { return this; }
}

/** What a script has given as data: bytes, or text. */
export function bytesOf(value: unknown): Uint8Array {
    if (value instanceof Data) return value.bytes;
    if (value instanceof Uint8Array) return value;
    if (value instanceof Image) return new Uint8Array();
    if (value === undefined || value === null) return new Uint8Array();
    return utf8(typeof value === "string" ? value : JSON.stringify(value) ?? "");
}

const decoded = (base64: string): Uint8Array =>
    Uint8Array.from(atob(base64.replace(/^data:[^,]*,/, "")), (one) => one.charCodeAt(0));
const encoded = (bytes: Uint8Array): string => btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));

/** `$data` and `$text`. */
export function dataModules(runtime: Runtime): {[global: string]: any} {
    const $data = ({string, encoding, path, base64, byteArray}: any = {}): Data | undefined => {
        if (path !== undefined) {
            const bytes = readStored(runtime, path);
            return bytes && new Data(bytes, String(path).split("/").at(-1));
        }
        if (base64 !== undefined) return new Data(decoded(String(base64)));
        if (byteArray !== undefined) return new Data(Uint8Array.from(byteArray));
        if (encoding === UTF16) {
            return new Data(new Uint8Array(Uint16Array.from(String(string), (one) => one.charCodeAt(0)).buffer));
        }
        return new Data(utf8(String(string ?? "")));
    };
    const hash = (name: string) => (text: unknown) => createHash(name).update(String(text), "utf8").digest("hex");
    const entities: {readonly [character: string]: string} = {
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    };
    const characters = Object.fromEntries(Object.entries(entities).map(([character, entity]) => [entity, character]));
    const $text = {
        get uuid() { return randomUUID().toUpperCase(); },
        base64Encode: (text: unknown) => encoded(bytesOf(text)),
        base64Decode: (text: unknown) => new TextDecoder().decode(decoded(String(text))),
        URLEncode: (text: unknown) => encodeURIComponent(String(text)),
        URLDecode: (text: unknown) => decodeURIComponent(String(text)),
        HTMLEscape: (text: unknown) => String(text).replace(/[&<>"']/g, (one) => entities[one]!),
        HTMLUnescape: (text: unknown) => String(text).replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => characters[one]!),
        MD5: hash("md5"), SHA1: hash("sha1"), SHA256: hash("sha256"),
        tokenize({text, handler}: any) {
            const found = [...new (Intl as any).Segmenter(undefined, {granularity: "word"}).segment(String(text))]
                .filter(({isWordLike}: any) => isWordLike).map(({segment}: any) => segment);
            return handled(runtime, handler, (answer) => runtime.later(() => answer(found)));
        },
        decodeData({data, encoding = UTF8}: any) {
            const bytes = bytesOf(data);
            if (encoding === UTF16) return String.fromCharCode(...new Uint16Array(Uint8Array.from(bytes).buffer));
            if (encoding === ASCII) return String.fromCharCode(...bytes);
            return new TextDecoder().decode(bytes);
        },
        sizeThatFits({text, width = Infinity, font, lineSpacing = 0}: any) {
            const size = font?.size ?? 17;
            const whole = [...String(text)].reduce((sum, one) => sum + (one.charCodeAt(0) > 255 ? size : size / 2), 0);
            const lines = Math.max(1, Math.ceil(whole / width));
            return {width: Math.min(whole, width), height: lines * size * 1.2 + (lines - 1) * lineSpacing};
        },
    };
    return {$data, $text};
}

/** Values without a life: sizes, colours, constants and what describes an object. */
export function valueModules(runtime: Runtime): {[global: string]: any} {
    const make = {
        $rect: (x = 0, y = 0, width = 0, height = 0) => ({x, y, width, height}),
        $size: (width = 0, height = 0) => ({width, height}),
        $point: (x = 0, y = 0) => ({x, y}),
        $insets: (top = 0, left = 0, bottom = 0, right = 0) => ({top, left, bottom, right}),
        $range: (location = 0, length = 0) => ({location, length}),
        $indexPath: (section = 0, row = 0) => ({section, row, item: row}),
    };
    /** A value with an object of the Objective-C runtime, which is a stand-in. */
    const native = (kind: string, value: object): any => Object.assign(value, {
        ocValue: () => runtime.standIn(`${kind}.ocValue`), runtimeValue: () => runtime.standIn(`${kind}.runtimeValue`),
    });
    const color = (...values: unknown[]): any => {
        if (values[0] === "namedColors") return {};
        const parts = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(String(values[0])) ?? [];
        const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => parseInt(part, 16));
        return native("color", {
            color: values.length === 1 ? values[0] : values,
            hexCode: typeof values[0] === "string" ? values[0] : "#000000",
            components: {red, green, blue, alpha: 1},
        });
    };
    const constants = Object.fromEntries(Object.entries(CONSTANTS).map(([name, values]) => [name, {...values}]));
    return {
        ...make,
        ...constants,
        $zero: {point: make.$point(), size: make.$size(), rect: make.$rect(), insets: make.$insets()},
        $layout: {
            fill: (to: any, view: any) => to.edges.equalTo(view.super),
            fillSafeArea: (to: any, view: any) => to.edges.equalTo(view.super?.safeArea),
            center: (to: any, view: any) => to.center.equalTo(view.super),
        },
        $color: color,
        $rgb: (red: number, green: number, blue: number) =>
            ({...color("#000000"), components: {red, green, blue, alpha: 1}}),
        $rgba: (red: number, green: number, blue: number, alpha: number) =>
            ({...color("#000000"), components: {red, green, blue, alpha}}),
        $font: (...values: unknown[]) =>
            native("font", {name: values.length > 1 ? values[0] : "", size: values.at(-1)}),
        $image: (src: unknown) => native("image", new Image(src)),
        $icon: (code: unknown) => native("image", new Image(code)),
        $accessibilityAction: (title: unknown, handler: unknown) => ({title, handler}),
        $props(object: any) {
            const names = new Set<string>();
            for (let one = object; one !== null && one !== undefined; one = Object.getPrototypeOf(one)) {
                for (const name of Object.getOwnPropertyNames(one)) names.add(name);
            }
            return [...names];
        },
        $desc: (object: unknown) => (isFunction(object) ? String(object) : JSON.stringify(object, undefined, 2)),
        $notify: (name: string, object: unknown) => runtime.later(() => runtime.emit(name, object)),
    };
}
