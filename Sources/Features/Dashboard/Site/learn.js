// The lessons: the list of them, and the page of one, which is walked through step by step on devices of the server.

import { h, show, notice, withCode } from "./dom.js";
import { get } from "./api.js";
import { AppButtons, DeviceButtons } from "./controls.js";
import { inputLabel, parts } from "./lanes.js";
import { SPACE, language, t } from "./language.js";
import { LessonRun, partsOf, transitionsOf } from "./lessonrun.js";
import { inline } from "./markdown.js";
import { sceneClass, sceneStateName, stateName } from "./names.js";
import { appPath, devicePage } from "./paths.js";
import { actionPicker, eventPicker } from "./picker.js";
import { openReport } from "./reports.js";
import { textWithRules } from "./rulenotes.js";
import { readRules } from "./rules.js";
import { noticeOf } from "./servertext.js";
import { StateDiagram } from "./statediagram.js";
import { clockTime, milliseconds } from "./time.js";

// The lesson in which one phone follows the articles, and another one iOS 18.
const COMPARISON = "articles-and-ios18";

// How many steps of each lesson the reader has taken, by lesson.
const PROGRESS = "greenroom-lessons";
const progress = () => JSON.parse(sessionStorage.getItem(PROGRESS) ?? "{}");
const remember = (id, count) => sessionStorage.setItem(PROGRESS, JSON.stringify({ ...progress(), [id]: count }));

// The records of a step that every lesson shows; a lesson names further kinds.
const SHOWN = ["process", "callback", "exit", "finding"];

let reading = null;
// Resolves to the lessons, what callbacks mean, and the rules by their keys.
function material() {
  reading ??= Promise.all([get("/dashboard/lessons.json"), get("/dashboard/callbacks.json"), readRules()])
    .then(([lessons, callbacks, rules]) => ({ lessons, callbacks, rules }));
  reading.catch(() => { reading = null; });
  return reading;
}

// A text of a lesson in the language of the page.
const own = (texts) => texts[language];

export function learnPage(main, id, setLink, setTitle) {
  setLink("none");
  let page = null, isLeft = false;
  material().then((read) => {
    if (isLeft) return;
    const lesson = read.lessons.find((one) => one.id === id);
    if (lesson) {
      setTitle(own(lesson.title));
      page = new LessonPage(main, lesson, read);
    } else showList(main, read.lessons);
  }).catch(noticeOf);
  return () => { isLeft = true; page?.leave(); };
}

const differences = () => h("a", { href: `#/learn/${COMPARISON}` }, t("Where iOS 18 differs"));

function showList(main, lessons) {
  const taken = progress();
  const card = ({ id, title, about, steps }, index) => h("li", {}, h("a", { class: "card", href: `#/learn/${id}` },
    h("b", {}, `${index + 1}. ${own(title)}`), h("span", {}, withCode(own(about))),
    h("span", { class: "card-foot quiet" }, taken[id] === steps.length ? t("walked through")
      : taken[id] ? t("step {step} of {count}", { step: taken[id], count: steps.length })
        : t("{count} steps", { count: steps.length }))));
  show(main, h("section", { class: "overview" }, h("h1", {}, t("Learn how iOS runs apps"))),
    h("p", { class: "lead" },
      t("Each lesson runs on a simulated device of this server. Take its steps, and see what the system does and why."),
      SPACE, t("You can leave the path at any step, try something else, and come back.")),
    h("ol", { class: "grid lessons" }, lessons.map(card)),
    h("section", { class: "panel" }, h("h2", {}, t("The articles")),
      h("p", { class: "hint" }, t("The lessons follow three articles; each lesson says which parts.")),
      h("ol", { lang: "zh-Hans" }, h("li", {}, "《iOS 应用进程生命周期:操作系统如何精细管理你的 App》"),
        h("li", {}, "《iOS App生命周期及AppDelegate、SceneDelegate》"),
        h("li", {}, "《iOS应用程序生命周期(前后台切换，应用的各种状态)详解》")),
      h("p", { class: "hint" }, h("a", { href: "#/articles" }, t("The articles, statement by statement")), " · ",
        differences())));
}

