// The table of all boxes: searched, filtered and sorted; only visible rows are drawn.

import {
  address, age, boxAddress, csvLine, make, now, number, outcomeClass, outcomeSign, plain, save, shapeOf, sign, span, stateClass, statesOf,
} from "./parts.js";
import { fleet, on, emit } from "./fleet.js";
import { t, word } from "./words.js";

/** What is wrong with a box. */
const troublesOf = (box) => [...box.troubles, ...(box.silent ? ["silent"] : [])];

/** The values of a column that occur. */
const valuesOf = (key) => new Set([...fleet.boxes.values()].map((box) => box[key]).filter(Boolean));

/** The columns; where there is no room, those with the highest `rank` are left out first. */
const columns = [
  { key: "condition", kind: "choice", width: 126, rank: 0, text: (box) => word("condition", box.condition),
    choices: () => statesOf("condition", valuesOf("condition")), choice: (name) => sign("condition", name) },
  { key: "store", kind: "text", width: 84, rank: 0, text: (box) => box.store },
  { key: "box", kind: "text", width: 150, rank: 0, grow: 2, text: (box) => box.box },
  { key: "troubles", kind: "text", width: 130, rank: 1, grow: 2,
    text: (box) => troublesOf(box).map((each) => word("trouble", each)).join(", ") },
  { key: "stateSince", kind: "age", width: 72, rank: 4 },
  { key: "lastSeen", kind: "age", width: 72, rank: 5 },
  { key: "lastOrder", kind: "age", width: 72, rank: 3 },
  { key: "lastHandled", kind: "age", width: 76, rank: 1 },
  { key: "lastOutcome", kind: "choice", width: 128, rank: 1,
    text: (box) => box.lastOutcome ? outcomeSign(box.lastOutcome, box.lastOutcomeFailed) : "",
    choices: () => [...new Set([...fleet.outcomes.keys(), ...valuesOf("lastOutcome")])],
    choice: (name) => outcomeSign(name, fleet.outcomes.get(name)?.isFailure) },
  { key: "queue", kind: "number", width: 66, rank: 2 },
  { key: "volume", kind: "number", width: 78, rank: 2,
    text: (box) => box.volume === null ? "" : `${box.volume} %` },
  { key: "audio", kind: "choice", width: 116, rank: 6, text: (box) => box.audio ? sign("audio", box.audio) : "",
    choices: () => statesOf("audio", valuesOf("audio")), choice: (name) => sign("audio", name) },
  { key: "missing", kind: "number", width: 66, rank: 6, text: (box) => box.missing ? number(box.missing) : "" },
  { key: "ignored", kind: "number", width: 78, rank: 8, text: (box) => box.ignored ? number(box.ignored) : "" },
  { key: "version", kind: "text", width: 104, rank: 7, text: (box) => plain(box.version) },
  { key: "pack", kind: "text", width: 92, rank: 8, text: (box) => plain(box.pack) },
  { key: "reconnects", kind: "number", width: 92, rank: 9 },
  { key: "uptime", kind: "span", width: 72, rank: 10 },
];
for (const column of columns) {
  column.text ??= column.kind === "age" ? (box) => age(box[column.key])
    : column.kind === "span" ? (box) => box[column.key] === null ? "" : span(box[column.key] * 1000)
      : (box) => box[column.key] === null ? "" : String(box[column.key]);
}
const byKey = new Map(columns.map((column) => [column.key, column]));
const isAtRight = (column) => ["age", "number", "span"].includes(column.kind);

// MARK: filters and order

const units = { s: 1, m: 60, h: 3600, d: 86400 };

/** A test for the filter of a column; `null` if the filter cannot be read. */
function tester(column, wanted) {
  const { key } = column;
  if (column.kind === "choice") return (box) => box[key] === wanted;
  if (column.kind === "text") {
    const text = wanted.toLowerCase();
    return (box) => column.text(box).toLowerCase().includes(text);
  }
  const parts = /^\s*([<>]=?|=)?\s*(\d+(?:\.\d+)?)\s*([smhd])?/.exec(wanted);
  if (!parts) return null;
  const limit = Number(parts[2]) * (column.kind === "number" ? 1 : units[parts[3] ?? "s"]);
  const value = column.kind === "age" ? (box) => (now() - box[key]) / 1000 : (box) => box[key];
  const compare = {
    ">": (a) => a > limit, ">=": (a) => a >= limit, "<": (a) => a < limit, "<=": (a) => a <= limit,
  }[parts[1] ?? (column.kind === "number" ? "=" : ">")] ?? ((a) => a === limit);
  return (box) => box[key] !== null && compare(value(box));
}

