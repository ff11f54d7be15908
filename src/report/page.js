// The page of `ravel show --html`: one recorded execution, drawn in lanes.
//
// DATA is a list of traces, as html.c writes them. An event has: s step, t thread, k kind, x what it
// did, o object, f file, l line, and where they are true: p preempts, m marked, u not needed, d other
// thread. Only the rows that can be seen are in the document, so that long traces scroll.
"use strict";

const DATA = JSON.parse(document.getElementById("data").textContent);
const ROW = 24, GUTTER = 52;
const $ = (id) => document.getElementById(id);
const state = { trace: null, now: 0, rows: [], rowOf: [], open: new Set(), all: false, hits: [],
                thread: "", object: "", hover: -1 };

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function draw(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
}

const colour = (thread) => `var(--t${thread % 8})`;
const plural = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : noun.endsWith("switch") ? "es" : "s"}`;
const nameOf = (thread) => state.trace.threads[thread] || "nobody";
const place = (event) => event.l ? `${state.trace.files[event.f].name}:${event.l}` : "";

// --- what is known of a trace ---------------------------------------------------------------------

const ACQUIRES = new Set(["lock", "rdlock", "wrlock"]);
const TRIES = new Set(["trylock", "try-rdlock", "try-wrlock"]);
const WAITS = new Set([...ACQUIRES, "join", "take", "await", "woken", "receive", "leave", "once"]);

// From where to where each lock is held, and by whom.
function findHeld(trace) {
  const held = [], open = new Map();
  const close = (key, end) => { if (open.has(key)) { open.get(key).end = end; open.delete(key); } };
  trace.events.forEach((e, i) => {
    const key = `${e.t} ${e.o}`;
    if (ACQUIRES.has(e.k) || (TRIES.has(e.k) && e.x.endsWith("got it"))) {
      if (e.k === "lock" || e.k === "trylock")  // whoever had it has given it back by now
        for (const [other, bar] of open) if (bar.object === e.o) close(other, i);
      const bar = { thread: e.t, object: e.o, begin: i, end: trace.events.length - 1 };
      open.set(key, bar);
      held.push(bar);
    } else if (e.k === "unlock") {
      close(key, i);
    }
  });
  const depth = new Map();  // bars of one thread that overlap are drawn beside each other
  for (const bar of held) {
    const others = (depth.get(bar.thread) || []).filter((other) => other.end > bar.begin);
    bar.depth = 0;
    while (others.some((other) => other.depth === bar.depth)) bar.depth++;
    depth.set(bar.thread, [...others, bar]);
  }
  return held;
}

// From where to where a thread could not go on: its next event had to wait for another thread.
function findBlocked(trace) {
  const blocked = [], last = new Map();
  const add = (thread, begin, end) => { if (end > begin) blocked.push({ thread, begin, end }); };
  trace.events.forEach((e, i) => {
    const before = last.get(e.t);
    if (e.k !== "error") last.set(e.t, i);
    if (before === undefined || !WAITS.has(e.k) || i === before + 1) return;
    if (e.k === "join") {
      add(e.t, before, trace.lastOf[e.d] ?? -1);
    } else if (ACQUIRES.has(e.k)) {  // whenever somebody else has it
      for (const bar of trace.heldOf.get(e.o) || [])
        if (bar.thread !== e.t && bar.end > before && bar.end <= i)
          add(e.t, Math.max(before, bar.begin), bar.end);
    } else {
      add(e.t, before, Math.max(-1, ...(trace.into.get(i) || []).filter((a) => a > before)));
    }
  });
  for (const thread of trace.waiting)
    blocked.push({ thread, begin: last.get(thread) ?? 0, end: trace.events.length - 1 });
  return blocked;
}

// Creating and joining a thread orders its events too; most of these are no steps.
function addThreads(trace) {
  const known = new Set(trace.arrows.map(([a, b]) => `${trace.events[a].t} ${b}`));
  const add = (a, b) => {
    if (a !== undefined && b !== undefined && a < b && !known.has(`${trace.events[a].t} ${b}`))
      trace.arrows.push([a, b]);
  };
  trace.events.forEach((e, i) => {
    if (e.k === "create") {  // and that is where the arrow begins, not with its step
      const first = trace.firstOf[e.d];
      trace.arrows = trace.arrows.filter(([a, b]) => b !== first || trace.events[a].t !== e.t);
      known.delete(`${e.t} ${first}`);
      add(i, first);
    }
    if (e.k === "join") add(trace.lastOf[e.d], i);
  });
}

function prepare(trace) {
  if (trace.arrows) return;
  const firstOf = new Map();
  trace.lastOf = {};
  trace.firstOf = {};
  trace.events.forEach((e, i) => {
    if (!firstOf.has(e.s)) firstOf.set(e.s, i);
    trace.lastOf[e.t] = i;
    trace.firstOf[e.t] ??= i;
  });
  trace.arrows = trace.order.filter(([, b]) => b <= trace.steps)
    .map(([a, b]) => [firstOf.get(a), firstOf.get(b)])
    .filter(([a, b]) => a !== undefined && b !== undefined && trace.events[a].t !== trace.events[b].t);
  addThreads(trace);
  trace.into = new Map();
  for (const [a, b] of trace.arrows) trace.into.set(b, [...(trace.into.get(b) || []), a]);
  trace.present = [...new Set(trace.events.map((e) => e.t))].sort((a, b) => a - b);
  trace.held = findHeld(trace);
  trace.heldOf = Map.groupBy(trace.held, (bar) => bar.object);
  trace.blocked = findBlocked(trace);
  trace.touches = new Map();
  trace.events.forEach((e, i) => {
    if (!e.o) return;
    if (!trace.touches.has(e.o)) trace.touches.set(e.o, []);
    trace.touches.get(e.o).push(i);
  });
}

// --- rows: events, and stretches that are folded --------------------------------------------------

const LONG = 24, KEPT = 6;

function isWanted(event) {
  return (state.thread === "" || event.t === Number(state.thread)) &&
         (state.object === "" || event.o === state.object);
}

// What is folded unless somebody unfolds it: what is not needed, and the middles of long runs.
function findFolds(events) {
  const folds = new Array(events.length).fill(false);
  for (let i = 0, end; i < events.length; i = end) {
    for (end = i + 1; end < events.length && events[end].t === events[i].t;) end++;
    for (let k = i; k < end; k++) {
      const middle = end - i > LONG && k - i >= KEPT && end - k > KEPT;
      folds[k] = (middle || events[k].u) && !events[k].m && !events[k].p && events[k].k !== "error";
    }
  }
  return folds;
}

function makeRows() {
  const { events } = state.trace, filtered = state.thread !== "" || state.object !== "";
  const folds = filtered || state.all ? null : state.trace.folds ??= findFolds(events);
  state.rows = [];
  state.rowOf = new Array(events.length).fill(-1);
  for (let i = 0; i < events.length;) {
    let end = i;
    if (folds) while (end < events.length && folds[end] && !state.open.has(end)) end++;
    if (end > i + 1) {
      for (let k = i; k < end; k++) state.rowOf[k] = state.rows.length;
      state.rows.push({ fold: [i, end] });
      i = end;
    } else {
      if (!filtered || isWanted(events[i])) {
        state.rowOf[i] = state.rows.length;
        state.rows.push({ event: i });
      }
      i++;
    }
  }
  // What is filtered out lies where the next row is.
  for (let i = events.length - 1, row = state.rows.length; i >= 0; i--)
    if (state.rowOf[i] < 0) state.rowOf[i] = -row - 1; else row = state.rowOf[i];
  $("sheet").style.height = `${state.rows.length * ROW + 40}px`;
}

const rowNear = (event) => state.rowOf[event] < 0 ? -state.rowOf[event] - 1 : state.rowOf[event];

// --- the lanes ------------------------------------------------------------------------------------

function laneWidth() {
  const lanes = state.trace.present.length;
  return Math.max(150, Math.floor(($("lanes").clientWidth - GUTTER - 4) / lanes));
}
const laneLeft = (thread) => GUTTER + state.trace.present.indexOf(thread) * laneWidth();
const middle = (event) => rowNear(event) * ROW + ROW / 2;

function rowElement(index, top) {
  const row = state.rows[index], { events } = state.trace;
  if (row.fold) {
    const [a, b] = row.fold, one = events.slice(a, b).every((e) => e.t === events[a].t);
    const unneeded = events.slice(a, b).every((e) => e.u);
    const element = make("div", "row fold",
      `⋯ ${plural(b - a, "event")}${one ? ` of ${nameOf(events[a].t)}` : ""}` +
      `${unneeded ? " that the error does not need" : ""}`);
    element.style.top = `${top}px`;
    element.dataset.row = index;
    if (state.now >= a && state.now < b) element.classList.add("current");
    return element;
  }
  const i = row.event, e = events[i];
  const element = make("div", "row");
  element.id = `e${i}`;
  element.dataset.row = index;
  element.style.top = `${top}px`;
  element.setAttribute("role", "option");
  element.setAttribute("aria-selected", i === state.now);
  if (i === state.now) element.classList.add("current");
  if (e.u) element.classList.add("unneeded");
  if (e.m) element.classList.add("marked");
  if (e.k === "error") element.classList.add("error");
  if (state.hitSet && state.hitSet.has(i)) element.classList.add("hit");
  if (e.p) {
    element.classList.add("preempts");
    const note = make("span", "preempted", "preempted: it could go on");
    note.style.left = `${laneLeft(e.b) + 18}px`;
    element.append(note);
  }
  if (e.s && (i === 0 || events[i - 1].s !== e.s)) element.append(make("span", "number", e.s));
  const cell = make("span", "cell", e.x);
  cell.style.left = `${laneLeft(e.t)}px`;
  cell.style.maxWidth = `${laneWidth() * (state.trace.present.length - state.trace.present.indexOf(e.t))}px`;
  if (e.k !== "error") cell.style.color = colour(e.t);
  if (e.l) cell.append(make("i", "", `:${e.l}`));
  element.append(cell);
  element.title = `${nameOf(e.t)} ${e.x}${e.l ? `\n${place(e)}  ${sourceLine(e)}` : ""}`;
  return element;
}

function drawBars(svg, from, to, top) {
  const { trace } = state, y = (event) => middle(event) - top;
  const inside = (a, b) => rowNear(b) >= from && rowNear(a) <= to;
  for (const t of trace.present) {
    const x = laneLeft(t) + 9;
    if (inside(trace.firstOf[t], trace.lastOf[t]))
      svg.append(draw("line", { x1: x, x2: x, y1: y(trace.firstOf[t]), y2: y(trace.lastOf[t]),
                                class: "life", stroke: colour(t) }));
  }
  for (const bar of trace.held)
    if (inside(bar.begin, bar.end)) {
      const rect = draw("rect", { x: laneLeft(bar.thread) + 1 - bar.depth * 4, y: y(bar.begin),
        width: 3, height: Math.max(3, y(bar.end) - y(bar.begin)), rx: 1.5, class: "held",
        fill: colour(bar.thread), "data-object": bar.object });
      svg.append(rect);
    }
  for (const wait of trace.blocked)
    if (inside(wait.begin, wait.end)) {
      const x = laneLeft(wait.thread) + 9;
      svg.append(draw("line", { x1: x, x2: x, y1: y(wait.begin) + 6, y2: y(wait.end), class: "blocked",
                                stroke: "var(--bad)", "stroke-width": 3, "stroke-dasharray": "2 4" }));
    }
}

function drawArrows(svg, from, to, top) {
  const y = (event) => middle(event) - top, { trace } = state;
  const arrow = ([a, b], on) => {
    const x1 = laneLeft(trace.events[a].t) + 9, x2 = laneLeft(trace.events[b].t) + 9;
    const bend = Math.max(18, Math.min(90, (y(b) - y(a)) / 2)), side = x2 > x1 ? -6 : 6;
    svg.append(draw("path", { class: on ? "arrow on" : "arrow",
      d: `M${x1} ${y(a)} C${x1} ${y(a) + bend} ${x2} ${y(b) - bend} ${x2 + side / 3} ${y(b) - 5}`,
      "marker-end": on ? "url(#tip-on)" : "url(#tip)" }));
  };
  const visible = trace.arrows.filter(([a, b]) => rowNear(b) >= from && rowNear(a) <= to &&
                                      rowNear(a) !== rowNear(b));
  const mine = (pair) => pair.includes(state.now);
  for (const pair of visible.slice(0, 600)) if (!mine(pair)) arrow(pair, false);
  for (const pair of visible) if (mine(pair)) arrow(pair, true);
}

function drawDots(svg, from, to, top) {
  for (let r = from; r <= to && r < state.rows.length; r++) {
    const i = state.rows[r].event;
    if (i === undefined) continue;
    const e = state.trace.events[i], error = e.k === "error";
    svg.append(draw("circle", { cx: laneLeft(e.t) + 9, cy: middle(i) - top, class: "dot",
      r: error ? 6 : e.m ? 5.5 : i === state.now ? 5.5 : 4, fill: error || e.m ? "var(--bad)" : colour(e.t) }));
  }
}

function tips(svg) {
  const defs = draw("defs", {});
  for (const [id, fill] of [["tip", "var(--soft)"], ["tip-on", "var(--t1)"]]) {
    const marker = draw("marker", { id, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7,
                                    markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" });
    marker.append(draw("path", { d: "M0 0 L8 4 L0 8 Z", fill }));
    defs.append(marker);
  }
  svg.append(defs);
}

function render(everything) {
  const lanes = $("lanes"), sheet = $("sheet"), n = state.rows.length;
  const from = everything ? 0 : Math.max(0, Math.floor(lanes.scrollTop / ROW) - 5);
  const to = everything ? Math.min(n, 3000) - 1
                        : Math.min(n - 1, Math.ceil((lanes.scrollTop + lanes.clientHeight) / ROW) + 5);
  const top = from * ROW, width = GUTTER + laneWidth() * state.trace.present.length;
  sheet.style.width = `${width}px`;
  const svg = draw("svg", { width, height: Math.max(1, (to - from + 1) * ROW) });
  svg.style.top = `${top}px`;
  svg.style.clipPath = "inset(0)";
  tips(svg);
  drawBars(svg, from, to, top);
  drawArrows(svg, from, to, top);
  drawDots(svg, from, to, top);
  const rows = [];
  for (let r = from; r <= to; r++) rows.push(rowElement(r, r * ROW));
  sheet.replaceChildren(...rows, svg);
  $("names").scrollLeft = lanes.scrollLeft;
  lanes.setAttribute("aria-activedescendant", `e${state.now}`);
}

function renderNames() {
  const names = $("names"), width = laneWidth();
  const corner = make("span", "corner", "step");
  corner.style.width = `${GUTTER}px`;
  names.replaceChildren(corner, ...state.trace.present.map((t) => {
    const span = make("span", "", nameOf(t));
    span.style.width = `${width}px`;
    span.style.color = colour(t);
    span.title = nameOf(t);
    return span;
  }));
}

// --- the side: the event, the source, the state ---------------------------------------------------

function sourceLine(event) {
  const file = state.trace.files[event.f];
  return file && file.lines[event.l] ? file.lines[event.l].trim() : "";
}

// The last event of each thread up to now.
function currentOf() {
  const current = new Map();
  for (let i = state.now; i >= 0 && current.size < state.trace.present.length; i--)
    if (!current.has(state.trace.events[i].t)) current.set(state.trace.events[i].t, i);
  return current;
}

function renderEvent() {
  const e = state.trace.events[state.now], box = $("event");
  const who = make("span", "", `${nameOf(e.t)} `);
  who.style.color = colour(e.t);
  who.style.fontWeight = 600;
  const facts = [`event ${state.now + 1} of ${state.trace.events.length}`];
  if (e.s) facts.push(`step ${e.s}`);
  if (e.l) facts.push(place(e));
  if (e.p) facts.push(`preempts ${nameOf(e.b)}`);
  if (e.u) facts.push("not needed by the error");
  const held = state.trace.held.filter((b) => b.thread === e.t && b.begin <= state.now && b.end > state.now);
  if (held.length) facts.push(`holds ${held.map((b) => b.object).join(", ")}`);
  box.replaceChildren(who, make("b", "", e.x), make("div", "soft", facts.join(" · ")));
}

function renderSource(current) {
  const e = state.trace.events[state.now], box = $("source");
  let f = e.f;
  if (!e.l) for (const i of current.values()) if (state.trace.events[i].l) { f = state.trace.events[i].f; break; }
  const file = state.trace.files[f];
  $("file").textContent = file ? file.name : "no source";
  if (!file) { box.replaceChildren(); return; }
  const numbers = Object.keys(file.lines).map(Number), whole = file.whole;
  if (box.dataset.file !== `${state.index}:${f}`) {
    box.dataset.file = `${state.index}:${f}`;
    box.replaceChildren(...numbers.map((n, k) => {
      const line = make("div", "", "");
      line.dataset.line = n;
      if (!whole && k && n !== numbers[k - 1] + 1) line.style.borderTop = "1px dashed var(--line)";
      line.append(make("span", "n", n), make("span", "who", ""), file.lines[n]);
      return line;
    }));
  }
  for (const line of box.querySelectorAll(".at, .bad, .used")) {
    line.className = "";
    line.children[1].replaceChildren();
  }
  let shown = null;
  for (const [t, i] of [...current].sort((a, b) => a[0] - b[0])) {
    const event = state.trace.events[i];
    if (!event.l || event.f !== f) continue;
    const line = box.querySelector(`[data-line="${event.l}"]`);
    if (!line) continue;
    const badge = make("span", "", `${nameOf(t).split(" ")[0]} `);
    badge.style.color = colour(t);
    line.children[1].append(badge);
    line.classList.add(i === state.now ? (event.k === "error" ? "bad" : "at") : "used");
    if (i === state.now || !shown) shown = line;
  }
  if (shown) box.scrollTop = shown.offsetTop - box.offsetTop - box.clientHeight / 2 + 10;
}

const valueIn = (text) => (/(?:-> | = |: is )(.*)$/.exec(text) || [])[1];

// What each object was seen to hold last, of those that were touched last.
function valuesNow() {
  const rows = [];
  for (const [object, touches] of state.trace.touches) {
    let low = 0, high = touches.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if (touches[half] <= state.now) low = half + 1; else high = half;
    }
    if (!low) continue;
    const i = touches[low - 1], value = valueIn(state.trace.events[i].x);
    const owner = state.trace.held.find((b) => b.object === object && b.begin <= state.now && b.end > state.now);
    if (value !== undefined || owner) rows.push({ object, i, value: owner ? `held by ${nameOf(owner.thread)}` : value });
  }
  return rows.sort((a, b) => b.i - a.i).slice(0, 30).sort((a, b) => a.object < b.object ? -1 : 1);
}

function renderState(current) {
  const threads = make("table"), values = make("table"), { events } = state.trace;
  for (const t of state.trace.present) {
    const row = make("tr"), i = current.get(t), name = make("td", "", nameOf(t));
    name.style.color = colour(t);
    const waits = state.trace.blocked.find((w) => w.thread === t && w.begin <= state.now && w.end > state.now) ||
      (state.now === events.length - 1 && state.trace.waiting.includes(t));
    row.append(name, make("td", "", i === undefined ? "has not begun"
      : `${events[i].x}${events[i].l ? ` :${events[i].l}` : ""}${waits ? "  (then blocked)" : ""}`));
    threads.append(row);
  }
  for (const { object, i, value } of valuesNow()) {
    const row = make("tr"), last = make("td", "soft", nameOf(events[i].t).split(" ")[0]);
    row.append(make("td", "", object), make("td", "", value), last);
    values.append(row);
  }
  const parts = [make("h2", "", "Threads, after this event"), threads];
  if (values.children.length) parts.push(make("h2", "", "Values seen last"), values);
  if (state.trace.output) parts.push(make("h2", "", "Output of the program"), make("pre", "output", state.trace.output));
  $("state").replaceChildren(...parts);
}

// --- going on ------------------------------------------------------------------------------------

function go(event, keepScroll) {
  const { events } = state.trace;
  if (!events.length) return;
  state.now = Math.max(0, Math.min(events.length - 1, event));
  const lanes = $("lanes"), y = rowNear(state.now) * ROW;
  if (!keepScroll && (y < lanes.scrollTop + 2 * ROW || y > lanes.scrollTop + lanes.clientHeight - 3 * ROW))
    lanes.scrollTop = y - lanes.clientHeight / 2;
  const current = currentOf();
  render();
  renderEvent();
  renderSource(current);
  renderState(current);
  $("live").textContent = `${nameOf(events[state.now].t)} ${events[state.now].x}`;
  history.replaceState(null, "", `#${state.index + 1}.${state.now + 1}`);
}