class LessonPage {
  constructor(main, lesson, { lessons, callbacks, rules }) {
    Object.assign(this, { lesson, callbacks, rules });
    this.following = lessons[lessons.indexOf(lesson) + 1];
    this.run = new LessonRun(lesson, language);
    this.isKept = false;
    this.last = Promise.resolve();
    this.makeElements(main);
    this.goTo(progress()[lesson.id] ?? 0);
  }

  makeElements(main) {
    const { lesson } = this;
    const button = (label, does, attributes) => h("button", { type: "button", ...attributes, onclick: does }, label);
    this.steps = h("ol", { class: "lesson-steps" });
    this.nextText = h("p", {});
    this.nextButton = button(t("Do it"), () => this.goOn(), { class: "primary" });
    this.nextLink = this.following
      ? h("a", { class: "primary-link", href: `#/learn/${this.following.id}` },
        t("Next lesson: {title}", { title: own(this.following.title) }))
      : h("a", { class: "primary-link", href: "#/learn" }, t("All lessons"));
    this.next = h("div", { class: "lesson-next" }, this.nextText, this.nextButton, this.nextLink);
    this.backButton = button(t("One step back"), () => this.goTo(this.run.count - 1));
    this.againButton = button(t("From the beginning"), () => this.goTo(0));
    this.spoken = h("p", { class: "hidden", role: "status" });
    this.diagrams = lesson.profiles.map(() => new StateDiagram((bundleID) => this.nameOf(bundleID)));
    this.links = lesson.profiles.map(() => h("p", { class: "hint" }));
    this.scenes = lesson.profiles.map(() => h("ul", { class: "plain-list" }));
    this.makeTrial(button);
    show(main,
      h("section", { class: "overview" }, h("h1", {}, own(lesson.title)), h("span", { class: "spring" }),
        this.backButton, this.againButton),
      h("div", { class: "lead" }, textWithRules(partsOf(own(lesson.about)), lesson.profiles.at(-1), this.rules),
        h("p", { class: "hint" }, inline(own(lesson.source)),
          lesson.id === COMPARISON ? null : [" · ", differences()])),
      h("div", { class: "lesson" },
        h("section", { class: "panel", "aria-label": t("Steps") }, this.steps,
          this.next, this.spoken),
        h("aside", { class: "panel lesson-side", "aria-label": t("The device") },
          h("div", { class: "lesson-profiles" }, lesson.profiles.map((profile, index) => h("div", {},
            lesson.profiles.length > 1 ? h("h2", {}, profileName(profile)) : null,
            this.diagrams[index].element, this.scenes[index], this.links[index]))),
          this.trial)));
  }

  // The buttons of everything else that can be done.
  makeTrial(button) {
    const send = (event) => this.tryOut({ send: event });
    const act = (bundleID, action) => this.tryOut({ act: { bundleID, ...action } });
    const app = this.lesson.apps[0].bundleID;
    const hints = () => ({ bundleID: { usual: app, choices: this.lesson.apps.map(({ bundleID }) => bundleID) } });
    this.deviceButtons = new DeviceButtons(send, eventPicker(send, hints));
    this.appButtons = new AppButtons(send, act, actionPicker((action) => act(app, action), hints));
    this.trial = h("details", { ontoggle: () => this.showPossible() }, h("summary", {}, t("Try something else")),
      h("p", { class: "hint" }, t("Press anything. The lesson waits for you, and goes on where you left it.")),
      h("div", { class: "buttons" }, [5, 30, 600].map((seconds) =>
        button(seconds < 60 ? t("+{count} s", { count: seconds }) : t("+10 min"),
          () => this.tryOut({ advance: seconds })))),
      this.deviceButtons.element, h("h3", {}, this.nameOf(app)), this.appButtons.element);
  }

  nameOf(bundleID) { return own(this.lesson.names[bundleID]); }

  // MARK: Going on

