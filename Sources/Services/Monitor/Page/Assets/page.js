// The page as a whole: who looks, which view is open, the counters, colours and language.

import { address, ask, delay, make, number, plain, place, time } from "./parts.js";
import { fleet, on, start, stop } from "./fleet.js";
import { boxesView } from "./boxes.js";
import { actionTable, boxView } from "./box.js";
import { alarmsView, failuresView, listView, orderView, ordersView, unansweredView, unreadableView } from "./orders.js";
import { language, speak, t, translate } from "./words.js";

const at = (id) => document.getElementById(id);

// MARK: views

const views = {
  boxes: boxesView, box: boxView, orders: ordersView, order: orderView, failures: failuresView,
  unanswered: unansweredView, alarms: alarmsView, unreadable: unreadableView,
  actions: () => listView({
    path: "/api/actions?limit=200", label: "tab.actions", news: [], list: actionTable(), items: (data) => data.actions,
  }),
};
const tabs = ["boxes", "orders", "failures", "unanswered", "alarms", "actions", "unreadable"];
let open = null;

/** Opens the view that the address names. */
function route({ anew = false } = {}) {
  const { path, query } = place();
  const name = path[0] in views && (!["box", "order"].includes(path[0]) || path[1]) ? path[0] : "boxes";
  const key = path.join("/");
  if (anew || !open || open.key !== key) {
    open?.view.leave();
    const isFirst = !open;
    open = { key, view: views[name](path) };
    at("content").replaceChildren(open.view.element);
    if (!isFirst && !anew) {
      scrollTo(0, Math.min(scrollY, at("tabs").offsetTop));
      at("content").focus({ preventScroll: true });
    }
  }
  open.view.show(query);
  mark(name);
}