function words(box) {
  box.words ??= [
    box.key, box.condition, word("condition", box.condition), ...troublesOf(box),
    byKey.get("troubles").text(box), box.lastOutcome, word("outcome", box.lastOutcome), box.version,
    box.pack, box.audio,
  ].join(" ").toLowerCase();
  return box.words;
}

function filter(query) {
  const tests = [];
  for (const word of (query.get("q") ?? "").toLowerCase().split(/\s+/)) {
    if (word) tests.push((box) => words(box).includes(word));
  }
  for (const column of columns) {
    const wanted = query.get(column.key);
    const test = wanted ? tester(column, wanted) : null;
    if (test) tests.push(test);
  }
  if (query.get("silent")) tests.push((box) => box.silent);
  return (box) => tests.every((test) => test(box));
}

const severity = { lost: 0, degraded: 1, offline: 2, never_seen: 3, online: 4 };
const collator = new Intl.Collator("en", { numeric: true });
const byName = (a, b) => collator.compare(a.key, b.key);

/** How to order boxes; those without a value come last. */
function order(sort) {
  const isDown = sort.startsWith("-");
  const column = byKey.get(isDown ? sort.slice(1) : sort);
  const sign = isDown ? -1 : 1;
  if (!column || column.key === "store") return (a, b) => sign * (a.place - b.place);
  // A younger moment is a smaller age.
  const value = column.key === "condition" ? (box) => severity[box.condition]
    : column.kind === "age" ? (box) => box[column.key] === null ? null : -box[column.key]
      : column.kind === "text" ? (box) => column.text(box) || null : (box) => box[column.key];
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === y) return a.place - b.place;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  };
}

function numberPlaces() {
  [...fleet.boxes.values()].sort(byName).forEach((box, place) => { box.place = place; });
}

// MARK: the view

