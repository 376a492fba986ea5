// The page's copy of the fleet, and the event stream that keeps it up to date.

import { fetchJSON, now, setClock } from "./parts.js";

/**
 * The boxes by `store/box`, the counters, the login, and the outcomes that the monitor knows: by name, with
 * `isFailure` and `codes`.
 */
export const fleet = { boxes: new Map(), summary: null, login: null, outcomes: new Map() };

const listeners = new Map();

/** Subscribes to an event: `boxes`, `orders`, `summary`, `reload`, `link`, `asked` or `place`. */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

/** Calls the subscribers of an event. */
export function emit(name, data) {
  for (const listener of listeners.get(name) ?? []) listener(data);
}

/** Whether the login may operate boxes. */
export function isOperator() { return fleet.login?.role === "operate"; }

let columns = [];
let source = null;
let last = "";
let timer = null;

/** When the last event came, by this computer's clock, and whether the event stream is connected. */
const link = { lastEvent: Date.now(), isUp: false };

/** Loads all boxes. */
async function loadBoxes() {
  const data = await fetchJSON("/api/boxes");
  setClock(data.now);
  columns = data.columns;
  fleet.boxes.clear();
  for (const row of data.rows) setRow(row);
  last = data.id;
}

function setRow(values) {
  const name = `${values[0]}/${values[1]}`;
  let box = fleet.boxes.get(name);
  if (!box) fleet.boxes.set(name, box = { key: name });
  columns.forEach((column, index) => { box[column] = values[index]; });
  box.lastOrder = Math.max(box.lastPublished ?? 0, box.lastDelivered ?? 0) || null;
  box.words = null;
  return box;
}

/** Loads everything and then follows the events. */
export async function start() {
  stop();
  const [page, summary] = await Promise.all([fetchJSON("/api/page"), fetchJSON("/api/summary"), loadBoxes()]);
  const outcomes = new Map(page.outcomes.map((outcome) => [outcome.name, outcome]));
  Object.assign(fleet, { login: page.login, outcomes, summary });
  timer = setInterval(checkLink, 1000);
  if (!document.hidden) follow();
}

/** Stops following the events. */
export function stop() {
  source?.close();
  source = null;
  clearInterval(timer);
  timer = null;
}

// A browser opens six connections to a host, and further tabs would wait: a hidden tab needs none.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else if (timer && !source) follow();
});

function follow() {
  source?.close();
  const stream = source = new EventSource(`/events?after=${encodeURIComponent(last)}`);
  const listen = (name, handle) => stream.addEventListener(name, (event) => {
    if (source !== stream) return;
    if (event.lastEventId) last = event.lastEventId;
    link.lastEvent = Date.now();
    link.isUp = true;
    const data = JSON.parse(event.data);
    setClock(data.now);
    handle(data);
    checkLink();
  });
  listen("summary", (summary) => emit("summary", fleet.summary = summary));
  listen("boxes", (data) => emit("boxes", data.rows.map(setRow)));
  listen("orders", (data) => emit("orders", data));
  listen("reload", async () => {
    try {
      await loadBoxes();
      emit("reload");
    } catch { reconnect(stream); }
  });
  stream.addEventListener("error", () => {
    if (source !== stream) return;
    link.isUp = false;
    checkLink();
    // The browser has given up: try again, unless the login has ended.
    if (stream.readyState === EventSource.CLOSED) reconnect(stream);
  });
}

async function reconnect(broken) {
  try { await fetchJSON("/api/page"); } catch (fault) { if (fault.status === 401) return; }
  setTimeout(() => { if (source === broken) follow(); }, 2000);
}

let wasStale = null;

function checkLink() {
  const isStale = !link.isUp || Date.now() - link.lastEvent > 5000;
  if (isStale !== wasStale) emit("link", isStale ? now() - (Date.now() - link.lastEvent) : null);
  wasStale = isStale;
}
