// Generated from docs/openapi.json by generate/main.mjs: `make typescript-client`. Not to be edited.
export {};
