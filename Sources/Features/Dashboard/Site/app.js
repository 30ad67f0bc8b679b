// Shows the page of the location's hash.

import { h, show } from "./dom.js";
import { articlesPage } from "./articles.js";
import { readMeanings } from "./description.js";
import { devicesPage } from "./devices.js";
import { comparePage } from "./compare.js";
import { devicePage } from "./device.js";
import { learnPage } from "./learn.js";
import { LANGUAGES, chooseLanguage, language, t } from "./language.js";
import { PAGES, addPage, placeOf } from "./parts.js";
import { TOKEN_GIVEN } from "./token.js";

const main = document.getElementById("main");
const crumbs = document.getElementById("crumbs");
const link = document.getElementById("link");
let leave = () => {};

const LINKS = { live: t("live"), reconnecting: t("reconnecting"), ended: t("device is gone"), refused: t("no token"),
  over: t("has ended"), gone: t("is gone") };

addPage("devices", { show: devicePage });
addPage("compare", { show: comparePage });
addPage("learn", { show: learnPage, title: () => t("Learn") });
addPage("articles", { show: articlesPage, title: () => t("The articles"), above: "learn" });

// Shows how the page is connected; "none" for a page that follows nothing.
function setLink(state) {
  link.hidden = state === "none";
  link.dataset.state = state;
  link.textContent = LINKS[state] ?? t("connecting");
}

// Shows where the page is: its title, below that of all pages of its kind.
function showTitle(page, title) {
  document.title = title ? `${title} · Greenroom` : "Greenroom";
  const kind = Object.keys(PAGES).find((kind) => PAGES[kind] === page);
  const here = title ?? t("Devices");
  const link = (kind) => (PAGES[kind]?.title ? [PAGES[kind].title(), `#/${kind}`] : null);
  const isAll = title === page?.title?.();
  const above = [title ? [t("Devices"), "#/"] : null, link(page?.above), isAll ? null : link(kind)];
  show(crumbs, above.filter(Boolean).map(([name, href]) => [h("a", { href }, name), " / "]),
    h("span", { "aria-current": "page" }, here));
}

function go() {
  leave();
  setLink("connecting");
  const { page, id } = placeOf(location.hash);
  showTitle(page, id ?? page?.title());
  show(main);
  leave = page ? page.show(main, id, setLink, (title) => showTitle(page, title)) : devicesPage(main, setLink);
}

// Shows the page in its language. Without the meanings of codes it shows the codes.
const begin = () => readMeanings().catch(() => {}).then(go);

// Shows another page, and moves the focus to its beginning: what had it is gone.
function goOn() {
  go();
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

// The texts of the page itself, and the button for the other language.
function showLanguage() {
  document.documentElement.lang = language;
  document.querySelector(".skip").textContent = t("Skip to content");
  document.querySelector(".bar a.quiet").textContent = t("API");
  crumbs.setAttribute("aria-label", t("You are here"));
  show(document.getElementById("pages"), Object.entries(PAGES).filter(([, { title, above }]) => title && !above)
    .map(([kind, { title }]) => h("a", { class: "quiet", href: `#/${kind}` }, title())));
  const [tag, name] = Object.entries(LANGUAGES).find(([tag]) => tag !== language);
  show(document.getElementById("language"),
    h("button", { type: "button", lang: tag, onclick: () => chooseLanguage(tag) }, name));
}

// Other hashes are links within the page.
addEventListener("hashchange", () => { if (location.hash.startsWith("#/") || location.hash === "") goOn(); });
addEventListener(TOKEN_GIVEN, begin);
showLanguage();
begin();