// To the next row, up or down.
function step(by) {
  const row = state.rows[rowNear(state.now) + by];
  if (row) go(row.fold ? (by > 0 ? row.fold[0] : row.fold[1] - 1) : row.event);
}

function find(by, holds) {
  const { events } = state.trace;
  for (let i = state.now + by; i >= 0 && i < events.length; i += by)
    if (holds(events[i], i)) { reveal(i); go(i); return; }
}

function follow(back) {
  const mine = state.trace.arrows.filter(([a, b]) => (back ? b : a) === state.now).map(([a, b]) => back ? a : b);
  if (mine.length) { const to = back ? Math.max(...mine) : Math.min(...mine); reveal(to); go(to); }
}

function toggleFold() {
  const row = state.rows[rowNear(state.now)], folds = state.trace.folds;
  if (row && row.fold) {
    for (let i = row.fold[0]; i < row.fold[1]; i++) state.open.add(i);
  } else if (folds && folds[state.now]) {
    for (let i = state.now; folds[i]; i--) state.open.delete(i);
    for (let i = state.now; folds[i]; i++) state.open.delete(i);
  }
  makeRows();
  go(state.now);
}

function reveal(event) {
  const row = state.rows[rowNear(event)];
  if (row && row.fold && event >= row.fold[0] && event < row.fold[1]) {
    for (let i = row.fold[0]; i < row.fold[1]; i++) state.open.add(i);
    makeRows();
  }
}