/** The view of all boxes. */
export function boxesView() {
  let query = new URLSearchParams();
  let shown = [];
  let fits = () => true;
  let active = 0;
  let visible = [];
  let isNarrow = false;
  let rowHeight = 36;
  const pool = [];

  const search = make("input", {
    type: "search", id: "search", placeholder: t("search.hint"), "aria-label": t("search.boxes"),
    autocomplete: "unsubscribe", spellcheck: "false", "aria-keyshortcuts": "/",
    oninput: () => change({ q: search.value }),
  });
  const count = make("output", { class: "count", for: "search" });
  const chips = make("div", { class: "chips" });
  const filterButton = make("button", {
    type: "button", "aria-expanded": "false", "aria-controls": "filters",
    onclick: () => { showFilters(filters.hidden); },
  }, t("filters"));
  const head = make("div", { class: "row head", role: "row" });
  const filters = make("div", { class: "row filters", id: "filters", role: "row", hidden: true });
  const space = make("div", { class: "space" });
  const body = make("div", {
    class: "rows", role: "rowgroup", tabindex: "0", "aria-label": t("boxes.label"), onkeydown: press,
    onfocus: () => render(),
  }, space);
  const nothing = make("p", { class: "nothing", hidden: true }, t("boxes.none"),
    make("button", { type: "button", onclick: () => go({}) }, t("clear")));
  const grid = make("div", { class: "grid", role: "grid", "aria-label": t("tab.boxes") },
    make("div", { role: "rowgroup", class: "top" }, head, filters), body);
  const element = make("section", { class: "boxes", "aria-label": t("tab.boxes") },
    make("div", { class: "tools" }, make("div", { class: "search" }, search), filterButton, savedViews(), exports(), chips, count),
    grid, nothing);

  const inputs = new Map();
  for (const column of columns) {
    const label = t("filter.of", { name: t(`column.${column.key}`) });
    const set = () => change({ [column.key]: input.value });
    const input = column.kind === "choice"
      ? make("select", { "aria-label": label, onchange: set },
        make("option", { value: "" }, t("filter.any")),
        column.choices().map((name) => make("option", { value: name }, column.choice(name))))
      : make("input", {
        type: "text", "aria-label": label, oninput: set, autocomplete: "unsubscribe", spellcheck: "false",
        placeholder: column.kind === "number" ? t("filter.number") : column.kind === "text" ? "" : t("filter.age"),
        title: column.kind === "text" ? null : t("filter.about"),
      });
    inputs.set(column.key, input);
  }

  function showFilters(isShown) {
    filters.hidden = !isShown;
    filterButton.setAttribute("aria-expanded", String(isShown));
  }

  // MARK: columns

  function arrange() {
    const width = element.clientWidth;
    isNarrow = width < 640;
    grid.classList.toggle("cards", isNarrow);
    rowHeight = isNarrow ? 68 : 36;
    if (isNarrow) {
      visible = ["condition", "store", "box", "troubles", "lastHandled", "lastOutcome"].map((key) => byKey.get(key));
    } else {
      visible = [...columns];
      const needed = () => visible.reduce((sum, column) => sum + column.width, 0) + 24;
      while (needed() > width) {
        const most = Math.max(...visible.map((column) => column.rank));
        visible = visible.filter((column) => column.rank < most);
      }
    }
    grid.style.setProperty("--columns", visible.map((column) =>
      column.grow ? `minmax(${column.width}px, ${column.grow}fr)` : `minmax(${column.width}px, 1fr)`).join(" "));
    head.replaceChildren(...visible.map((column) => make("div", {
      role: "columnheader", class: `cell c-${column.key}${isAtRight(column) ? " right" : ""}`, "data-key": column.key,
    }, make("button", {
      type: "button", onclick: () => sortBy(column.key), title: t("sort.by", { name: t(`column.${column.key}`) }),
    }, t(`column.${column.key}`), make("span", { class: "arrow", "aria-hidden": "true" })))));
    filters.replaceChildren(...(isNarrow ? columns : visible).map((column) =>
      make("div", { class: "cell", role: "gridcell" },
        make("span", { class: "label", "aria-hidden": "true" }, t(`column.${column.key}`)), inputs.get(column.key))));
    for (const row of pool.splice(0)) row.element.remove();
    markSort();
    render();
  }

  function sortBy(key) {
    const sort = query.get("sort") ?? "store";
    change({ sort: sort === key ? `-${key}` : sort === `-${key}` ? "" : key });
  }

  function markSort() {
    const sort = query.get("sort") ?? "store";
    for (const cell of head.children) {
      const { key } = cell.dataset;
      const direction = sort === key ? "ascending" : sort === `-${key}` ? "descending" : "none";
      cell.setAttribute("aria-sort", direction);
      cell.querySelector(".arrow").textContent = { ascending: " ▴", descending: " ▾", none: "" }[direction];
    }
  }

  // MARK: rows

  function makeRow() {
    const cells = visible.map((column) => {
      const cell = make("div", {
        role: "gridcell", class: `cell c-${column.key}${isAtRight(column) ? " right" : ""}`,
      });
      const inner = column.key === "box" ? make("a", { tabindex: "-1" }) : make("span");
      cell.append(inner);
      return { column, cell, inner, text: null };
    });
    const element = make("div", { class: "row", role: "row" }, cells.map((each) => each.cell));
    const row = { element, cells, index: -1, box: null, state: null };
    element.addEventListener("click", (event) => {
      if (event.target.closest("a") || getSelection()?.toString()) return;
      active = row.index;
      location.hash = boxAddress(row.box);
    });
    space.append(element);
    return row;
  }

  function render() {
    // There are no columns before the width is known.
    if (!visible.length) return;
    space.style.height = `${shown.length * rowHeight}px`;
    const top = body.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / rowHeight) - 4);
    const end = Math.min(shown.length, Math.ceil((innerHeight - top) / rowHeight) + 4);
    const size = Math.max(pool.length, Math.ceil(innerHeight / rowHeight) + 10);
    while (pool.length < size) pool.push(makeRow());
    const used = new Set();
    const isFocused = document.activeElement === body;
    for (let index = first; index < end; index += 1) {
      const row = pool[index % pool.length];
      used.add(row);
      patch(row, index, isFocused);
    }
    for (const row of pool) {
      if (used.has(row)) continue;
      row.index = -1;
      row.element.hidden = true;
    }
    if (shown.length) body.setAttribute("aria-activedescendant", `row-${active}`);
    else body.removeAttribute("aria-activedescendant");
  }

  /** Updates what has changed in a row. */
  function patch(row, index, isFocused) {
    const box = shown[index];
    if (row.index !== index) {
      row.index = index;
      row.element.id = `row-${index}`;
      row.element.hidden = false;
      row.element.style.transform = `translateY(${index * rowHeight}px)`;
      row.element.setAttribute("aria-rowindex", index + 2);
    }
    row.element.classList.toggle("active", isFocused && index === active);
    if (row.box !== box) {
      row.box = box;
      row.element.dataset.key = box.key;
      row.element.querySelector("a").href = boxAddress(box);
    }
    const state = `sign ${stateClass("condition", box.condition)}`;
    for (const cell of row.cells) {
      const text = cell.column.text(box);
      if (cell.text !== text) {
        cell.text = text;
        if (cell.column.key !== "condition") cell.inner.textContent = text;
        if (cell.column.kind === "text") cell.cell.title = text;
        if (cell.column.key === "lastOutcome") {
          cell.inner.className = `sign ${outcomeClass(box.lastOutcome, box.lastOutcomeFailed)}`;
        }
      }
      if (cell.column.key === "condition" && cell.state !== state + text) {
        cell.state = state + text;
        cell.inner.className = state;
        cell.inner.replaceChildren(
          make("span", { class: "shape", "aria-hidden": "true" }, shapeOf("condition", box.condition)), ` ${text}`);
      }
    }
  }

  function press(event) {
    const page = Math.max(1, Math.floor(innerHeight / rowHeight) - 4);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key === "Enter" && shown[active]) {
      location.hash = boxAddress(shown[active]);
    } else if (event.key in steps) {
      active = Math.max(0, Math.min(shown.length - 1, active + steps[event.key]));
      reveal();
    } else {
      return;
    }
    event.preventDefault();
  }

  function reveal() {
    const top = body.getBoundingClientRect().top + active * rowHeight;
    const head = grid.firstElementChild.offsetHeight;
    if (top < head) scrollBy(0, top - head - rowHeight);
    else if (top + rowHeight > innerHeight) scrollBy(0, top + 2 * rowHeight - innerHeight);
    render();
  }

  // MARK: updates

  function compute() {
    shown = [...fleet.boxes.values()].filter(fits);
    shown.sort(order(query.get("sort") ?? "store"));
    for (const box of fleet.boxes.values()) box.isShown = false;
    for (const box of shown) box.isShown = true;
    active = Math.max(0, Math.min(active, shown.length - 1));
    count.textContent = t("shown", { shown: number(shown.length), total: number(fleet.boxes.size) });
    grid.setAttribute("aria-rowcount", shown.length + 1);
    nothing.hidden = shown.length > 0;
    render();
  }

  function updated(boxes) {
    const isNew = boxes.some((box) => box.place === undefined);
    if (isNew) numberPlaces();
    const sort = query.get("sort") ?? "store";
    const isMoving = !["store", "-store", "box", "-box"].includes(sort);
    if (isNew || isMoving || boxes.some((box) => fits(box) !== box.isShown)) compute();
    else render();
  }

  /** Changes parts of the view, and the address with it. */
  function change(changes) {
    const next = new URLSearchParams(query);
    for (const [key, value] of Object.entries(changes)) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    go(next);
  }

  function go(next) {
    history.replaceState(null, "", address(["boxes"], next));
    show(new URLSearchParams(next));
    emit("place");
  }

  function show(next) {
    query = next;
    fits = filter(query);
    if (document.activeElement !== search) search.value = query.get("q") ?? "";
    for (const [key, input] of inputs) {
      if (document.activeElement !== input) input.value = query.get(key) ?? "";
    }
    const used = columns.filter((column) => query.get(column.key));
    if (!isNarrow && used.some((column) => column.key !== "condition" && column.key !== "missing")) showFilters(true);
    const silent = query.get("silent") ? [{ key: "silent", text: t("silent") }] : [];
    chips.replaceChildren(...[...used.map((column) => ({
      key: column.key,
      text: column.kind === "choice" ? column.choice(query.get(column.key))
        : `${t(`column.${column.key}`)} ${query.get(column.key)}`,
    })), ...silent].map(({ key, text }) => make("button", {
      type: "button", class: "chip", "aria-label": t("remove", { name: text }), onclick: () => change({ [key]: "" }),
    }, text, make("span", { "aria-hidden": "true" }, " ×"))));
    markSort();
    compute();
  }

  // MARK: saved views and exports

  function savedViews() {
    const read = () => { try { return JSON.parse(localStorage.getItem("views")) ?? []; } catch { return []; } };
    const write = (views) => { try { localStorage.setItem("views", JSON.stringify(views)); } catch { /* Not kept. */ } };
    const list = make("div", { class: "options" });
    const name = make("input", { type: "text", maxlength: "60", "aria-label": t("views.name"), placeholder: t("views.name"), required: true });
    const fill = () => list.replaceChildren(
      ...read().map((view, index) => make("div", { class: "saved" },
        make("a", { href: view.hash }, view.name),
        make("button", {
          type: "button", "aria-label": t("views.forget", { name: view.name }),
          onclick: () => { write(read().filter((_, other) => other !== index)); fill(); },
        }, "×"))),
      make("p", { class: "about" }, t("views.none")),
      make("form", {
        class: "saved", onsubmit: (event) => {
          event.preventDefault();
          write([...read().filter((view) => view.name !== name.value), { name: name.value, hash: location.hash }]);
          name.value = "";
          fill();
        },
      }, name, make("button", { type: "submit" }, t("views.save"))));
    fill();
    return menu(t("views.saved"), list);
  }

  function exports() {
    const links = ["boxes.csv", "boxes.jsonl", "receipts.csv", "receipts.jsonl"].map((name) =>
      make("a", { href: `/api/export/${name}`, download: name }, t(`export.${name}`)));
    return menu(t("export"), make("div", { class: "options" },
      make("button", { type: "button", id: "export-shown", onclick: exportShown }, t("export.shown")), links));
  }

  function exportShown() {
    const moments = new Set(["stateSince", "lastSeen", "lastOrder", "lastHandled"]);
    const lines = shown.map((box) => csvLine(columns.map(({ key }) =>
      key === "troubles" ? troublesOf(box).join(" ")
        : moments.has(key) ? box[key] === null ? "" : new Date(box[key]).toISOString() : box[key])));
    save("boxes.csv", "text/csv", csvLine(columns.map((column) => column.key)) + lines.join(""));
  }

  const shortcut = (event) => {
    if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    search.focus();
  };
  let frame = 0;
  const scrolled = () => { frame ||= requestAnimationFrame(() => { frame = 0; render(); }); };
  const sized = new ResizeObserver(arrange);
  sized.observe(element);
  addEventListener("scroll", scrolled, { passive: true });
  addEventListener("keydown", shortcut);
  const subscriptions = [
    on("boxes", updated), on("reload", () => { numberPlaces(); compute(); }),
    on("summary", () => {
      if (columns.some((column) => column.kind === "age" && query.get(column.key))) compute();
      else if (!document.hidden) render();
    }),
  ];
  body.addEventListener("blur", () => render());
  numberPlaces();

  return {
    element, show,
    leave() {
      for (const unsubscribe of subscriptions) unsubscribe();
      sized.disconnect();
      removeEventListener("scroll", scrolled);
      removeEventListener("keydown", shortcut);
    },
  };
}

/** A button that opens a menu. */
export function menu(title, content) {
  const element = make("details", { class: "menu" }, make("summary", {}, title), content);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !element.open) return;
    element.open = false;
    element.querySelector("summary").focus();
  });
  element.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !element.contains(event.relatedTarget)) element.open = false;
  });
  return element;
}

