// Scripts of tests, in folders of their own, on devices of their own.
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {jsbox} from "greenroom-client/jsbox";

const folders = [];
const scripts = [];

/** A folder with these files, given by their paths. */
export function folderWith(files) {
    const folder = mkdtempSync(join(tmpdir(), "jsbox-"));
    folders.push(folder);
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), {recursive: true});
        writeFileSync(join(folder, path), text);
    }
    return folder;
}

/** Opens a script, given as its source, or a package, given as its files by their paths. */
export async function open(source, options) {
    const files = typeof source === "string" ? {"script.js": source} : source;
    const folder = folderWith(files);
    const script = await jsbox(typeof source === "string" ? join(folder, "script.js") : folder, options);
    scripts.push(script);
    return script;
}

/** What a script logs that does nothing else, as values: it calls `show(value)` for each. */
export async function shown(source, options) {
    const script = await open(`const show = (...values) => console.log(JSON.stringify(values));\n${source}`, options);
    return values(script);
}

/** What a script has logged by `show`, as values; an error is its text. */
export const values = (script) => script.logs.map((line) => (line.startsWith("[") ? JSON.parse(line) : line));

/** Ends what was opened, and deletes the folders. */
export async function endAll() {
    for (const script of scripts.splice(0)) await script.end();
    for (const folder of folders.splice(0)) rmSync(folder, {recursive: true});
}
