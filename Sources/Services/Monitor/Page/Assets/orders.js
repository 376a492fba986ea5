// Orders: the newest ones, failures, unanswered ones, and the timeline of a single one.

import {
  address, fetchJSON, badge, boxAddress, delay, draw, keyOf, make, now, number, outcomeBadge, outcomeOf, outcomeSign, plain, sign, stateClass, table, time,
} from "./parts.js";
import { fleet, isOperator, on } from "./fleet.js";
import { acknowledgeButton, orderTable, outcomeState, outcomeText, replayButton } from "./box.js";
import { translateSentence, t, word } from "./words.js";

const recently = (moment) => moment !== null && moment > now() - 300_000;

/** What the counters of the last five minutes count. */
const kinds = {
  published: (each) => recently(each.publishedAt),
  delivered: (each) => recently(each.deliveredAt),
  handled: (each) => recently(each.handledAt),
  failed: (each) => recently(each.handledAt) && each.isFailure && each.outcome !== "expired",
  expired: (each) => recently(each.handledAt) && each.outcome === "expired",
};

const loading = () => make("p", { class: "nothing" }, t("loading"));

/** A choice among views, as links. */
function choices(label, list) {
  return make("nav", { class: "choices", "aria-label": label }, list.map(({ href, text, isChosen }) =>
    make("a", { href, "aria-current": isChosen ? "true" : null }, text)));
}

/** Shows that something could not be loaded, and how to try again. */
function failed(fault, load) {
  return make("p", { class: "fault", role: "alert" }, t("failed.load", { why: plain(fault.message) }), " ",
    make("button", { type: "button", onclick: load }, t("retry")));
}

// MARK: the newest orders

/** The counters of failures: these are rare among the newest orders, and are loaded by themselves. */
const failureKinds = ["failed", "expired"];