function toggleAll() {
  state.all = !state.all;
  $("fold").textContent = state.all ? "Fold" : "Unfold all";
  makeRows();
  go(state.now);
}

function search(by) {
  const wanted = $("search").value.trim().toLowerCase();
  state.hits = wanted ? state.trace.events.flatMap((e, i) =>
    `${nameOf(e.t)} ${e.x} ${place(e)} ${sourceLine(e)}`.toLowerCase().includes(wanted) ? [i] : []) : [];
  state.hitSet = new Set(state.hits);
  if (state.hits.length && by) {
    const after = by > 0 ? state.hits.find((i) => i > state.now) ?? state.hits[0]
                         : state.hits.findLast((i) => i < state.now) ?? state.hits[state.hits.length - 1];
    reveal(after);
    go(after);
  } else {
    render();
  }
  $("found").textContent = !wanted ? "" : state.hits.length
    ? `${Math.max(0, state.hits.indexOf(state.now)) + 1} of ${state.hits.length}` : "not found";
}

function filter() {
  state.thread = $("thread").value;
  state.object = $("object").value;
  makeRows();
  const wanted = state.trace.events.findIndex((e, i) => i >= state.now && isWanted(e));
  go(wanted < 0 ? state.now : wanted);
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  $("theme").textContent = dark ? "Light" : "Dark";
}

