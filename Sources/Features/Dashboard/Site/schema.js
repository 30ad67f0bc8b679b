// Reads what events and actions there are, and their fields, from the description of the interface (openapi.json).

export class Schema {
  // `translate` returns a description in the language of the page.
  constructor(document, translate = (text) => text) {
    this.schemas = document.components.schemas;
    this.paths = document.paths;
    this.translate = translate;
  }

  // The kinds of a schema that is one of several, told apart by the constant of a property `tag`:
  // {name, about, fields, example}.
  kinds(name, tag) {
    const kinds = new Map();
    for (const entry of this.schemas[name].oneOf) {
      const schema = this.resolved(entry);
      const forms = schema.anyOf ?? [schema];
      const kind = forms[0].properties?.[tag]?.const;
      if (kind === undefined) continue;
      const about = this.translate(schema.description ?? "");
      kinds.set(kind, { name: kind, about, fields: this.fieldsOf(forms, tag), example: schema.examples?.[0] ?? {} });
    }
    return [...kinds.values()];
  }

  // The fields of the forms that an object may have: required are those that all forms require.
  fieldsOf(forms, tag) {
    const fields = new Map();
    for (const { properties } of forms) {
      for (const [name, schema] of Object.entries(properties)) {
        if (name === tag || schema.type === "null") continue;
        fields.set(name, fieldOf(name, this.resolved(bare(schema)), this.translate(schema.description ?? ""),
          forms.every((form) => form.required?.includes(name))));
      }
    }
    return [...fields.values()];
  }

  // The names that the properties of an object may have, such as the callbacks of a behaviour.
  propertyNames(name, property) {
    return bare(this.resolved(this.schemas[name]).properties[property]).propertyNames.enum;
  }

  // The names that a parameter of the query takes, several of which may be given.
  queryNames(path, name) {
    const { schema } = this.paths[path].get.parameters.find((parameter) => parameter.name === name);
    return schema.pattern.match(/\w+(\|\w+)*/)[0].split("|");
  }

  resolved(schema) {
    return schema.$ref ? this.schemas[schema.$ref.split("/").at(-1)] : schema;
  }
}

// A schema without the alternative null.
function bare(schema) {
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  return others?.length === 1 ? others[0] : schema;
}

const typeOf = ({ type }) => (Array.isArray(type) ? type.find((name) => name !== "null") : type);

// {name, kind, about, isRequired, choices, example, minimum, maximum}; `kind` is "choice", "boolean", "integer",
// "number", "text", "list" of texts, or "json".
function fieldOf(name, schema, about, isRequired) {
  const field = { name, about, isRequired, example: schema.examples?.[0] ?? "" };
  const { minimum, maximum } = schema;
  if (schema.enum) return { ...field, kind: "choice", choices: schema.enum };
  switch (typeOf(schema)) {
    case "boolean": return { ...field, kind: "boolean" };
    case "integer": return { ...field, kind: "integer", minimum, maximum };
    case "number": return { ...field, kind: "number", minimum, maximum };
    case "string": return { ...field, kind: "text" };
    case "array": return { ...field, kind: typeOf(schema.items) === "string" ? "list" : "json" };
    default: return { ...field, kind: "json" };
  }
}

export function isJSON(text) {
  try { JSON.parse(text); } catch { return false; }
  return true;
}

// The value of a field as a request has it, from its text; undefined if there is none. Text that is not of the kind is
// kept, and the server says what is wrong with it.
export function valueOf({ kind, choices }, text) {
  if (kind === "list") {
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    return lines.length > 0 ? lines : undefined;
  }
  if (text === "") return undefined;
  switch (kind) {
    case "choice": return choices.find((choice) => String(choice) === text) ?? text;
    case "boolean": return text === "true";
    case "integer": case "number": return Number.isFinite(Number(text)) ? Number(text) : text;
    case "json": return isJSON(text) ? JSON.parse(text) : text;
    default: return text;
  }
}

// The text of a value, to be changed.
export function textOf({ kind }, value) {
  if (value === undefined || value === null) return "";
  if (kind === "list") return value.join("\n");
  return kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}
