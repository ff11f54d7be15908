// A trace is opened; keys and buttons.

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
  $("preemption").disabled = !trace.preemptions;
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
  if (!DATA[index]) return;
  state.index = index;
  state.trace = DATA[index];
  prepare(state.trace);
  state.open = new Set();
  state.thread = state.object = "";
  state.hits = [];
  state.hitSet = null;
  choices($("thread"), "all threads", state.trace.present.map((t) => [t, nameOf(t)]));
  choices($("object"), "all objects", [...state.trace.touches.keys()].sort().map((o) => [o, o]));
  document.body.classList.remove("tree-view");
  for (const tab of $("tabs").children) tab.setAttribute("aria-selected", tab.dataset.view === String(index));
  renderTop();
  renderSummary();
  renderNames();
  makeRows();
  const first = state.trace.events.findIndex((e) => e.p), last = state.trace.events.length - 1;
  go(event ?? (first >= 0 ? first : last));
}

// To the next view: the errors, and the tree.
function turn(by) {
  const n = DATA.length + (TREE ? 1 : 0), next = (state.index + n + by) % n;
  if (next < DATA.length) open(next); else openTree();
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
  "[": () => turn(-1), "]": () => turn(1),
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
    const keys = document.body.classList.contains("tree-view") ? TREE_KEYS : KEYS;
    if (!Object.hasOwn(keys, key.key)) return;
    key.preventDefault();
    keys[key.key]();
  });
  const again = (everything) => {
    if (document.body.classList.contains("tree-view")) renderTree(everything); else render(everything);
  };
  window.addEventListener("resize", () => { if (state.trace) renderNames(); again(false); });
  window.addEventListener("beforeprint", () => again(true));
  window.addEventListener("afterprint", () => again(false));
}

function tab(name, view, chosen) {
  const button = make("button", "", name);
  button.setAttribute("role", "tab");
  button.dataset.view = view;
  button.addEventListener("click", chosen);
  return button;
}

function begin() {
  if (DATA.length > 1 || TREE)
    $("tabs").append(...DATA.map((trace, i) =>
      tab(`${i + 1}. ${trace.error.kind || "no error"} ${trace.error.place}`, i, () => open(i))));
  if (TREE) $("tabs").append(tab("Exploration tree", "tree", () => openTree()));
  listen();
  if (TREE) listenTree();
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  const [view, ...rest] = location.hash.slice(1).split("."), [first, second] = rest.map(Number);
  if (TREE && (view === "tree" || !DATA.length)) {
    openTree(first >= 1 ? first - 1 : 0, second || 0);
  } else {
    open(view >= 1 && view <= DATA.length ? view - 1 : 0, first >= 1 ? first - 1 : undefined);
    $("lanes").focus();
  }
}

begin();
