// What the client uses of the platform, in types of its own: a project needs neither the library `dom` nor Node's types.
export {};
