// TypeScript types of JSON Schemas, as docs/openapi.json has them.

/** Enumerations with a name of their own: where each stands. Wherever the same values stand, the name is used. */
const ENUMERATIONS = {
    ActionName: ["InputPattern", "action", "action"],
    AssertionName: ["AssertionRecord", "assertion"],
    CallbackName: ["CallbackRecord", "name"],
    DelegateMethodName: ["App", "delegateImplements"],
    EventType: ["InputPattern", "event", "type"],
    ExitReason: ["ExitRecord", "reason"],
    FindingCode: ["FindingRecord", "code"],
    LaunchReason: ["ProcessRecord", "launchReason"],
    NotificationName: ["NotificationRecord", "name"],
    PendingName: ["PendingCallback", "name"],
    ProblemCode: ["Problem", "code"],
    ProcessState: ["AppSummary", "state"],
    RuleProfile: ["DeviceUpgradeOSEvent", "profile"],
    VerdictReason: ["VerdictRecord", "why"],
};

/** Enumerations whose values a program needs as well: the name of the constant with all of them. */
const CONSTANTS = {CallbackName: "CALLBACK_NAMES", DelegateMethodName: "DELEGATE_METHOD_NAMES", PendingName: "PENDING_NAMES"};

const INDENT = "    ";

/** The names of the types of a document. */
export class Types {
    /** @param {Record<string, any>} schemas the schemas of the document's components, by name */
    constructor(schemas) {
        this.schemas = schemas;
        this.enumerations = new Map();
        for (const [name, path] of Object.entries(ENUMERATIONS)) {
            this.enumerations.set(JSON.stringify(this.enumerationAt(name, path)), name);
        }
    }

    enumerationAt(name, [schema, ...fields]) {
        let found = this.schemas[schema];
        for (const field of fields) found = found?.properties?.[field];
        const values = (found?.items ?? found)?.enum;
        if (!values) throw new Error(`${schema}.${fields.join(".")}, for ${name}, is no enumeration any more`);
        if (name in this.schemas) throw new Error(`the document has a schema with the name of the enumeration ${name}`);
        return values;
    }

    /** The text of all types. */
    text() {
        const declared = [...this.enumerations].map(
            ([values, name]) => `export type ${name} = ${union(JSON.parse(values).map(literal), 0)};`);
        for (const [name, schema] of Object.entries(this.schemas)) {
            declared.push(comment(schema, 0) + this.declaration(name, schema));
        }
        return declared.join("\n\n").replace(/ +\n/g, "\n") + "\n";
    }

    /** The text of the constants. */
    namesText() {
        const constants = [...this.enumerations].filter(([, name]) => name in CONSTANTS).map(([values, name]) => {
            const lines = JSON.parse(values).map((value) => `${INDENT}${literal(value)},\n`).join("");
            return `export const ${CONSTANTS[name]}: readonly ${name}[] = [\n${lines}];\n`;
        });
        return `import type {${Object.keys(CONSTANTS).join(", ")}} from "./schema.js";\n\n${constants.join("\n")}`;
    }

    declaration(name, schema) {
        if (schema.type === "object" && schema.properties) return `export interface ${name} ${this.object(schema, 0)}`;
        return `export type ${name} = ${this.type(schema, 0)};`;
    }

    /** A schema as a type, within a declaration that is indented so many times. */
    type(schema, depth = 0) {
        if (schema.$ref) return schema.$ref.split("/").at(-1);
        if ("const" in schema) return literal(schema.const);
        const parts = alternatives(schema);
        if (parts) return union(parts.map((part) => this.type(part, depth + 1)), depth);
        if (schema.enum) return this.enumerations.get(JSON.stringify(schema.enum)) ?? schema.enum.map(literal).join(" | ");
        if (Array.isArray(schema.type)) return schema.type.map((type) => this.type({...schema, type}, depth)).join(" | ");
        return this.simple(schema, depth);
    }

    simple(schema, depth) {
        switch (schema.type) {
        case undefined: return "unknown";
        case "string": case "boolean": case "null": return schema.type;
        case "integer": case "number": return "number";
        case "array": return list(this.type(schema.items ?? {}, depth));
        case "object": return this.object(schema, depth);
        default: throw new Error(`a schema has the type ${schema.type}, which is not known here`);
        }
    }

    object(schema, depth) {
        const {properties, additionalProperties, propertyNames, required = []} = schema;
        if (!properties) return this.dictionary(propertyNames, additionalProperties, depth);
        const inner = INDENT.repeat(depth + 1);
        const fields = Object.entries(properties).map(([name, field]) => {
            const mark = required.includes(name) ? "" : "?";
            return `${comment(field, depth + 1)}${inner}${key(name)}${mark}: ${this.type(field, depth + 1)};\n`;
        });
        if (additionalProperties !== false) fields.push(`${inner}[key: string]: unknown;\n`);
        return `{\n${fields.join("")}${INDENT.repeat(depth)}}`;
    }

    dictionary(names, values, depth) {
        if (values === false) return "{[key: string]: never}";
        const type = values === undefined || values === true ? "unknown" : this.type(values, depth);
        return names?.enum ? `{[key in ${this.type(names)}]?: ${type}}` : `{[key: string]: ${type}}`;
    }
}

/** The description of a schema as a comment before what it describes. */
function comment(schema, depth) {
    const text = schema.description?.replaceAll("*/", "*\\/");
    return text ? `${INDENT.repeat(depth)}/** ${text} */\n` : "";
}

const literal = (value) => JSON.stringify(value);
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const list = (type) => (/^[\w.]+$/.test(type) ? `readonly ${type}[]` : `ReadonlyArray<${type}>`);

/** The schemas of which a value matches one, those within each other side by side. */
function alternatives(schema) {
    return (schema.oneOf ?? schema.anyOf)?.flatMap((part) => alternatives(part) ?? [part]);
}

/** Types of which a value has one; on lines of their own when they are long. */
function union(types, depth) {
    const unique = [...new Set(types)];
    const line = unique.join(" | ");
    if (line.length <= 100 && !line.includes("\n")) return line;
    const inner = "\n" + INDENT.repeat(depth + 1);
    return unique.map((type) => `${inner}| ${type}`).join("");
}
