// What JSBox scripts need of Node's own types, which are no part of TypeScript.

declare module "node:worker_threads" {
    export class MessagePort {
        postMessage(value: unknown): void;
        on(event: "message", listener: (value: any) => void): void;
        close(): void;
        unref(): void;
    }
    export class MessageChannel {
        readonly port1: MessagePort;
        readonly port2: MessagePort;
    }
    export class Worker {
        constructor(file: URL, options: {
            workerData?: unknown; transferList?: readonly unknown[]; stdout?: boolean; stderr?: boolean; env?: {};
            resourceLimits?: {maxOldGenerationSizeMb?: number; maxYoungGenerationSizeMb?: number; stackSizeMb?: number};
        });
        postMessage(value: unknown): void;
        on(event: "message", listener: (value: any) => void): void;
        on(event: "error", listener: (error: Error & {code?: string}) => void): void;
        on(event: "exit", listener: (code: number) => void): void;
        terminate(): Promise<number>;
        ref(): void;
        unref(): void;
    }
    export const parentPort: MessagePort;
    export const workerData: any;
    export function receiveMessageOnPort(port: MessagePort): {message: any} | undefined;
}

declare module "node:vm" {
    export class Script {
        constructor(code: string, options?: {filename?: string; lineOffset?: number});
        runInThisContext(): any;
    }
}

declare module "node:fs" {
    interface Stats {
        isDirectory(): boolean;
        isFile(): boolean;
    }
    export function readFileSync(path: string, encoding: "utf8"): string;
    export function readFileSync(path: string): Uint8Array;
    export function existsSync(path: string): boolean;
    export function statSync(path: string): Stats;
    export function readdirSync(path: string): string[];
    export function realpathSync(path: string): string;
    export function watch(
        path: string, options: {recursive?: boolean}, listener: (event: string, file: string | null) => void,
    ): {close(): void};
}

declare module "node:path" {
    export function join(...parts: string[]): string;
    export function resolve(...parts: string[]): string;
    export function dirname(path: string): string;
    export function basename(path: string, extension?: string): string;
    export const posix: {normalize(path: string): string};
}

declare module "node:module" {
    export function createRequire(file: string): {(name: string): unknown; resolve(name: string): string};
}

declare module "node:crypto" {
    export function createHash(name: string): {update(data: string, encoding: "utf8"): {digest(form: "hex"): string}};
    export function randomUUID(): string;
}

declare module "node:zlib" {
    export function gzipSync(bytes: Uint8Array): Uint8Array;
    export function gunzipSync(bytes: Uint8Array): Uint8Array;
}

declare module "node:util" {
    export function inspect(value: unknown, options?: {depth?: number; breakLength?: number}): string;
}

declare module "node:url" {
    export function fileURLToPath(url: string | URL): string;
    export function pathToFileURL(path: string): URL;
}

declare module "node:readline" {
    interface Interface {
        setPrompt(text: string): void;
        prompt(): void;
        close(): void;
        pause(): void;
        resume(): void;
        [Symbol.asyncIterator](): AsyncIterator<string>;
        on(event: "close", listener: () => void): void;
    }
    export function createInterface(options: {input: unknown; output?: unknown; prompt?: string}): Interface;
}

interface ImportMeta {
    readonly url: string;
}

declare class URL {
    constructor(url: string, base?: string);
    readonly href: string;
    readonly pathname: string;
    readonly protocol: string;
}

declare function setInterval(work: () => void, milliseconds: number): unknown;
declare function clearInterval(timer: unknown): void;
declare function setImmediate(work: () => void): unknown;
declare var atob: (text: string) => string;
declare var btoa: (text: string) => string;
