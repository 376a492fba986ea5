// The page as a whole: login, open view, counters, colours and language.

import { address, fetchJSON, delay, make, number, plain, place, time } from "./parts.js";
import { fleet, on, start, stop } from "./fleet.js";
import { boxesView } from "./boxes.js";
import { actionTable, boxView } from "./box.js";
import { alarmsView, failuresView, listView, orderView, ordersView, unansweredView, unreadableView } from "./orders.js";
import { language, setLanguage, t, translate } from "./words.js";

const byId = (id) => document.getElementById(id);

// MARK: views

const views = {
  boxes: boxesView, box: boxView, orders: ordersView, order: orderView, failures: failuresView,
  unanswered: unansweredView, alarms: alarmsView, unreadable: unreadableView,
  actions: () => listView({
    path: "/api/actions?limit=200", label: "tab.actions", events: [], list: actionTable(), items: (data) => data.actions,
  }),
};
const tabs = ["boxes", "orders", "failures", "unanswered", "alarms", "actions", "unreadable"];
let open = null;

/** Opens the view that the address names. */
function route({ force = false } = {}) {
  const { path, query } = place();
  const name = path[0] in views && (!["box", "order"].includes(path[0]) || path[1]) ? path[0] : "boxes";
  const key = path.join("/");
  if (force || !open || open.key !== key) {
    open?.view.leave();
    const isFirst = !open;
    open = { key, view: views[name](path) };
    byId("content").replaceChildren(open.view.element);
    if (!isFirst && !force) {
      scrollTo(0, Math.min(scrollY, byId("tabs").offsetTop));
      byId("content").focus({ preventScroll: true });
    }
  }
  open.view.show(query);
  mark(name);
}

