// Shows the page of the location's hash.

import { h, show } from "./dom.js";
import { devicesPage } from "./devices.js";
import { devicePage } from "./device.js";
import { TOKEN_GIVEN } from "./token.js";

const main = document.getElementById("main");
const crumbs = document.getElementById("crumbs");
const link = document.getElementById("link");
let leave = () => {};

const LINKS = { live: "live", reconnecting: "reconnecting", ended: "device is gone", refused: "no token" };

function setLink(state) {
  link.dataset.state = state;
  link.textContent = LINKS[state] ?? "connecting";
}

function go() {
  leave();
  setLink("connecting");
  const found = location.hash.match(/^#\/devices\/([^/]+)$/);
  const device = found ? decodeURIComponent(found[1]) : null;
  document.title = device ? `${device} · Greenroom` : "Greenroom";
  show(crumbs, device ? [h("a", { href: "#/" }, "Devices"), " / ", h("span", { "aria-current": "page" }, device)]
    : h("span", { "aria-current": "page" }, "Devices"));
  show(main);
  leave = device ? devicePage(main, device, setLink) : devicesPage(main, setLink);
}

// Other hashes are links within the page.
addEventListener("hashchange", () => { if (location.hash.startsWith("#/") || location.hash === "") go(); });
addEventListener(TOKEN_GIVEN, go);
go();