// --- a trace -------------------------------------------------------------------------------------

function renderTop() {
  const { trace } = state, head = $("title");
  head.className = trace.error.kind ? "" : "good";
  head.replaceChildren(make("span", "kind", trace.error.kind || "no error"), trace.error.message);
  document.title = `${trace.error.kind || "trace"}: ${trace.program}`;
  const facts = [["", trace.program], ["at", trace.error.place], ["thread", trace.error.thread],
    ["", plural(trace.steps, "step")], ["", plural(trace.switches, "switch")]];
  const bar = $("facts");
  bar.replaceChildren(...facts.filter(([, value]) => value).map(([name, value]) => {
    const span = make("span", "", name ? `${name} ` : "");
    span.append(make("b", "", value));
    return span;
  }));
  const needs = make("span", trace.preemptions ? "warn" : "", trace.fewest ? "needs " : "");
  needs.append(make("b", "", trace.preemptions ? plural(trace.preemptions, "preemption") : "no preemption"));
  bar.append(needs);
}

function renderSummary() {
  const { trace } = state, box = $("summary-text");
  const list = make("dl");
  for (const [name, value] of trace.summary) list.append(make("dt", "soft", name), make("dd", "mono", value));
  box.replaceChildren(list);
  for (const [title, lines] of trace.error.details) {
    box.append(make("h2", "", title));
    box.append(make("pre", "output", lines.join("\n")));
  }
}

