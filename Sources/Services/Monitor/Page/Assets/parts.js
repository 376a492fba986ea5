// The building blocks of views. Nothing here takes markup: strings are set as text only.

import { t, word } from "./words.js";

/** Makes an element: `make("a", { class: "id", href }, "text", child)`. */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Makes an element of a drawing. */
export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined) continue;
    node.append(typeof child === "object" ? child : String(child));
  }
  return node;
}

// Characters that change the text direction or are invisible: they are shown by their code points, so that a
// name cannot look like another one. The joiners of Indic scripts are left alone.
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text from outside, with its invisible characters made visible. */
export function plain(text) {
  if (text === null || text === undefined) return "";
  return String(text).replace(invisible, (character) =>
    `⟨${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

// MARK: moments

let offset = 0;

/** Sets the monitor's time. */
export function setClock(moment) { offset = moment - Date.now(); }

/** Now, by the monitor's clock. */
export function now() { return Date.now() + offset; }

const two = (number) => String(number).padStart(2, "0");

/** A moment of today as a time, any other one with its day. */
export function time(moment, { exact = false } = {}) {
  if (moment === null || moment === undefined) return "";
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return String(moment);
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
    + (exact ? `.${String(date.getMilliseconds()).padStart(3, "0")}` : "");
  if (date.toDateString() === new Date(now()).toDateString()) return clock;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

/** How long something takes or took, given in milliseconds, in one unit. */
export function span(length) {
  if (length === null || length === undefined) return "";
  const seconds = Math.max(0, Math.floor(length / 1000));
  if (seconds < 60) return t("age.s", { n: seconds });
  if (seconds < 3600) return t("age.m", { n: Math.floor(seconds / 60) });
  if (seconds < 172800) return t("age.h", { n: Math.floor(seconds / 3600) });
  return t("age.d", { n: Math.floor(seconds / 86400) });
}

/** How long ago a moment was. */
export function age(moment) { return moment === null || moment === undefined ? "" : span(now() - moment); }

/** A short time, in milliseconds or seconds. */
export function delay(milliseconds) {
  if (milliseconds === null || milliseconds === undefined) return "";
  if (milliseconds < 1000) return t("ms", { n: milliseconds });
  return t("s", { n: (milliseconds / 1000).toFixed(milliseconds < 10000 ? 2 : 1) });
}

const grouped = new Intl.NumberFormat("en-US");
/** A number with its digits in groups. */
export function number(value) {
  return value === null || value === undefined ? t("none") : grouped.format(value);
}

// MARK: shapes beside words

const shapes = {
  condition: { online: "●", degraded: "▲", lost: "✕", offline: "○", never_seen: "?" },
  state: { online: "●", lost: "✕", offline: "○" },
  outcome: {
    played: "✓", stopped: "■", duplicate: "≡", failed: "✕", expired: "◔", rejected: "⊘", muted: "–",
    summarized: "Σ", waiting: "…",
  },
  audio: { idle: "○", playing: "♪", unavailable: "✕" },
  mark: { first: "●", late: "◔", repeated: "↻", contradictory: "≠" },
  alarm: { open: "▲", over: "○" },
};

/** The id of an order, with its source if it has one: equal ids of two sources are two orders. */
export function eventName(order) {
  return plain(order.id) + (order.source ? ` (${plain(order.source)})` : "");
}

/** What tells attempts apart. */
export const keyOf = (each) => JSON.stringify([each.store, each.box, each.source, each.id, each.attempt]);

/** A state as a shape and a word. */
export function sign(kind, value) {
  const shape = shapes[kind]?.[value];
  return (shape ? `${shape} ` : "") + plain(word(kind, value));
}

/** The class that colours a state; states that this page does not know share one. */
export function stateClass(kind, value) { return `${kind}-${value in (shapes[kind] ?? {}) ? value : "other"}`; }

/** The states that this page knows, and those that occur. */
export function statesOf(kind, occurring) { return [...new Set([...Object.keys(shapes[kind]), ...occurring])]; }

/** The shape of a state; empty for one that this page does not know. */
export function shapeOf(kind, value) { return shapes[kind]?.[value] ?? ""; }

/** A state as an element. */
export function badge(kind, value) {
  return make("span", { class: `sign ${stateClass(kind, value)}` },
    make("span", { class: "shape", "aria-hidden": "true" }, shapeOf(kind, value)), " ", plain(word(kind, value)));
}

// MARK: outcomes
// The monitor says of each outcome whether it is a failure: one that this page does not know is shown by its
// name, in the colour of a failure or of none.

/** The name of an attempt's outcome; `waiting` if there is none yet. */
export function outcomeOf(attempt) { return attempt.outcome ?? "waiting"; }

/** The classes that colour an outcome. */
export function outcomeClass(name, isFailure) {
  return stateClass("outcome", name) + (isFailure ? " failure" : "");
}

const outcomeShape = (name, isFailure) => shapes.outcome[name] ?? (isFailure ? "✕" : "•");

/** An outcome as a shape and a word. */
export function outcomeSign(name, isFailure) {
  return `${outcomeShape(name, isFailure)} ${plain(word("outcome", name))}`;
}

/** An outcome as an element. */
export function outcomeBadge(name, isFailure) {
  return make("span", { class: `sign ${outcomeClass(name, isFailure)}` },
    make("span", { class: "shape", "aria-hidden": "true" }, outcomeShape(name, isFailure)), " ",
    plain(word("outcome", name)));
}

// MARK: tables

/**
 * A table whose rows are kept by their keys, so that only what has changed is written.
 *
 * A column is `{ name, text(item), href(item), state(item), lang, class, node(item), beside(item) }`; what
 * `node` makes, and the small text `beside` the main one, are kept for as long as their row.
 */
export function table(columns, { key, label, empty }) {
  const body = make("tbody");
  const head = make("tr", {}, columns.map((column) =>
    make("th", { scope: "col", class: column.class }, t(column.name))));
  const nothing = make("p", { class: "nothing" }, t(empty));
  const sheet = make("table", { class: "sheet" },
    make("caption", { class: "unseen" }, t(label)), make("thead", {}, head), body);
  const element = make("div", { class: "list" }, sheet, nothing);
  const rows = new Map();
  return {
    element,
    update(items) {
      const kept = new Set();
      let place = body.firstChild;
      for (const item of items) {
        const name = key(item);
        if (kept.has(name)) continue;
        kept.add(name);
        let row = rows.get(name);
        if (!row) rows.set(name, row = makeRow(columns, item));
        if (row.element === place) place = place.nextSibling;
        else body.insertBefore(row.element, place);
        patchRow(row, columns, item);
      }
      for (const [name, row] of rows) {
        if (kept.has(name)) continue;
        row.element.remove();
        rows.delete(name);
      }
      nothing.hidden = kept.size > 0;
      sheet.hidden = kept.size === 0;
    },
  };
}

function makeRow(columns, item) {
  const cells = columns.map((column) => {
    const cell = make("td", { class: column.class, "data-label": t(column.name) });
    if (column.node) cell.append(column.node(item) ?? "");
    else cell.append(make(column.href ? "a" : "span", { class: column.outside ? "outside" : null }));
    const beside = column.beside?.(item);
    if (beside) cell.append(" ", make("span", { class: "beside outside" }, beside));
    return { cell, text: null, href: null, state: null };
  });
  return { element: make("tr", {}, cells.map((each) => each.cell)), cells };
}

function patchRow(row, columns, item) {
  columns.forEach((column, index) => {
    if (column.node) return;
    const cell = row.cells[index];
    const inner = cell.cell.firstChild;
    const text = column.text(item) ?? "";
    if (cell.text !== text) inner.textContent = cell.text = text;
    if (column.href) {
      const href = column.href(item);
      if (cell.href !== href) {
        cell.href = href;
        if (href === null) inner.removeAttribute("href");
        else inner.setAttribute("href", href);
      }
    }
    if (column.state) {
      const state = column.state(item);
      if (cell.state !== state) inner.className = `sign ${cell.state = state}`;
    }
    if (column.title) {
      const title = column.title(item);
      if (cell.title !== title) inner.title = cell.title = title;
    }
  });
}

// MARK: requests to the monitor

/** Sends a request and returns its JSON; throws an `Error` with the status if it failed. */
export async function fetchJSON(path, options) {
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: { "X-Soundbox-Request": "page" } });
  } catch {
    throw Object.assign(new Error(t("unreachable")), { status: 0 });
  }
  const text = await answer.text();
  let data = null;
  try { data = text ? JSON.parse(text) : null; } catch { /* It is reported below. */ }
  if (answer.ok && (data !== null || !text)) return data;
  if (answer.status === 401 && path !== "/login") dispatchEvent(new Event("signed-out"));
  throw Object.assign(new Error(data?.error ?? data?.result ?? `HTTP ${answer.status}`),
    { status: answer.status, data });
}

/** Saves a text as a file. */
export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A line of CSV (RFC 4180); what a spreadsheet would take for a formula gets an apostrophe. */
export function csvLine(fields) {
  return fields.map((field) => {
    let text = field === null || field === undefined ? "" : String(field);
    if (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text))) text = `'${text}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
  }).join(",") + "\r\n";
}

// MARK: addresses

/** The view in the address: its path, and its query. */
export function place() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").map(decode), query: new URLSearchParams(query ?? "") };
}

function decode(part) { try { return decodeURIComponent(part); } catch { return part; } }

/** The address of a view. */
export function address(path, query = {}) {
  const search = new URLSearchParams(query).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

export const boxAddress = (item) => address(["box", item.store, item.box]);
export const orderAddress = (item) => address(["order", item.id]);
