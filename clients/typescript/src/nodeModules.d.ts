// What node.ts needs of Node's own types, which are no part of TypeScript.

declare module "node:child_process" {
    interface Readable {
        setEncoding(encoding: "utf8"): void;
        on(event: "data", listener: (text: string) => void): void;
        unref(): void;
    }
    interface ChildProcess {
        readonly stdout: Readable;
        readonly stderr: Readable;
        readonly exitCode: number | null;
        readonly signalCode: string | null;
        ref(): void;
        unref(): void;
        kill(signal: "SIGTERM" | "SIGKILL"): boolean;
        once(event: "exit", listener: (code: number | null) => void): void;
        once(event: "error", listener: (error: Error) => void): void;
    }
    export function spawn(
        command: string, words: readonly string[], options: {stdio: readonly ["ignore", "pipe", "pipe"]},
    ): ChildProcess;
}

declare module "node:process" {
    const process: {
        readonly env: {readonly [name: string]: string | undefined};
        readonly pid: number;
        readonly argv: readonly string[];
        readonly stdin: {readonly isTTY?: boolean};
        readonly stdout: {
            readonly isTTY?: boolean;
            write(text: string): void;
            on(event: "error", listener: (error: Error) => void): void;
        };
        readonly stderr: {write(text: string): void};
        exitCode: number | undefined;
        cpuUsage(before?: {user: number; system: number}): {user: number; system: number};
        memoryUsage: {(): {readonly heapUsed: number; readonly external: number}; rss(): number};
        on(event: "unhandledRejection" | "uncaughtException", listener: (error: unknown) => void): void;
        once(event: "exit" | "SIGINT" | "SIGTERM" | "SIGHUP", listener: (signal: string) => void): void;
        removeAllListeners(event: "warning"): void;
        removeListener(event: "exit" | "SIGINT" | "SIGTERM" | "SIGHUP", listener: (signal: string) => void): void;
        kill(pid: number, signal: string): void;
        exit(): never;
    };
    export default process;
}