/** Marks the links to the open view. */
function mark(name = place().path[0] || "boxes") {
  const current = location.hash || "#/boxes";
  for (const link of document.querySelectorAll("#counters a")) {
    if (link.getAttribute("href") === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const tab = { box: "boxes", order: "orders" }[name] ?? name;
  for (const link of byId("tabs").children) {
    if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

// MARK: counters

const boxesWith = (query) => address(["boxes"], query);
const ordersWith = (what) => address(["orders"], { what });

/** A count; the monitor counts up to ten thousand. */
const atMost = (count) => number(count) + (count >= 10_000 ? "+" : "");

/** The counters: their links, values and explanations. */
const groups = [
  ["group.boxes", [
    { name: "total", href: boxesWith({}), value: (all) => all.boxes.total },
    ...["online", "degraded", "lost", "offline", "never_seen"].map((condition) => ({
      name: `condition.${condition}`, id: condition, href: boxesWith({ condition }), kind: `condition-${condition}`,
      shape: { online: "●", degraded: "▲", lost: "✕", offline: "○", never_seen: "?" }[condition],
      value: (all) => all.boxes[condition],
    })),
    { name: "silent", about: () => t("silent.about"), href: boxesWith({ silent: "true" }), kind: "condition-degraded",
      shape: "▲", value: (all) => all.boxes.silent },
  ]],
  ["group.orders", [
    ...["published", "delivered", "handled"].map((name) => ({ name, href: ordersWith(name), value: (all) => all.recent[name] })),
    { name: "failed", about: () => t("failed.about"), href: ordersWith("failed"), kind: "failure", shape: "✕",
      value: (all) => all.recent.failed },
    { name: "expired", href: ordersWith("expired"), kind: "outcome-expired", shape: "◔", value: (all) => all.recent.outcomes.expired ?? 0 },
    { name: "unanswered", about: () => t("unanswered.about"), href: address(["unanswered"], { seconds: 300 }), kind: "failure",
      shape: "▲", value: (all) => all.recent.unanswered, text: (all) => atMost(all.recent.unanswered) },
  ]],
  ["group.open", [
    { name: "unanswered.day", id: "unanswered-day", about: () => t("unanswered.about"), href: address(["unanswered"]), kind: "failure",
      shape: "▲", value: (all) => all.unanswered.count, text: (all) => atMost(all.unanswered.count) },
    { name: "gaps", href: boxesWith({ missing: ">0" }), kind: "condition-degraded", shape: "▲", value: (all) => all.gaps.boxes,
      about: (all) => t("gaps.about", { receipts: number(all.gaps.receipts), boxes: number(all.gaps.boxes) }) },
    { name: "alarms", href: address(["alarms"]), kind: "failure", shape: "▲", value: (all) => all.alarms },
  ]],
  ["group.delay", ["p50", "p95"].map((name) => ({
    name, href: ordersWith("handled"), about: () => t("delay.about", { part: name === "p50" ? "50 %" : "95 %" }),
    text: (all) => delay(all.recent[name]) || t("none"), value: () => 0,
  }))],
  ["group.monitor", [
    { name: "database", kind: "failure",
      value: (all) => all.database.failingSince === null ? 0 : 1,
      text: (all) => all.database.failingSince === null ? `● ${t("database.ok")}` : `✕ ${t("database.failing")}`,
      about: (all) => all.database.failingSince === null ? t("database.about", { time: time(all.database.lastCommit) }) : plain(all.database.failure) },
    { name: "lag", kind: "outcome-expired", value: (all) => all.database.lag >= 1000 ? 1 : 0, text: (all) => delay(all.database.lag),
      about: () => t("lag.about") },
    { name: "broker", kind: "failure", value: (all) => all.broker.online ? 0 : 1,
      text: (all) => all.broker.online ? `● ${t("broker.online")}` : `✕ ${t("broker.offline")}`, about: (all) => plain(all.broker.trouble ?? "") },
  ]],
];
let counters = [];

function makeCounters() {
  counters = [];
  byId("counters").replaceChildren(...groups.map(([title, list]) =>
    make("div", { class: `group ${title.replace(".", "-")}` }, make("h2", {}, t(title)), make("div", { class: "numbers" }, list.map((counter) => {
      const value = make("span", { class: "value" }, t("none"));
      const shape = counter.shape ? make("span", { class: "shape", "aria-hidden": "true" }, counter.shape) : null;
      const link = make(counter.href ? "a" : "div", {
        class: "counter", href: counter.href, id: `counter-${counter.id ?? counter.name}`,
      }, value, make("span", { class: "label" }, shape, shape ? " " : null, t(counter.name)));
      counters.push({ ...counter, link, value, read: counter.value, last: null, lastTitle: null });
      return link;
    })))));
}

let spokenAt = 0;

function count(summary) {
  for (const counter of counters) {
    const amount = counter.read(summary);
    const text = counter.text ? counter.text(summary) : number(amount);
    if (text !== counter.last) counter.value.textContent = counter.last = text;
    const title = counter.about?.(summary) ?? "";
    if (title !== counter.lastTitle) counter.link.title = counter.lastTitle = title;
    const state = counter.kind && amount ? `counter sign ${counter.kind}` : "counter";
    if (counter.link.className !== state) counter.link.className = state;
  }
  const troubles = [];
  if (summary.database.failingSince !== null) {
    troubles.push(t("database.fails", { time: time(summary.database.failingSince), why: plain(summary.database.failure) }));
  }
  if (!summary.broker.online) troubles.push(t("broker.fails", { why: plain(summary.broker.trouble ?? "") }));
  warn("troubles", troubles.join(" "));
  // For screen readers, but not every second.
  const sentence = t("spoken.summary", { ...summary.boxes, unanswered: summary.unanswered.count });
  if (sentence !== byId("spoken").textContent && Date.now() - spokenAt > 15_000) {
    spokenAt = Date.now();
    byId("spoken").textContent = sentence;
  }
}

// MARK: banner

const warnings = new Map();

function warn(name, text) {
  if ((warnings.get(name) ?? "") === text) return;
  warnings.set(name, text);
  const all = [...warnings.values()].filter(Boolean);
  byId("banner").textContent = all.map((each) => `▲ ${each}`).join("  ");
  byId("banner").hidden = all.length === 0;
}

on("link", (since) => {
  document.body.classList.toggle("stale", since !== null);
  warn("stale", since === null ? "" : t("stale", { time: time(since) }));
  byId("pulse").className = `pulse sign ${since === null ? "condition-online" : "condition-lost"}`;
  byId("pulse").textContent = since === null ? `● ${t("live")}` : `✕ ${t("connecting")}`;
});
on("summary", count);
on("place", () => mark());

// MARK: login

async function enter() {
  try {
    await start();
  } catch (fault) {
    if (fault.status === 401) return;
    warn("start", t("failed.load", { why: plain(fault.message) }));
    setTimeout(enter, 3000);
    return;
  }
  warn("start", "");
  byId("login").hidden = true;
  byId("fleet").hidden = false;
  layOut();
}

/** Makes everything that depends on the login and the language. */
function layOut() {
  translate();
  const { login } = fleet;
  byId("who").textContent = login ? `${plain(login.name)} · ${t(`role.${login.role}`)}` : "";
  byId("logout").hidden = !login?.session;
  if (!login) return;
  makeCounters();
  byId("tabs").replaceChildren(...tabs.map((name) =>
    make("a", { href: `#/${name}`, "data-tab": name }, t(`tab.${name}`))));
  if (fleet.summary) count(fleet.summary);
  route({ force: true });
}

addEventListener("signed-out", () => {
  stop();
  fleet.login = null;
  document.querySelector("dialog[open]")?.close();
  warn("stale", "");
  byId("pulse").textContent = "";
  byId("who").textContent = "";
  byId("logout").hidden = true;
  byId("fleet").hidden = true;
  byId("login").hidden = false;
  byId("token").focus();
});

byId("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await fetchJSON("/login", { method: "POST", body: byId("token").value });
    byId("token").value = "";
    byId("login-fault").textContent = "";
    await enter();
  } catch (fault) {
    byId("login-fault").textContent = fault.status === 401 ? t("login.wrong") : plain(fault.message);
  }
});

byId("logout").addEventListener("click", async () => {
  try { await fetchJSON("/logout", { method: "POST" }); } catch { /* Then the login has ended already. */ }
  location.reload();
});

// MARK: language and colours

byId("language").value = language;
byId("language").addEventListener("change", () => {
  setLanguage(byId("language").value);
  languageChanged();
});

function languageChanged() {
  warnings.clear();
  for (const box of fleet.boxes.values()) box.words = null;
  layOut();
}

function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
let theme = "";
try { theme = localStorage.getItem("theme") ?? ""; } catch { /* The system's theme. */ }
byId("theme").value = theme;
paint(theme);
byId("theme").addEventListener("change", () => {
  paint(byId("theme").value);
  try { localStorage.setItem("theme", byId("theme").value); } catch { /* It lasts until the page is closed. */ }
});

// MARK: start

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("content").focus();
});
addEventListener("hashchange", () => {
  if (!fleet.login) return;
  route();
  // On a phone the counters fill the screen and would hide the view.
  if (innerWidth < 640) byId("tabs").scrollIntoView();
});
translate();
enter();