function choices(select, all, pairs) {
  select.replaceChildren(new Option(all, ""), ...pairs.map(([value, text]) => new Option(text, value)));
}

function open(index, event) {
  state.index = index;
  state.trace = DATA[index];
  prepare(state.trace);
  state.open = new Set();
  state.thread = state.object = "";
  state.hits = [];
  state.hitSet = null;
  choices($("thread"), "all threads", state.trace.present.map((t) => [t, nameOf(t)]));
  choices($("object"), "all objects", [...state.trace.touches.keys()].sort().map((o) => [o, o]));
  for (const [i, tab] of [...$("tabs").children].entries()) tab.setAttribute("aria-selected", i === index);
  renderTop();
  renderSummary();
  renderNames();
  makeRows();
  const first = state.trace.events.findIndex((e) => e.p), last = state.trace.events.length - 1;
  go(event ?? (first >= 0 ? first : last));
}

const KEYS = {
  ArrowDown: () => step(1), j: () => step(1), ArrowUp: () => step(-1), k: () => step(-1),
  ArrowLeft: () => follow(true), ArrowRight: () => follow(false),
  n: () => find(1, (e) => e.t === state.trace.events[state.now].t),
  b: () => find(-1, (e) => e.t === state.trace.events[state.now].t),
  p: () => find(1, (e) => e.p), P: () => find(-1, (e) => e.p),
  o: () => find(1, (e) => e.o && e.o === state.trace.events[state.now].o),
  O: () => find(-1, (e) => e.o && e.o === state.trace.events[state.now].o),
  Home: () => go(0), g: () => go(0), End: () => go(1e9), e: () => go(1e9), G: () => go(1e9),
  PageDown: () => step(Math.floor($("lanes").clientHeight / ROW) - 2),
  PageUp: () => step(2 - Math.floor($("lanes").clientHeight / ROW)),
  Enter: toggleFold, f: toggleAll, "/": () => $("search").focus(), "?": () => $("help").showModal(),
  s: () => $("summary").showModal(), t: () => $("theme").click(),
  "[": () => open((state.index + DATA.length - 1) % DATA.length),
  "]": () => open((state.index + 1) % DATA.length),
};

