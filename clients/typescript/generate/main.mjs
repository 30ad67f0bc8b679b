// Writes src/schema.ts and src/operations.ts from docs/openapi.json.
// node generate/main.mjs [--check] - with --check it only says whether they are current

import {readFileSync, writeFileSync} from "node:fs";
import {operationsText} from "./operations.mjs";
import {Types} from "./types.mjs";

const here = (path) => new URL(path, import.meta.url);
const HEADER = "// Generated from docs/openapi.json by generate/main.mjs: `make typescript-client`. Not to be edited.\n\n";

const document = JSON.parse(readFileSync(here("../../../docs/openapi.json"), "utf8"));
const types = new Types(document.components.schemas);
const files = {"src/schema.ts": types.text(), "src/operations.ts": operationsText(document, types)};

let outdated = 0;
for (const [name, text] of Object.entries(files)) {
    const file = here(`../${name}`);
    if (!process.argv.includes("--check")) {
        writeFileSync(file, HEADER + text);
    } else if (readFileSync(file, "utf8") !== HEADER + text) {
        console.error(`clients/typescript/${name} is not that of docs/openapi.json; run make typescript-client`);
        outdated += 1;
    }
}
process.exit(outdated === 0 ? 0 : 1);