  // Does something on the devices after all that was asked for before.
  doing(does) {
    this.last = this.last.then(does).catch(noticeOf).then(() => { if (!this.isLeft) this.showPlace(); });
    return this.last;
  }

  goOn() {
    if (!this.run.isOnPath) return this.goTo(this.run.count);
    return this.doing(async () => { if (!this.run.isOver) this.showStep(await this.run.step()); });
  }

  goTo(count) {
    return this.doing(async () => {
      show(this.steps);
      await this.run.goTo(count, (done) => this.showStep(done));
    });
  }

  tryOut(input) {
    return this.doing(async () => {
      const done = await this.run.leave(input);
      this.steps.append(h("li", { class: "off-path" }, h("h2", {}, t("You: {input}", { input: trialLabel(input) })),
        this.happenings(done)));
    });
  }

  // Ends the lesson, unless the reader has opened its device.
  leave() {
    this.isLeft = true;
    if (!this.isKept) this.doing(() => this.run.end());
  }

  // MARK: Showing

  showStep(done) {
    const step = this.lesson.steps[this.run.count - 1];
    const profile = this.lesson.profiles.at(-1);
    this.steps.append(h("li", {}, h("h2", {}, own(step.do)), this.happenings(done),
      textWithRules(partsOf(own(step.why)), profile, this.rules)));
    this.spoken.textContent = [t("Step {step}.", { step: this.run.count }), ...done.flatMap((one) => [
      ...one.records.filter(({ kind }) => kind === "callback").map(({ name }) => name),
      ...Object.entries(one.states).map(([app, state]) => of(this.nameOf(app), stateName(state)))])].join(" ");
  }

  // Shows where the lesson is: the diagram, the next step, and what can be done.
  showPlace() {
    const { run, lesson } = this;
    remember(lesson.id, run.count);
    const hadFocus = document.activeElement === this.nextButton;
    this.nextButton.hidden = run.isOver && run.isOnPath;
    this.nextLink.hidden = !this.nextButton.hidden;
    this.nextButton.textContent = run.isOnPath ? t("Do it") : t("Back to the lesson");
    this.nextText.textContent = !run.isOnPath ? t("You have left the path of the lesson.")
      : run.isOver ? t("That is the end of this lesson.")
        : t("{step} of {count}: {text}", { step: run.count + 1, count: lesson.steps.length, text: own(run.next.do) });
    if (hadFocus && this.nextButton.hidden) this.nextLink.focus();
    this.backButton.disabled = this.againButton.disabled = run.count === 0 && run.isOnPath;
    this.trial.hidden = run.devices.length === 0;
    for (const [index, diagram] of this.diagrams.entries()) this.showDevice(index, diagram);
    if (run.count > 0) this.next.scrollIntoView({ block: "nearest" });
    this.showPossible();
  }

  showDevice(index, diagram) {
    const device = this.run.devices[index];
    const states = device?.states
      ?? Object.fromEntries(this.lesson.apps.map(({ bundleID }) => [bundleID, "notRunning"]));
    diagram.show(states, device ? transitionsOf(this.newest?.[index].records ?? []) : []);
    show(this.scenes[index], this.lesson.shows?.includes("scene") && device
      ? Object.entries(device.scenes).map(([id, state]) =>
        h("li", {}, t("Window {id}: {state}", { id, state: sceneStateName(state) }))) : null);
    show(this.links[index], device ? h("a", { href: devicePage(device.id),
      onclick: () => { this.isKept = true; } }, t("Open this device")) : null,
    device && index > 0 ? [" · ", h("a", { href: `#/compare/${this.run.devices.map(({ id }) => id).join(",")}`,
      onclick: () => { this.isKept = true; } }, t("Compare"))] : null);
  }

  async showPossible() {
    const [device] = this.run.devices;
    if (!device || !this.trial.open) return;
    const app = this.lesson.apps[0].bundleID;
    try {
      const [{ events }, now] = await Promise.all([
        get(`${device.path}/events/possible?bundleID=${encodeURIComponent(app)}`), get(device.path)]);
      const possible = new Set(events), state = device.states[app];
      this.deviceButtons.allow(possible);
      this.appButtons.show(app, state === "terminated" ? "notRunning" : state, possible, now);
    } catch (error) { noticeOf(error); }
  }

