// What the page knows of the fleet, and the link over which it learns what changes.

import { ask, now, setClock } from "./parts.js";

/** The boxes by `store/box`, the counters, and who looks. */
export const fleet = { boxes: new Map(), summary: null, visitor: null };

const listeners = new Map();

/** Calls a function when something is told: `boxes`, `orders`, `summary`, `reload`, `link`, `asked`. */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

/** Tells whoever listens. */
export function tell(name, data) {
  for (const listener of listeners.get(name) ?? []) listener(data);
}

/** Whether whoever looks may operate boxes. */
export function mayOperate() { return fleet.visitor?.role === "operate"; }

let columns = [];
let source = null;
let last = "";
let timer = null;

/** When something last came from the monitor, by this computer's clock, and whether the link is up. */
const link = { heard: Date.now(), isUp: false };

/** Loads all boxes. */
async function loadBoxes() {
  const data = await ask("/api/boxes");
  setClock(data.now);
  columns = data.columns;
  fleet.boxes.clear();
  for (const row of data.rows) put(row);
  last = data.id;
}

function put(values) {
  const name = `${values[0]}/${values[1]}`;
  let box = fleet.boxes.get(name);
  if (!box) fleet.boxes.set(name, box = { key: name });
  columns.forEach((column, index) => { box[column] = values[index]; });
  box.lastOrder = Math.max(box.lastPublished ?? 0, box.lastDelivered ?? 0) || null;
  box.words = null;
  return box;
}

/** Loads everything and follows it from there. */
export async function start() {
  stop();
  const [visitor, summary] = await Promise.all([ask("/api/visitor"), ask("/api/summary"), loadBoxes()]);
  Object.assign(fleet, { visitor, summary });
  timer = setInterval(look, 1000);
  if (!document.hidden) follow();
}

/** Follows nothing any more. */
export function stop() {
  source?.close();
  source = null;
  clearInterval(timer);
  timer = null;
}

// A browser grants a host six links, and further tabs would wait for one: what nobody sees needs none.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else if (timer && !source) follow();
});

function follow() {
  source?.close();
  const mine = source = new EventSource(`/events?after=${encodeURIComponent(last)}`);
  const hear = (name, act) => mine.addEventListener(name, (event) => {
    if (source !== mine) return;
    if (event.lastEventId) last = event.lastEventId;
    link.heard = Date.now();
    link.isUp = true;
    const data = JSON.parse(event.data);
    setClock(data.now);
    act(data);
    look();
  });
  hear("summary", (summary) => tell("summary", fleet.summary = summary));
  hear("boxes", (data) => tell("boxes", data.rows.map(put)));
  hear("orders", (data) => tell("orders", data));
  hear("reload", async () => {
    try {
      await loadBoxes();
      tell("reload");
    } catch { again(mine); }
  });
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    link.isUp = false;
    look();
    // What the browser gives up is tried anew here; a visitor who is not known any more is told so.
    if (mine.readyState === EventSource.CLOSED) again(mine);
  });
}

async function again(broken) {
  try { await ask("/api/visitor"); } catch (fault) { if (fault.status === 401) return; }
  setTimeout(() => { if (source === broken) follow(); }, 2000);
}

let wasStale = null;

function look() {
  const isStale = !link.isUp || Date.now() - link.heard > 5000;
  if (isStale !== wasStale) tell("link", isStale ? now() - (Date.now() - link.heard) : null);
  wasStale = isStale;
}
