// One box: its state, its orders, and the requests to it.

import {
  address, age, fetchJSON, badge, boxAddress, delay, draw, eventName, keyOf, make, now, number, orderAddress, outcomeBadge, outcomeClass, outcomeOf, outcomeSign, plain, sign, span, stateClass, table, time,
} from "./parts.js";
import { fleet, isOperator, on, emit } from "./fleet.js";
import { translateSentence, t, word } from "./words.js";

// MARK: requests to a box

/** Shows a request, sends it once it is confirmed, and shows the response. */
function confirm(box, verb, question, fields, read) {
  const answer = make("p", { class: "answer", role: "status", "aria-live": "polite" });
  const cancel = make("button", { type: "button", onclick: () => dialog.close() }, t("cancel"));
  const send = make("button", { type: "submit", class: "main" }, t("do"));
  const form = make("form", {}, make("h2", {}, t(`verb.${verb}`)), make("p", {}, question), fields, answer,
    make("div", { class: "buttons" }, cancel, send));
  const dialog = make("dialog", { class: "ask", "aria-label": t(`verb.${verb}`) }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    answer.className = "answer";
    answer.textContent = t("asking");
    try {
      const name = encodeURIComponent(`${box.store}/${box.box}`);
      const reply = await fetchJSON(`/api/request/${verb}?name=${name}`,
        { method: "POST", body: JSON.stringify(read?.() ?? {}) });
      answer.textContent = `✓ ${reply.result === "ok" ? t("answer.ok") : plain(reply.result)}`;
      answer.classList.add("good");
      send.hidden = true;
      cancel.textContent = t("close");
      cancel.focus();
    } catch (fault) {
      answer.textContent = `✕ ${t("answer.other", { why: resultText(fault.message) })}`;
      answer.classList.add("bad");
      send.disabled = false;
    }
    emit("asked");
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The result of a request, in the page's language. */
const resultText = (result) => plain(translateSentence("result", result));

const nameOf = (box) => `${box.store}/${box.box}`;
const field = (label, input) => make("label", { class: "field" }, make("span", {}, label), input);

const questions = {
  say: (box) => confirm(box, "say", t("sure.say", { box: nameOf(box) }), null, () => ({ soundCommand: "system.test" })),
  health: (box) => confirm(box, "health", t("sure.health", { box: nameOf(box) })),
  volume: (box) => {
    const value = fleet.boxes.get(nameOf(box))?.volume ?? 80;
    const input = make("input", { type: "number", min: 0, max: 100, step: 1, value, required: true, name: "volume" });
    const slider = make("input", { type: "range", min: 0, max: 100, step: 5, value, "aria-label": t("field.volume") });
    slider.addEventListener("input", () => { input.value = slider.value; });
    input.addEventListener("input", () => { slider.value = input.value; });
    confirm(box, "volume", t("sure.volume", { box: nameOf(box) }), [field(t("field.volume"), input), slider],
      () => ({ value: Number(input.value) }));
  },
  mute: (box) => {
    const lengths = [15, 30, 60, 120, 240, 480];
    const input = make("select", {}, lengths.map((minutes) => make("option", { value: minutes },
      minutes < 60 ? t("mute.m", { n: minutes }) : t("mute.h", { n: minutes / 60 }))),
      make("option", { value: 0 }, t("mute.unsubscribe")));
    confirm(box, "mute", t("sure.mute", { box: nameOf(box) }), field(t("field.mute"), input), () => {
      const minutes = Number(input.value);
      return { until: minutes ? new Date(now() + minutes * 60_000).toISOString() : null };
    });
  },
  stop: (box) => {
    const input = make("select", {}, ["current", "queue", "all"].map((scope) =>
      make("option", { value: scope }, t(`scope.${scope}`))));
    confirm(box, "stop", t("sure.stop", { box: nameOf(box) }), field(t("field.scope"), input),
      () => ({ scope: input.value }));
  },
};

/** A button that replays an order. */
export function replayButton(attempt) {
  return make("button", {
    type: "button",
    onclick: () => confirm(attempt, "replay", t("sure.replay", { box: nameOf(attempt), id: eventName(attempt) }), null,
      () => ({ id: attempt.id })),
  }, t("ask.replay"));
}

/** A button that ends an order's repetition. */
export function acknowledgeButton(attempt) {
  return make("button", {
    type: "button",
    onclick: () => confirm(attempt, "acknowledge",
      t("sure.acknowledge", { box: nameOf(attempt), id: plain(attempt.order) }), null, () => ({ order: attempt.order })),
  }, t("ask.acknowledge"));
}

// MARK: lists of orders and of actions

const notes = (attempt) => [
  attempt.attempt > 1 ? t("attempt", { n: attempt.attempt }) : null,
  attempt.repetitions ? `↻ ${t("repeated", { n: attempt.repetitions })}` : null,
  attempt.contradictions ? `≠ ${t("contradicted", { n: attempt.contradictions })}` : null,
  attempt.replayed ? t("replayed") : null,
].filter(Boolean).join(", ");

/** The outcome of an attempt, with its cause if the name alone does not tell it. */
export function outcomeText(attempt) {
  const name = outcomeOf(attempt);
  const codes = name === "waiting" ? [null] : fleet.outcomes.get(name)?.codes ?? [];
  const isClear = codes.length === 1 && codes[0] === (attempt.code ?? null);
  return outcomeSign(name, attempt.isFailure) + (isClear ? "" : `: ${plain(word("code", attempt.code))}`);
}

/** The classes that colour the outcome of an attempt. */
export const outcomeState = (attempt) => outcomeClass(outcomeOf(attempt), attempt.isFailure);

/** A list of orders. */
export function orderTable({ label, empty, withBox = true, withButtons = false }) {
  return table([
    { name: "when", class: "time", text: (each) => time(each.openedAt) },
    { name: "id", class: "id", outside: true, text: (each) => plain(each.id), href: orderAddress, title: eventName, beside: (each) => plain(each.source) },
    withBox ? { name: "box", class: "name", text: nameOf, href: boxAddress } : null,
    { name: "outcome", class: "outcome", text: outcomeText, state: outcomeState },
    { name: "words", class: "words", outside: true, text: (each) => plain(each.spoken ?? each.reason) },
    { name: "delay", class: "right", text: (each) => delay(each.latency) },
    { name: "notes", class: "notes", text: notes },
    withButtons && isOperator() ? {
      name: "action", class: "act",
      node: (each) => make("span", { class: "buttons" }, replayButton(each), acknowledgeButton(each)),
    } : null,
  ].filter(Boolean), {
    key: keyOf, label, empty,
  });
}

/** A list of operators' actions. */
export function actionTable({ withBox = true } = {}) {
  return table([
    { name: "when", class: "time", text: (each) => time(each.at) },
    { name: "who", class: "name", text: (each) => plain(each.who) },
    { name: "origin", class: "name", text: (each) => plain(each.origin) },
    withBox ? { name: "box", class: "name", text: nameOf, href: boxAddress } : null,
    { name: "action", class: "name", text: (each) => plain(word("verb", each.verb)) },
    { name: "body", class: "words", outside: true, text: (each) => each.body === "{}" ? "" : plain(each.body) },
    {
      name: "result", class: "words",
      text: (each) => each.result === null ? `… ${t("result.waiting")}` : each.result === "ok" ? `✓ ${t("result.ok")}` : `✕ ${resultText(each.result)}`,
      state: (each) => each.result === null ? "outcome-waiting" : each.result === "ok" ? "outcome-played" : "failure",
    },
    { name: "delay", class: "right", text: (each) => each.answeredAt === null ? "" : delay(each.answeredAt - each.at) },
  ].filter(Boolean), { key: (each) => each.n, label: "tab.actions", empty: "actions.none" });
}

// MARK: charts

const day = 86_400_000;

/** The states of a day as a strip. */
function strip(points, kind, end) {
  const width = 960;
  const x = (moment) => Math.max(0, Math.min(width, width * (1 - (end - moment) / day)));
  const svg = draw("svg", { class: "strip", viewBox: `0 0 ${width} 28`, preserveAspectRatio: "none", "aria-hidden": "true" });
  points.forEach(([at, state], index) => {
    const until = points[index + 1]?.[0] ?? end;
    const left = x(at);
    svg.append(draw("rect", { x: left, y: 0, width: Math.max(3, x(until) - left), height: 28, class: stateClass(kind, state) },
      draw("title", {}, `${plain(word(kind, state))} · ${time(at)} – ${time(until)}`)));
  });
  return svg;
}

/** The hours under a strip. */
function hours(end) {
  return make("div", { class: "hours", "aria-hidden": "true" }, [24, 18, 12, 6, 0].map((ago) =>
    make("span", {}, time(end - ago * 3_600_000).slice(-8, -3))));
}

/** How long each state lasted, in words. */
function shares(points, kind, end) {
  const lengths = new Map();
  points.forEach(([at, state], index) => {
    const from = Math.max(at, end - day);
    lengths.set(state, (lengths.get(state) ?? 0) + Math.max(0, (points[index + 1]?.[0] ?? end) - from));
  });
  return make("p", { class: "shares" }, [...lengths].sort((a, b) => b[1] - a[1]).map(([state, length]) =>
    make("span", {}, badge(kind, state), ` ${span(length)}`)));
}

/** A line over the day. */
function chart(name, points, end, { low = 0, least = 1, digits = 0 } = {}) {
  const values = points.map((point) => point[1]);
  if (!values.length) return null;
  const [bottom, top] = [Math.min(low, ...values), Math.max(low + least, ...values)];
  const [width, height] = [320, 64];
  const start = Math.min(points[0][0], end - 60_000);
  const from = Math.max(end - day, start);
  const x = (at) => width * Math.max(0, (at - from) / (end - from));
  const y = (value) => height - 3 - (height - 6) * (value - bottom) / (top - bottom);
  let line = "";
  points.forEach(([at, value], index) => {
    line += index ? `H${x(at).toFixed(1)}V${y(value).toFixed(1)}` : `M${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  line += `H${width}`;
  const [lowest, high, last] = [Math.min(...values), Math.max(...values), values.at(-1)].map((each) => each.toFixed(digits));
  const label = lowest === high ? t("chart.same", { last }) : t("chart.range", { low: lowest, high, last });
  return make("figure", { class: "chart" },
    make("figcaption", {}, make("b", {}, t(`chart.${name}`)), make("span", {}, label)),
    draw("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": `${t(`chart.${name}`)}: ${label}` },
      draw("path", { class: "area", d: `${line}V${height}H${x(points[0][0]).toFixed(1)}Z` }),
      draw("path", { class: "line", d: line })),
    make("div", { class: "hours", "aria-hidden": "true" }, make("span", {}, time(from).slice(-8, -3)), make("span", {}, time(end).slice(-8, -3))));
}

// MARK: the view

const part = (title, ...children) => make("section", { class: "part" }, make("h2", {}, title), ...children);
const pairs = (list) => make("dl", { class: "pairs" }, list.filter(Boolean).flatMap(([name, value]) =>
  [make("dt", {}, name), make("dd", {}, value)]));

/** The page of one box. */
export function boxView(path) {
  const name = `${path[1]}/${path[2]}`;
  const box = { store: path[1], box: path[2] };
  const condition = make("span");
  const troubles = make("p", { class: "troubles", hidden: true });
  const buttons = make("div", { class: "buttons" }, isOperator()
    ? ["say", "volume", "mute", "stop", "health"].map((verb) =>
      make("button", { type: "button", "data-ask": verb, onclick: () => questions[verb](box) }, t(`ask.${verb}`))) : []);
  const fault = make("p", { class: "fault", role: "alert" });
  const states = make("div");
  const outcomes = make("p", { class: "shares" });
  const present = make("div");
  const charts = make("div", { class: "charts" });
  const info = make("div");
  const ignored = make("div");
  const ignoredPart = part(t("box.ignored"), ignored);
  ignoredPart.hidden = true;
  const gaps = make("div");
  const orders = orderTable({ label: "box.orders", empty: "orders.none", withBox: false, withButtons: true });
  const actions = actionTable({ withBox: false });
  const element = make("article", { class: "box" },
    make("header", { class: "title" }, make("a", { class: "back", href: "#/boxes" }, `← ${t("back")}`),
      make("h1", {}, name), condition, buttons),
    troubles, fault,
    make("div", { class: "columns" },
      make("div", {}, part(t("box.states"), states), part(t("box.outcomes"), outcomes), part(t("box.health"), charts)),
      make("div", {}, part(t("box.now"), present), ignoredPart, part(t("box.info"), info), part(t("box.gaps"), gaps))),
    part(t("box.orders"), orders.element, make("p", { class: "more" }, make("a", { href: address(["orders"], { box: name }) }, t("orders.rest")))), part(t("box.actions"), actions.element));

  function showRow() {
    const row = fleet.boxes.get(name);
    if (!row) return;
    condition.replaceChildren(badge("condition", row.condition),
      make("span", { class: "since" }, ` ${row.stateSince === null ? "" : age(row.stateSince)}`));
    const list = [...row.troubles, ...(row.silent ? ["silent"] : [])];
    troubles.hidden = list.length === 0;
    troubles.textContent = list.map((each) => `▲ ${word("trouble", each)}`).join("   ");
  }

  function showAll(data) {
    const end = data.now;
    const points = (column, scale = 1) => data.healths.map((each) =>
      [each[0], each[data.healthColumns.indexOf(column)] / scale]);
    states.replaceChildren(...(data.states.length
      ? [strip(data.states, "state", end), hours(end), shares(data.states, "state", end)]
      : [make("p", { class: "nothing" }, t("box.nothing"))]));
    outcomes.replaceChildren(...data.outcomes.map(({ name, isFailure, count }) =>
      make("span", {}, outcomeBadge(name, isFailure), ` ${number(count)}`)));
    if (!outcomes.childNodes.length) outcomes.append(make("span", { class: "about" }, t("orders.none")));
    charts.replaceChildren(...[
      chart("queue", points("queue"), end), chart("volume", points("volume"), end, { least: 100 }),
      chart("unpublished", points("unpublished"), end), chart("reconnects", points("reconnects"), end),
      chart("xruns", points("xruns"), end), chart("memory", points("memory", 1e6), end, { least: 20, digits: 1 }),
    ].filter(Boolean));
    if (data.healths.length) {
      const audio = data.healths.map((each) => [each[0], each[data.healthColumns.indexOf("audio")]]);
      charts.append(make("figure", { class: "chart wide" }, make("figcaption", {}, make("b", {}, t("chart.audio"))),
        strip(audio, "audio", end), hours(end), shares(audio, "audio", end)));
    } else {
      charts.append(make("p", { class: "nothing" }, t("box.nothing")));
    }
    const health = data.health;
    present.replaceChildren(health ? pairs([
      [t("column.audio"), sign("audio", health.audio.state)
        + (health.audio.reason ? `: ${plain(health.audio.reason)}` : "")],
      [t("device"), plain(health.audio.device)], [t("column.queue"), number(health.queue)],
      [t("ringing"), number(health.ringing)],
      [t("column.volume"), `${health.volume} %${health.mutedUntil && Date.parse(health.mutedUntil) > end ? `, ${t("muted.until", { time: time(Date.parse(health.mutedUntil)) })}` : ""}`],
      [t("column.uptime"), span(health.uptime * 1000)], [t("column.reconnects"), number(health.reconnects)],
      [t("memory"), `${(health.memory / 1e6).toFixed(1)} MB`],
      health.clock === "synced" ? null : [t("clock"), t("trouble.clock")],
    ]) : make("p", { class: "nothing" }, t("box.nothing")),
    make("p", { class: "about" }, data.healthAt === null ? "" : t("box.reported", { time: time(data.healthAt) })));
    const topics = health?.ignored ?? [];
    ignoredPart.hidden = topics.length === 0;
    ignored.replaceChildren(
      make("p", { class: "about" }, t("box.ignored.about", { accepted: number(health?.accepted ?? 0) })),
      make("ul", {}, topics.map((each) => make("li", { class: "outside" },
        t("box.ignored.topic", { count: number(each.count), topic: plain(each.topic), last: plain(each.last) || t("none") })))));
    info.replaceChildren(data.info ? pairs([
      [t("column.version"), plain(data.info.version)],
      [t("column.pack"), plain(`${data.info.pack.name} ${data.info.pack.version} (${data.info.pack.locale})`)],
    ]) : make("p", { class: "nothing" }, t("box.nothing")),
    data.firstSeen === null ? "" : make("p", { class: "about" }, t("box.first", { time: time(data.firstSeen) })),
    data.info ? make("details", {}, make("summary", {}, t("box.settings")),
      make("pre", { class: "outside" }, JSON.stringify(data.info.settings, null, 2).split("\n").map(plain).join("\n"))) : "");
    gaps.replaceChildren(data.gaps.length
      ? make("ul", {}, data.gaps.map(([first, last]) => make("li", {}, first === last ? `${first}` : `${first} – ${last}`)))
      : make("p", { class: "nothing" }, t("box.gaps.none")));
    orders.update(data.orders);
    actions.update(data.actions);
  }

  let isOver = false;
  let isLoading = false;
  let mustLoad = false;
  async function load() {
    if (isLoading) { mustLoad = true; return; }
    isLoading = true;
    try {
      const data = await fetchJSON(`/api/box?name=${encodeURIComponent(name)}`);
      if (!isOver) showAll(data);
      fault.textContent = "";
    } catch (failure) {
      fault.textContent = t("failed.load", { why: plain(failure.message) });
    }
    isLoading = false;
    // A busy box is loaded every two seconds.
    if (mustLoad && !isOver) setTimeout(() => { mustLoad = false; load(); }, 2000);
  }
  const subscriptions = [
    on("boxes", (boxes) => { if (boxes.some((each) => each.key === name)) { showRow(); load(); } }),
    on("summary", showRow), on("asked", load), on("reload", load),
  ];
  return {
    element,
    show() { showRow(); load(); },
    leave() { isOver = true; for (const unsubscribe of subscriptions) unsubscribe(); },
  };
}
