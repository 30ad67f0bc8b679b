// Compiled, not run: what browsers and Node have is what the client takes.
import {Greenroom} from "greenroom-client";
import type {Fetch, Signal} from "greenroom-client";

const {signal} = new AbortController();
const own: Signal = signal;
const carry: Fetch = fetch;
const greenroom = new Greenroom("http://127.0.0.1:8080", {fetch, headers: {"X-Run": "1"}});
new Greenroom("http://127.0.0.1:8080", {fetch: (url, request) => fetch(url, {...request, cache: "no-store"})});
// @ts-expect-error it gives an answer
new Greenroom("http://127.0.0.1:8080", {fetch: (url: string) => url});
greenroom.followTimelines({}, {signal}).addEventListener("end", ({why}) => console.log(why));
export const read = greenroom.readVersion({signal, onResponse: (response) => console.log(response.headers.get("etag"), own, carry)});
