// Writes src/schema.ts, src/names.ts and src/operations.ts from docs/openapi.json.

import {readFileSync, writeFileSync} from "node:fs";
import {operationsText} from "./operations.mjs";
import {Types} from "./types.mjs";

const here = (path) => new URL(path, import.meta.url);
const HEADER = "// Generated from docs/openapi.json by generate/main.mjs: `make typescript-client`. Not to be edited.\n\n";

const document = JSON.parse(readFileSync(here("../../../docs/openapi.json"), "utf8"));
const types = new Types(document.components.schemas);
writeFileSync(here("../src/schema.ts"), HEADER + types.text());
writeFileSync(here("../src/names.ts"), HEADER + types.namesText());
writeFileSync(here("../src/operations.ts"), HEADER + operationsText(document, types));