/** The newest orders of the whole fleet or of one box, updated live; of one outcome, or all. */
export function ordersView() {
  let kind = "";
  let outcome = "";
  let box = "";
  let filled = false;
  let isOver = false;
  let round = 0;
  const orders = new Map();
  const list = orderTable({ label: "tab.orders", empty: "orders.none" });
  const top = make("div", { class: "recent" });
  const chips = make("div", { class: "chips" });
  const about = make("p", { class: "about" }, t("orders.five"));
  const find = make("input", { type: "search", id: "find", "aria-label": t("orders.find"), placeholder: t("orders.find.hint"), required: true });
  const form = make("form", {
    class: "find", onsubmit: (event) => {
      event.preventDefault();
      location.hash = address(["order", find.value.trim()]);
    },
  }, find, make("button", { type: "submit" }, t("open")));
  const choice = make("select", {
    id: "outcome", "aria-label": t("orders.outcome"),
    onchange: () => { location.hash = address(["orders"], { ...(choice.value ? { outcome: choice.value } : {}), ...(box ? { box } : {}) }); },
  }, make("option", { value: "" }, `${t("orders.outcome")}: ${t("filter.any")}`),
  ["waiting", ...fleet.outcomes.keys()].map((name) =>
    make("option", { value: name }, outcomeSign(name, fleet.outcomes.get(name)?.isFailure))));
  const older = make("button", {
    type: "button", onclick: () => load(Math.min(...[...orders.values()].filter(fits).map((each) => each.openedAt))),
  }, t("orders.older"));
  const fault = make("div");
  const element = make("section", { "aria-label": t("tab.orders") },
    make("div", { class: "tools" }, form, choice, chips, top), about, fault, list.element, make("p", { class: "more" }, older));

  function fits(each) {
    return (kinds[kind]?.(each) ?? true) && (!outcome || outcome.split(",").includes(outcomeOf(each)))
      && (!box || box === `${each.store}/${each.box}`);
  }

  function draw() {
    list.update([...orders.values()].filter(fits).sort((a, b) => b.openedAt - a.openedAt).slice(0, filled ? 2000 : 300));
  }

  async function load(before) {
    const mine = round;
    const limit = before ? 200 : 300;
    const wanted = new URLSearchParams({ limit });
    if (outcome) wanted.set("outcome", outcome);
    if (box) wanted.set("name", box);
    if (before) wanted.set("before", before);
    const path = failureKinds.includes(kind) ? `/api/failures?hours=1&limit=${limit}` : `/api/orders?${wanted}`;
    try {
      const data = await fetchJSON(path);
      if (isOver || mine !== round) return;
      filled ||= Boolean(before);
      older.hidden = Boolean(kind) || data.orders.length < limit;
      for (const each of data.orders) orders.set(keyOf(each), each);
      fault.replaceChildren();
      draw();
    } catch (failure) {
      if (!isOver && mine === round) fault.replaceChildren(failed(failure, () => load(before)));
    }
  }

  const subscriptions = [
    on("orders", (data) => {
      for (const { order } of data.orders) orders.set(keyOf(order), order);
      if (orders.size > 3000) {
        const oldest = [...orders].sort((a, b) => a[1].openedAt - b[1].openedAt).slice(0, orders.size - 2000);
        for (const [key] of oldest) orders.delete(key);
      }
      draw();
    }),
    // Orders leave the last five minutes.
    on("summary", () => { if (kind) draw(); }),
    on("reload", () => load()),
  ];
  return {
    element,
    show(query) {
      const asked = ["what", "outcome", "box"].map((name) => query.get(name) ?? "");
      if (asked.join("\n") !== [kind, outcome, box].join("\n")) orders.clear();
      [kind, outcome, box] = asked;
      round += 1;
      filled = false;
      about.hidden = !kind;
      older.hidden = true;
      choice.value = outcome;
      const choose = (name) => ({
        href: address(["orders"], { ...(name ? { what: name } : {}), ...(box ? { box } : {}) }), text: name ? t(name) : t("orders.all"),
        isChosen: name === kind && !outcome,
      });
      top.replaceChildren(choices(t("tab.orders"), [choose("")]), make("span", { class: "about" }, t("orders.recent")),
        choices(t("orders.recent"), Object.keys(kinds).map(choose)));
      chips.replaceChildren(...(box ? [make("a", { class: "chip", href: address(["orders"], outcome ? { outcome } : kind ? { what: kind } : {}) },
        t("orders.of", { box: plain(box) }), make("span", { "aria-hidden": "true" }, " ×"))] : []));
      draw();
      load();
    },
    leave() {
      isOver = true;
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

/** A view that loads a list, and reloads it at most every few seconds on events. */
function loaded(element, load, events) {
  let isOver = false;
  let timer = null;
  const again = () => { timer ??= setTimeout(() => { timer = null; if (!isOver) load(); }, 3000); };
  const subscriptions = [...events.map((name) => on(name, again)), on("asked", load), on("reload", load)];
  return {
    element,
    show() { load(); },
    leave() {
      isOver = true;
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

// MARK: unanswered orders

/** Unanswered orders, of the last five minutes or of a day. */
export function unansweredView() {
  let seconds = "";
  const list = orderTable({ label: "unanswered.title", empty: "unanswered.none", withButtons: true });
  const top = make("div", { class: "tools" });
  const fault = make("div");
  const element = make("section", { "aria-label": t("unanswered.title") }, top,
    make("p", { class: "about" }, t("unanswered.about")), fault, list.element);
  const view = loaded(element, async function load() {
    try {
      const recent = seconds ? `&seconds=${encodeURIComponent(seconds)}` : "";
      list.update((await fetchJSON(`/api/unanswered?limit=500${recent}`)).orders.reverse());
      fault.replaceChildren();
    } catch (failure) { fault.replaceChildren(failed(failure, load)); }
  }, ["summary"]);
  return {
    ...view,
    show(query) {
      seconds = query.get("seconds") ?? "";
      top.replaceChildren(choices(t("unanswered.title"), [["300", "unanswered.five"], ["", "unanswered.hours"]].map(([each, name]) => ({
        href: address(["unanswered"], each ? { seconds: each } : {}), text: t(name), isChosen: each === seconds,
      }))));
      view.show();
    },
  };
}

// MARK: failures

const groupKey = (each) => JSON.stringify([each.outcome, each.code, each.reason ?? ""]);

/** Failed orders, grouped by reason and one by one. */
export function failuresView() {
  let hours = "24";
  let chosen = "";
  const top = make("div", { class: "tools" });
  const fault = make("div");
  const groups = table([
    { name: "count", class: "right", text: (each) => number(each.count) },
    { name: "outcome", class: "outcome", text: outcomeText, state: outcomeState },
    {
      name: "reason", class: "words", outside: true, text: (each) => plain(each.reason) || t("none"),
      href: (each) => address(["failures"], { hours, group: groupKey(each) }),
    },
    { name: "last", class: "time", text: (each) => time(each.last) },
  ], { key: groupKey, label: "failures.groups", empty: "failures.none" });
  const list = orderTable({ label: "failures.each", empty: "failures.none" });
  const all = make("p", { class: "about" });
  const element = make("section", { "aria-label": t("tab.failures") }, top, fault,
    make("section", { class: "part" }, make("h2", {}, t("failures.groups")), groups.element),
    make("section", { class: "part" }, make("h2", {}, t("failures.each")), all, list.element));
  const view = loaded(element, async function load() {
    try {
      const data = await fetchJSON(`/api/failures?hours=${encodeURIComponent(hours)}&limit=500`);
      groups.update(data.groups);
      list.update(data.orders.filter((each) => !chosen || groupKey(each) === chosen));
      fault.replaceChildren();
    } catch (failure) { fault.replaceChildren(failed(failure, load)); }
  }, ["orders"]);
  return {
    ...view,
    show(query) {
      hours = query.get("hours") ?? "24";
      chosen = query.get("group") ?? "";
      top.replaceChildren(choices(t("failures.hours"), [1, 24, 168, 720].map((each) => ({
        href: address(["failures"], { hours: each }), isChosen: String(each) === hours,
        text: each < 48 ? t("hours", { n: each }) : t("days", { n: each / 24 }),
      }))));
      let words = "";
      try {
        const [outcome, code, reason] = JSON.parse(chosen);
        words = `${outcomeText({ outcome, code, isFailure: true })} ${plain(reason)}`;
      } catch { chosen = ""; }
      all.replaceChildren(...(chosen ? [make("a", { class: "chip", href: address(["failures"], { hours }) },
        words, make("span", { "aria-hidden": "true" }, " ×"))] : [t("failures.all")]));
      view.show();
    },
  };
}

// MARK: the timeline of one order

/** The steps of an attempt: whose clock took each moment, and how long the step took. */
function steps(attempt) {
  const list = [
    ["published", attempt.publishedAt, "monitor"], ["received", attempt.times.received, "box"],
    ["delivered", attempt.times.delivered, "box"], ["deliveredAt", attempt.deliveredAt, "monitor"],
    ["started", attempt.times.started, "box"], ["finished", attempt.times.finished, "box"],
    ["handledAt", attempt.handledAt, "monitor"],
  ];
  // The index of the step before: receipt and sound part at the box's disk.
  const before = { received: 0, delivered: 1, deliveredAt: 2, started: 2, finished: 4, handledAt: 5 };
  return list.map(([name, at, clock], index) => {
    let from = before[name];
    while (from !== undefined && from > 0 && list[from][1] === null) from -= 1;
    const start = from === undefined ? null : list[from][1];
    return { name, at, clock, took: at === null || start === null || from === index ? null : at - start };
  });
}

// A step that takes longer, in milliseconds, is slow; an announcement may take any time.
const patience = { received: 2000, delivered: 500, deliveredAt: 2000, started: 3000, handledAt: 2000 };

function gap({ name, took }) {
  if (took === null) return "";
  const length = delay(Math.abs(took)).replace(" ", "\u00a0");
  if (took < -50) return `▲ ${t("gap.clocks")} (${length})`;
  const text = took < 0 ? `+ ${delay(0)}` : `+\u00a0${length}`;
  return took > (patience[name] ?? Infinity) ? `▲ ${text} ${t("gap.slow")}` : text;
}

/** The same to scale. */
function bar(list) {
  const moments = list.filter((each) => each.at !== null);
  if (moments.length < 2) return null;
  const from = Math.min(...moments.map((each) => each.at));
  const length = Math.max(1, Math.max(...moments.map((each) => each.at)) - from);
  const x = (at) => 6 + 948 * (at - from) / length;
  const at = Object.fromEntries(list.map((each) => [each.name, each.at]));
  const svg = draw("svg", { class: "way", viewBox: "0 0 960 22", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "all", x: 6, y: 9, width: 948, height: 4 }));
  if (at.started !== null && at.finished !== null) {
    svg.append(draw("rect", { class: "sound", x: x(at.started), y: 4, width: Math.max(2, x(at.finished) - x(at.started)), height: 14 },
      draw("title", {}, delay(at.finished - at.started))));
  }
  for (const each of moments) {
    svg.append(draw("rect", { class: `tick ${each.clock}`, x: x(each.at) - 1.5, y: 2, width: 3, height: 18 },
      draw("title", {}, `${t(`step.${each.name}`)} ${time(each.at, { exact: true })}`)));
  }
  return svg;
}

function timeline(attempt) {
  const list = steps(attempt);
  return [bar(list), make("ol", { class: "steps" }, list.map((each) => {
    const words = gap(each);
    return make("li", { class: each.at === null ? "missing" : words.startsWith("▲") ? "slow" : null },
      make("span", { class: "took" }, words),
      make("span", { class: "at" }, each.at === null ? t("none") : time(each.at, { exact: true })),
      make("span", { class: "what" }, t(`step.${each.name}`), each.at === null ? ` – ${t("step.missing")}` : ""),
      make("span", { class: "clock" }, t(`clock.${each.clock}`)));
  }))];
}

/** Everything about the orders with an id or an order number. */
export function orderView(path) {
  const name = path.slice(1).join("/");
  const attempts = make("div", {}, loading());
  const fault = make("div");
  const receipts = table([
    { name: "arrived", class: "time", text: (each) => time(each.receivedAt, { exact: true }) },
    { name: "receipt", class: "name", text: (each) => plain(word("receipt", each.receipt)) },
    { name: "outcome", class: "outcome", text: (each) => each.outcome ? outcomeText(each) : "", state: (each) => each.outcome ? outcomeState(each) : "" },
    { name: "mark", class: "outcome", state: (each) => stateClass("mark", each.mark),
      text: (each) => sign("mark", each.mark) + (each.duplicate ? `, ${t("mark.duplicate")}` : "") },
    { name: "box", class: "name", text: (each) => `${each.store}/${each.box}`, href: boxAddress },
    { name: "id", class: "id", outside: true, text: (each) => plain(each.id), beside: (each) => plain(each.source) },
    { name: "written", class: "time", text: (each) => time(each.writtenAt, { exact: true }) },
    { name: "seq", class: "right", text: (each) => String(each.seq) },
    { name: "session", class: "right", text: (each) => String(each.session) },
  ], { key: (each) => each.n, label: "receipts", empty: "box.nothing" });
  const element = make("article", { class: "order" },
    make("header", { class: "title" }, make("a", { class: "back", href: "#/orders" }, `← ${t("tab.orders")}`),
      make("h1", { class: "outside" }, plain(name))),
    fault, attempts, make("section", { class: "part" }, make("h2", {}, t("receipts")), receipts.element));

  const cards = new Map();
  function card(attempt) {
    const buttons = isOperator() ? make("div", { class: "buttons" }, replayButton(attempt), acknowledgeButton(attempt)) : null;
    const content = make("div");
    return { content, element: make("section", { class: "part card" }, content, buttons) };
  }

  async function load() {
    try {
      const data = await fetchJSON(`/api/order?name=${encodeURIComponent(name)}`);
      const list = data.attempts.map((attempt) => {
        const key = keyOf(attempt);
        if (!cards.has(key)) cards.set(key, card(attempt));
        const each = cards.get(key);
        each.content.replaceChildren(...[
          make("h2", {}, outcomeBadge(outcomeOf(attempt), attempt.isFailure), " ", make("a", { href: boxAddress(attempt) }, `${attempt.store}/${attempt.box}`),
            " ", make("span", { class: "about" }, t("attempt", { n: attempt.attempt }))),
          make("p", { class: "facts" }, make("span", { class: "outside" }, `${t("id")} ${plain(attempt.id)}`),
            attempt.source ? make("span", { class: "outside" }, `${t("source")} ${plain(attempt.source)}`) : null,
            make("span", { class: "outside" }, `${t("order")} ${plain(attempt.order)}`),
            attempt.latency === null ? null : make("span", {}, `${t("first")} ${delay(attempt.latency)}`)),
          attempt.reason ? make("p", { class: "reason outside" }, `${t("reason")}: ${plain(attempt.reason)}`) : null,
          attempt.spoken ? make("p", { class: "said outside" }, plain(attempt.spoken)) : null,
          attempt.replayed || attempt.repetitions || attempt.contradictions ? make("p", { class: "about" }, [
            attempt.replayed ? t("replayed") : null,
            attempt.repetitions ? `↻ ${t("repeated", { n: attempt.repetitions })}` : null,
            attempt.contradictions ? `≠ ${t("contradicted", { n: attempt.contradictions })}` : null,
          ].filter(Boolean).join(", ")) : null,
          make("h3", {}, t("timeline")),
          attempt.clock === "synced" || attempt.times.received === null ? null : make("p", { class: "about" }, `▲ ${t("clock.unsynced")}`),
          ...timeline(attempt),
        ].filter(Boolean));
        return each.element;
      });
      if (list.some((each, index) => attempts.children[index] !== each) || attempts.children.length !== list.length) {
        attempts.replaceChildren(...list);
      }
      receipts.update(data.receipts);
      fault.replaceChildren();
    } catch (failure) {
      attempts.querySelector(".nothing")?.remove();
      fault.replaceChildren(failed(failure, load));
    }
  }
  const subscriptions = [
    on("orders", (data) => {
      if (data.orders.some(({ order }) => order.id === name || order.order === name || cards.has(keyOf(order)))) load();
    }), on("asked", load), on("reload", load),
  ];
  return { element, show: load, leave() { for (const unsubscribe of subscriptions) unsubscribe(); } };
}

// MARK: further lists

/** A view of one of the monitor's lists. */
export function listView({ path, items, list, label, events }) {
  const fault = make("div");
  const element = make("section", { "aria-label": t(label) }, fault, list.element);
  return loaded(element, async function load() {
    try {
      list.update(items(await fetchJSON(path)));
      fault.replaceChildren();
    } catch (failure) { fault.replaceChildren(failed(failure, load)); }
  }, events);
}

/** The address of an alarm's box; `null` if it is about something else. */
function subjectAddress(alarm) {
  const box = /^box ([\w-]+)\/([\w-]+)$/.exec(alarm.subject);
  return box ? boxAddress({ store: box[1], box: box[2] }) : null;
}

/** A text with its moments in the page's format. */
const withTimes = (text) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => time(Date.parse(moment)));

/** Alarms, open ones first. */
export function alarmsView() {
  const state = (each) => each.clearedAt === null ? "open" : "over";
  return listView({
    path: "/api/alarms?limit=200", label: "tab.alarms", events: ["summary"], items: (data) => data.alarms,
    list: table([
      { name: "state", class: "outcome", text: (each) => sign("alarm", state(each)), state: (each) => `alarm-${state(each)}` },
      { name: "name", class: "name", text: (each) => plain(each.name) },
      { name: "severity", class: "name", text: (each) => plain(word("severity", each.severity)) },
      { name: "subject", class: "name", outside: true, text: (each) => plain(translateSentence("about", each.subject)), href: subjectAddress },
      { name: "text", class: "words", outside: true, text: (each) => withTimes(plain(translateSentence("alarmed", each.text))) },
      { name: "raised", class: "time", text: (each) => time(each.raisedAt) },
      { name: "cleared", class: "time", text: (each) => time(each.clearedAt) },
    ], { key: (each) => `${each.name}/${each.subject}/${each.raisedAt}`, label: "tab.alarms", empty: "alarms.none" }),
  });
}

/** Messages that could not be read. */
export function unreadableView() {
  return listView({
    path: "/api/unreadable?limit=200", label: "tab.unreadable", events: ["summary"], items: (data) => data.messages,
    list: table([
      { name: "when", class: "time", text: (each) => time(each.at, { exact: true }) },
      { name: "topic", class: "words", outside: true, text: (each) => plain(each.topic) },
      { name: "reason", class: "words", outside: true, text: (each) => plain(each.reason) },
      { name: "payload", class: "words raw", outside: true, text: (each) => plain(each.payload) },
    ], { key: (each) => `${each.at}/${each.topic}/${each.payload}`, label: "tab.unreadable", empty: "unreadable.none" }),
  });
}