function listen() {
  const buttons = { first: () => go(0), back: () => step(-1), next: () => step(1), last: () => go(1e9),
    preemption: KEYS.p, fold: toggleAll, info: KEYS.s, keys: KEYS["?"],
    theme: () => setTheme(!document.documentElement.classList.contains("dark")) };
  for (const id in buttons) $(id).addEventListener("click", buttons[id]);
  $("search").addEventListener("input", () => search(0));
  $("search").addEventListener("keydown", (key) => {
    if (key.key === "Enter") search(key.shiftKey ? -1 : 1);
    if (key.key === "Escape") { $("search").value = ""; search(0); $("lanes").focus(); }
  });
  $("thread").addEventListener("change", filter);
  $("object").addEventListener("change", filter);
  let pending = false;
  $("lanes").addEventListener("scroll", () => {
    if (!pending) requestAnimationFrame(() => { pending = false; render(); });
    pending = true;
  });
  $("lanes").addEventListener("click", (click) => {
    const element = click.target.closest("[data-row]"), row = element && state.rows[element.dataset.row];
    if (!row) return;
    if (row.fold) { state.now = row.fold[0]; toggleFold(); } else go(row.event, true);
  });
  document.addEventListener("keydown", (key) => {
    if (key.ctrlKey || key.metaKey || key.altKey || key.target.closest("input, select, dialog")) return;
    if (key.key === "Enter" && key.target.closest("button")) return;
    if (!Object.hasOwn(KEYS, key.key)) return;
    key.preventDefault();
    KEYS[key.key]();
  });
  window.addEventListener("resize", () => { renderNames(); render(); });
  window.addEventListener("beforeprint", () => render(true));
  window.addEventListener("afterprint", () => render());
}

function begin() {
  if (DATA.length > 1)
    $("tabs").append(...DATA.map((trace, i) => {
      const tab = make("button", "", `${i + 1}. ${trace.error.kind || "no error"} ${trace.error.place}`);
      tab.setAttribute("role", "tab");
      tab.addEventListener("click", () => open(i));
      return tab;
    }));
  listen();
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  const [trace, event] = location.hash.slice(1).split(".").map(Number);
  open(trace >= 1 && trace <= DATA.length ? trace - 1 : 0, event >= 1 ? event - 1 : undefined);
  $("lanes").focus();
}

begin();
