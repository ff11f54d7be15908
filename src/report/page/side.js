// The side: the event, the source, the state.

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

// What there is to say about the error, where it is what is looked at.
function errorParts() {
  const { events, error } = state.trace;
  if (events[state.now].k !== "error") return [];
  return error.details.flatMap(([title, lines]) => [make("h2", "", title), make("pre", "output", lines.join("\n"))]);
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
  const parts = [...errorParts(), make("h2", "", "Threads, after this event"), threads];
  if (values.children.length) parts.push(make("h2", "", "Values seen last"), values);
  if (state.trace.output) parts.push(make("h2", "", "Output of the program"), make("pre", "output", state.trace.output));
  $("state").replaceChildren(...parts);
}