/** Marks where we are. */
function mark(name = place().path[0] || "boxes") {
  const current = location.hash || "#/boxes";
  for (const link of document.querySelectorAll("#counters a")) {
    if (link.getAttribute("href") === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const tab = { box: "boxes", order: "orders" }[name] ?? name;
  for (const link of at("tabs").children) {
    if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

// MARK: counters

const boxesWith = (query) => address(["boxes"], query);
const ordersWith = (what) => address(["orders"], { what });

/** A count that the monitor takes no further than to ten thousand. */
const atMost = (count) => number(count) + (count >= 10_000 ? "+" : "");

/** The counters: where each leads, and what it says. */
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
    { name: "failed", about: () => t("failed.about"), href: ordersWith("failed"), kind: "outcome-failed", shape: "✕",
      value: (all) => (all.recent.outcomes.failed ?? 0) + (all.recent.outcomes.rejected ?? 0) },
    { name: "expired", href: ordersWith("expired"), kind: "outcome-expired", shape: "◔", value: (all) => all.recent.outcomes.expired ?? 0 },
    { name: "unanswered", about: () => t("unanswered.about"), href: address(["unanswered"], { seconds: 300 }), kind: "outcome-failed",
      shape: "▲", value: (all) => all.recent.unanswered, text: (all) => atMost(all.recent.unanswered) },
  ]],
  ["group.open", [
    { name: "unanswered.day", id: "unanswered-day", about: () => t("unanswered.about"), href: address(["unanswered"]), kind: "outcome-failed",
      shape: "▲", value: (all) => all.unanswered.count, text: (all) => atMost(all.unanswered.count) },
    { name: "gaps", href: boxesWith({ missing: ">0" }), kind: "condition-degraded", shape: "▲", value: (all) => all.gaps.boxes,
      about: (all) => t("gaps.about", { receipts: number(all.gaps.receipts), boxes: number(all.gaps.boxes) }) },
    { name: "alarms", href: address(["alarms"]), kind: "outcome-failed", shape: "▲", value: (all) => all.alarms },
  ]],
  ["group.delay", ["p50", "p95"].map((name) => ({
    name, href: ordersWith("handled"), about: () => t("delay.about", { part: name === "p50" ? "50 %" : "95 %" }),
    text: (all) => delay(all.recent[name]) || t("none"), value: () => 0,
  }))],
  ["group.monitor", [
    { name: "database", kind: "outcome-failed",
      value: (all) => all.database.failingSince === null ? 0 : 1,
      text: (all) => all.database.failingSince === null ? `● ${t("database.ok")}` : `✕ ${t("database.failing")}`,
      about: (all) => all.database.failingSince === null ? t("database.about", { time: time(all.database.lastCommit) }) : plain(all.database.failure) },
    { name: "lag", kind: "outcome-expired", value: (all) => all.database.lag >= 1000 ? 1 : 0, text: (all) => delay(all.database.lag),
      about: () => t("lag.about") },
    { name: "broker", kind: "outcome-failed", value: (all) => all.broker.online ? 0 : 1,
      text: (all) => all.broker.online ? `● ${t("broker.online")}` : `✕ ${t("broker.offline")}`, about: (all) => plain(all.broker.trouble ?? "") },
  ]],
];
let counters = [];

function makeCounters() {
  counters = [];
  at("counters").replaceChildren(...groups.map(([title, list]) =>
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
  // Said to those who do not see it, but not at every tick.
  const sentence = t("spoken.summary", { ...summary.boxes, unanswered: summary.unanswered.count });
  if (sentence !== at("spoken").textContent && Date.now() - spokenAt > 15_000) {
    spokenAt = Date.now();
    at("spoken").textContent = sentence;
  }
}

// MARK: banner

const warnings = new Map();

function warn(name, text) {
  if ((warnings.get(name) ?? "") === text) return;
  warnings.set(name, text);
  const all = [...warnings.values()].filter(Boolean);
  at("banner").textContent = all.map((each) => `▲ ${each}`).join("  ");
  at("banner").hidden = all.length === 0;
}

on("link", (since) => {
  document.body.classList.toggle("stale", since !== null);
  warn("stale", since === null ? "" : t("stale", { time: time(since) }));
  at("pulse").className = `pulse sign ${since === null ? "condition-online" : "condition-lost"}`;
  at("pulse").textContent = since === null ? `● ${t("live")}` : `✕ ${t("connecting")}`;
});
on("summary", count);
on("place", () => mark());

// MARK: who looks

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
  at("login").hidden = true;
  at("fleet").hidden = false;
  layOut();
}

/** Makes all that depends on the visitor and the language. */
function layOut() {
  translate();
  const { visitor } = fleet;
  at("who").textContent = visitor ? `${plain(visitor.name)} · ${t(`role.${visitor.role}`)}` : "";
  at("logout").hidden = !visitor?.session;
  if (!visitor) return;
  makeCounters();
  at("tabs").replaceChildren(...tabs.map((name) =>
    make("a", { href: `#/${name}`, "data-tab": name }, t(`tab.${name}`))));
  if (fleet.summary) count(fleet.summary);
  route({ anew: true });
}

addEventListener("unknown-visitor", () => {
  stop();
  fleet.visitor = null;
  document.querySelector("dialog[open]")?.close();
  warn("stale", "");
  at("pulse").textContent = "";
  at("who").textContent = "";
  at("logout").hidden = true;
  at("fleet").hidden = true;
  at("login").hidden = false;
  at("token").focus();
});

at("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await ask("/login", { method: "POST", body: at("token").value });
    at("token").value = "";
    at("login-fault").textContent = "";
    await enter();
  } catch (fault) {
    at("login-fault").textContent = fault.status === 401 ? t("login.wrong") : plain(fault.message);
  }
});

at("logout").addEventListener("click", async () => {
  try { await ask("/logout", { method: "POST" }); } catch { /* Then the visitor is not known any more. */ }
  location.reload();
});

// MARK: language and colours

at("language").value = language;
at("language").addEventListener("change", () => {
  speak(at("language").value);
  wasSaidAnew();
});

function wasSaidAnew() {
  warnings.clear();
  for (const box of fleet.boxes.values()) box.words = null;
  layOut();
}

function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
let theme = "";
try { theme = localStorage.getItem("theme") ?? ""; } catch { /* As the system has it. */ }
at("theme").value = theme;
paint(theme);
at("theme").addEventListener("change", () => {
  paint(at("theme").value);
  try { localStorage.setItem("theme", at("theme").value); } catch { /* It lasts until the page is left. */ }
});

// MARK: start

at("skip").addEventListener("click", (event) => {
  event.preventDefault();
  at("content").focus();
});
addEventListener("hashchange", () => {
  if (!fleet.visitor) return;
  route();
  // On a phone the counters fill the screen: what was chosen would not be seen.
  if (innerWidth < 640) at("tabs").scrollIntoView();
});
translate();
enter();
