// What browsers and Node have in common of the globals that the client uses. It is not part of what is imported: there these
// types would collide with those of the project.

declare var fetch: import("./web.js").Fetch;

declare class AbortController {
    readonly signal: import("./web.js").Signal;
    abort(): void;
}

declare class TextDecoder {
    decode(bytes?: Uint8Array, options?: {stream?: boolean}): string;
}

declare class TextEncoder {
    encode(text: string): Uint8Array;
}

declare class URLSearchParams {
    append(name: string, value: string): void;
}

declare function setTimeout(work: (none?: any) => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function queueMicrotask(work: () => void): void;
