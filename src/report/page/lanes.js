// The lanes: a column for each thread, with arrows, locks and blocked times.

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
