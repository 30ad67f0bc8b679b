// A method for each operation of docs/openapi.json.

const INDENT = "    ";

/** What an operation answers beside its first media type, as a method of another name. */
const OTHER_ANSWERS = {
    readTimeline: {"text/plain": "readTimelineText", "text/event-stream": "followTimeline"},
    readExploration: {"text/plain": "readExplorationText", "text/event-stream": undefined},
    readReport: {"text/plain": undefined},
    sendEvents: {"text/plain": undefined},
    performActions: {"text/plain": undefined},
    advanceClock: {"text/plain": undefined},
    completeCallback: {"text/plain": undefined},
};

/** Words of query parameters of which several may be given: the name of their type, by the first of them. */
const WORDS = {input: "RecordKind", jsbox: "Framework"};

/** The operations of a document, in its order: each with its path, method and description. */
export function operations(document) {
    return Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({path, method: method.toUpperCase(), ...operation})));
}

/** The text of the class that has a method for each operation. */
export function operationsText(document, types) {
    const words = new Map();
    const methods = operations(document).flatMap((operation) => methodsOf(operation, types, words)).join("\n\n");
    const used = [...Object.keys(types.schemas), ...types.enumerations.values()]
        .filter((name) => new RegExp(`[ <(]${name}\\b`).test(methods.replace(/\/\*\*.*?\*\//gs, "")));
    const declared = [...words].map(([name, union]) => `export type ${name} =${union};\n\n`);
    return `import type {RecordStream, StreamOptions} from "./stream.js";
import type {RequestOptions, Several, Transport} from "./transport.js";
import type {
${used.sort().map((name) => `${INDENT}${name},\n`).join("")}} from "./schema.js";

${declared.join("")}/** A method for each operation of the interface, with the name that docs/openapi.json gives it. */
export abstract class Operations {
    /** Carries requests out. */
    protected abstract readonly transport: Transport;

${methods}
}
`;
}

function methodsOf(operation, types, words) {
    const answers = answersOf(operation);
    const first = methodText(operation, operation.operationId, answers[0], types, words);
    const others = answers.slice(1).map((answer) => {
        const names = OTHER_ANSWERS[operation.operationId];
        const kind = answer.mediaType.split(";")[0];
        if (!names || !(kind in names)) throw new Error(`${operation.operationId} answers ${kind} too, for which no method is named`);
        return names[kind] && methodText(operation, names[kind], answer, types, words);
    });
    return [first, ...others.filter(Boolean)];
}

/** What an operation may answer when it succeeds: one element a media type; of 201 and 200 the same. */
function answersOf(operation) {
    const good = Object.entries(operation.responses).find(([status]) => /^2..$/.test(status));
    if (!good) throw new Error(`${operation.operationId} never succeeds`);
    const contents = Object.entries(good[1].content ?? {});
    if (contents.length === 0) return [{mediaType: undefined}];
    return contents.map(([mediaType, media]) => ({mediaType, schema: schemaOf(media)}));
}

/** The schema of a body, or of each line of a body of lines. */
function schemaOf(media) {
    return media["x-itemSchema"] ?? media.schema;
}

function methodText(operation, name, answer, types, words) {
    const stream = answer.mediaType === "text/event-stream";
    const path = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === "query")
        .filter((parameter) => !(stream && ["limit", "last"].includes(parameter.name)));
    const body = bodyOf(operation, types);
    const names = [
        ...path.map((parameter) => `${parameter.name}: ${types.type(parameter.schema)}`),
        ...(body ? [`body${body.required ? "" : "?"}: ${body.type}`] : []),
        ...(query.length ? [queryParameter(query, types, words)] : []),
        `options?: ${stream ? "StreamOptions" : "RequestOptions"}`,
    ];
    const result = resultOf(operation, answer, types, stream);
    const fields = [
        `method: ${JSON.stringify(operation.method)}`,
        `path: ${pathText(operation.path)}`,
        ...(body ? [`body`, `sends: ${JSON.stringify(body.mediaType)}`] : []),
        ...(query.length ? ["query"] : []),
        ...(answer.mediaType && !stream ? [`accepts: ${JSON.stringify(answer.mediaType)}`] : []),
        ...(result.endsWith("[]") && !stream ? ["lines: true"] : []),
    ];
    const call = stream ? "stream" : "send";
    return `${documentation(operation, query)}
    ${name}(${wrapped(names, 1)}): ${stream ? result : `Promise<${result}>`} {
        return this.transport.${call}({${wrapped(fields, 2)}}, options);
    }`;
}

/** Elements of a list on one line, or on one line each when that would be long. */
function wrapped(elements, depth) {
    const line = elements.join(", ");
    if (line.length <= 80) return line;
    const outer = "\n" + INDENT.repeat(depth);
    return elements.map((element) => `${outer}${INDENT}${element},`).join("") + outer;
}

function bodyOf(operation, types) {
    const contents = Object.entries(operation.requestBody?.content ?? {});
    if (contents.length === 0) return undefined;
    const [mediaType, media] = contents[0];
    let type = types.type(schemaOf(media));
    if (mediaType === "application/x-ndjson") type = `readonly ${type}[]`;
    // What may be sent in YAML too is sent so when it is a string.
    if (contents.some(([other]) => other === "application/yaml")) type += " | string";
    return {mediaType, type, required: operation.requestBody.required ?? false};
}

function queryParameter(parameters, types, words) {
    const required = parameters.some((parameter) => parameter.required);
    const fields = parameters.map((parameter) =>
        `${parameter.name}${parameter.required ? "" : "?"}: ${queryType(parameter.schema, types, words)}`);
    return `query${required ? "" : "?"}: {${fields.join("; ")}}`;
}

function queryType(schema, types, words) {
    if (schema.type === "array") return `Several<${types.type(schema.items)}>`;
    const accepted = /^\^\(([\w|]+)\)\(,\(\1\)\)\*\$$/.exec(schema.pattern ?? "")?.[1].split("|");
    if (accepted) return `Several<${nameOf(accepted, words)}>`;
    if (schema.enum?.length === 1 && schema.enum[0] === "true") return "true";
    return types.type(schema);
}

/** The name of a type of words, which is declared beside the operations. */
function nameOf(accepted, words) {
    const name = WORDS[accepted[0]];
    if (!name) throw new Error(`the words ${accepted} of a query parameter have no name here`);
    words.set(name, accepted.map((word) => `\n${INDENT}| ${JSON.stringify(word)}`).join(""));
    return name;
}

function resultOf(operation, {mediaType, schema}, types, stream) {
    if (stream) return `RecordStream<${operation.path === "/v1/timeline" ? "true" : "false"}>`;
    if (!mediaType) return "void";
    // Documents in YAML are handed out as text.
    if (mediaType.startsWith("text/") || mediaType === "application/yaml") return "string";
    const type = types.type(schema);
    return mediaType === "application/x-ndjson" && type !== "string" ? `${type}[]` : type;
}

function pathText(path) {
    if (!path.includes("{")) return JSON.stringify(path);
    return "`" + path.replace(/\{(\w+)\}/g, (_, name) => `\${encodeURIComponent(${name})}`) + "`";
}

function documentation(operation, query) {
    const lines = [`${operation.summary}: \`${operation.method} ${operation.path}\`.`];
    if (operation.description) lines.push("", operation.description);
    if (query.length) lines.push("");
    for (const {name, schema} of query) if (schema.description) lines.push(`- \`${name}\`: ${schema.description}`);
    return `${INDENT}/**\n${lines.map((line) => `${INDENT} * ${line}`.trimEnd()).join("\n")}\n${INDENT} */`;
}