  // What happened on each device.
  happenings(done) {
    this.newest = done;
    return h("div", { class: "lesson-profiles" }, done.map((one) => h("div", {},
      done.length > 1 ? h("h3", {}, profileName(one.profile)) : null, this.rows(one))));
  }

  rows({ profile, records }) {
    const kinds = [...SHOWN, ...this.lesson.shows ?? []];
    const shown = records.filter((record) => record.vocabulary || (kinds.includes(record.kind) && isWorth(record)));
    let time = records[0]?.time;
    const rows = shown.map((record) => {
      const isLater = record.time !== time;
      ({ time } = record);
      return h("li", { class: record.kind }, isLater ? h("time", {}, clockTime(milliseconds(time))) : null,
        this.row(record, profile));
    });
    return rows.length > 0 ? h("ul", { class: "happenings" }, rows)
      : h("p", { class: "quiet" }, t("Nothing is called, and no state changes."));
  }

  row(record, profile) {
    const areSeveral = this.lesson.apps.length > 1;
    const who = areSeveral && record.bundleID ? of(this.nameOf(record.bundleID)) : "";
    const window = record.sceneID && this.lesson.shows?.includes("scene")
      ? h("span", { class: "quiet" }, `${t("Window {id}", { id: record.sceneID })} `) : null;
    const words = Object.values(record.vocabulary ?? {}).flat();
    const heard = words.map((word) => h("b", { class: "word" }, t("The script hears {word}", { word })));
    if (record.vocabulary && record.kind !== "callback") return heard;
    switch (record.kind) {
      case "callback": return [who, window, h("code", {}, record.name), heard, this.meaning(record.name)];
      case "process": return [who, h("span", { class: `chip ${record.to}` }, h("i", { class: "dot" }),
        `${stateName(record.from)} → ${stateName(record.to)}`)];
      case "exit": return [who, h("b", {}, parts(record).text), " ", this.reportButton(record, profile)];
      case "scene": return [window, h("span", { class: `chip ${sceneClass(record.to)}` }, h("i", { class: "dot" }),
        parts(record).text)];
      case "finding": return [who, h("span", { title: record.code }, t("Audit: {detail}", { detail: record.detail }))];
      case "memory": return of(t("Memory"), parts(record).text);
      default: return [who, parts(record).text];
    }
  }

  meaning(name) {
    const text = this.callbacks[name];
    return text ? h("span", { class: "quiet" }, ` ${own(text)}`) : null;
  }

  reportButton(record, profile) {
    if (record.report === "none" || record.report === "jetsam") return null;
    const device = this.run.devices.find((one) => one.profile === profile);
    const path = `${device.path}/${appPath(record.bundleID)}`;
    return h("button", { type: "button", onclick: async () => {
      try {
        const { reports } = await get(`${path}/reports`);
        const report = reports.find(({ sequence }) => sequence === record.sequence);
        if (report) await openReport(path, report);
        else notice(t("No reports: iOS has written none."), "", { isNews: true });
      } catch (error) { noticeOf(error); }
    } }, t("Open the report"));
  }
}

// What is said of something.
const of = (about, detail = "") => t("{about}: {detail}", { about, detail });

const profileName = (profile) =>
  (profile === "documents" ? t("As the articles have it") : profile.replace("ios", "iOS "));

// Of assertions only those that the app's code takes are told, of memory only what is short, and of findings no notes.
function isWorth(record) {
  if (record.kind === "assertion") return record.assertion === "backgroundTask";
  if (record.kind === "finding") return record.severity !== "note";
  if (record.kind === "memory") return record.level !== "normal";
  if (record.kind === "notification") return !/^UIScene\.|UIApplication\.(will|did)/.test(record.name);
  return true;
}

function trialLabel({ send, act, advance }) {
  if (send) return send.type;
  return act ? act.action : inputLabel({ advance: { seconds: advance } });
}
