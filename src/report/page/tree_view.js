// The tree as a picture: time goes downwards, executions stand side by side in the order in which they
// were explored. Only what can be seen is in the document.

const treeState = { column: 0, depth: 0, overview: false, path: [], onPath: new Set() };
const between = (low, value, high) => Math.max(low, Math.min(high, value));

// The overview fills the box, as far as that makes sense.
function treeSize() {
  if (!treeState.overview) return { w: Math.max(130, TREE.labelLength * 7.1 + 34), h: 32, left: 26, top: 44 };
  const box = $("canvas");
  return { w: between(12, (box.clientWidth - 60) / TREE.columns.length, 60),
           h: between(8, (box.clientHeight - 60) / (TREE.depth + 1), 26), left: 20, top: 20 };
}

function treePoint(node, size) {
  return [size.left + node.column * size.w, size.top + node.depth * size.h];
}

function drawEdge(node, size, group, glows) {
  const parent = TREE.nodes[node.parent], [x1, y1] = treePoint(parent, size), [x2, y2] = treePoint(node, size);
  const bend = Math.min(10, size.w / 2, size.h / 2);
  const d = x1 === x2 ? `M${x1} ${y1}V${y2}` : `M${x1} ${y1}H${x2 - bend}Q${x2} ${y1} ${x2} ${y1 + bend}V${y2}`;
  const on = treeState.onPath.has(node.number);
  if (on) glows.append(draw("path", { d, class: "tree-glow" }));
  group.append(draw("path", { d, class: on ? "tree-edge on" : "tree-edge", stroke: colour(node.thread) }));
}

function drawLabel(node, size, group) {
  const [x, y] = treePoint(node, size);
  const text = draw("text", { x: x + 9, y: y - size.h / 2 + 4, class: "tree-label", fill: colour(node.thread) });
  text.textContent = cutShort(label(node), TREE.labelLength);
  const title = draw("title", {});
  title.textContent = `${treeThread(node.thread)} ${node.does}\n${baseOf(node.at)}  ${node.line || ""}`;
  text.append(title);
  if (treeState.onPath.has(node.number)) text.classList.add("on");
  group.append(text);
}

// Which two operations a branch reverses, above where it begins.
function drawReason(node, size, group) {
  const pair = pairOf(TREE, node.column);
  if (!pair) return;
  const [x, y] = treePoint(node, size), lines = [pair.first, pair.second];
  lines.forEach((step, i) => {
    const text = draw("text", { x: x + 9, y: y - size.h - 17 + 12 * i, class: "tree-reason" });
    text.textContent = `${i ? "⇄ " : ""}${cutShort(step && step.number ? label(step) : treeThread(pair.late),
                                                   TREE.labelLength + 2)}`;
    group.append(text);
  });
}

function drawState(node, size, group) {
  const [cx, cy] = treePoint(node, size);
  const now = treeState.path[treeState.depth] === node.number;
  const bad = node.execution && isBad(node);
  group.append(draw("circle", { cx, cy, r: now ? 6 : treeState.overview ? 2 : 3.2,
    class: `tree-state${now ? " now" : ""}${bad ? " bad" : ""}` }));
}

function drawEnd(node, size, group) {
  const [x, y] = treePoint(node, size), kind = outcomeClass(node);
  if (treeState.overview) {
    group.append(draw("circle", { cx: x, cy: y + 6, r: 4, class: `tree-end ${kind}` }));
    return;
  }
  const words = cutShort(`${node.execution}  ${outcome(node)}`, TREE.labelLength + 2);
  const width = words.length * 7.1 + 16;
  group.append(draw("rect", { x: x - 10, y: y + 9, width, height: 21, rx: 6, class: `tree-end ${kind}` }));
  const text = draw("text", { x: x - 2, y: y + 24, class: `tree-end-text ${kind}` });
  text.textContent = words;
  const title = draw("title", {});
  title.textContent = node.message || ENDS_EXPLAINED[node.end] || "";
  text.append(title);
  group.append(text);
}

// The two steps that the branch reverses, where they were found.
function drawPair(size, group) {
  const pair = treeState.column ? pairOf(TREE, treeState.column) : null;
  if (!pair) return;
  const mid = (node) => { const [x, y] = treePoint(node, size); return [x, y - size.h / 2]; };
  const both = [pair.first, pair.made ? pair.second : null].filter(Boolean).map(mid);
  if (both.length === 2) {
    const [[x1, y1], [x2, y2]] = both, out = Math.min(x1, x2) - (treeState.overview ? 6 : 16);
    group.append(draw("path", { d: `M${x1} ${y1}C${out} ${y1} ${out} ${y2} ${x2} ${y2}`, class: "tree-pair" }));
  }
  for (const [cx, cy] of both)
    group.append(draw("circle", { cx, cy, r: treeState.overview ? 3 : 5, class: "tree-pair-end" }));
}

// On paper there is room for so much.
function printedColumns() {
  const most = TREE.columns.findIndex(({ end }) => end > 3000);
  return most < 0 ? TREE.columns.length : Math.max(1, most);
}

function renderTree(everything) {
  const box = $("canvas"), size = treeSize();
  const n = everything ? printedColumns() : TREE.columns.length;
  const width = size.left + n * size.w + 20, height = size.top + TREE.depth * size.h + 50;
  const [left, top] = everything ? [0, 0] : [box.scrollLeft, box.scrollTop];
  const right = everything ? width : left + box.clientWidth, bottom = everything ? height : top + box.clientHeight;
  const from = Math.max(0, Math.floor((left - size.left) / size.w) - 1);
  const to = Math.min(n - 1, Math.ceil((right - size.left) / size.w));
  const svg = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
  svg.setAttribute("aria-label", "Exploration tree");
  const glows = draw("g", {}), edges = draw("g", {}), states = draw("g", {}), texts = draw("g", {});
  const low = Math.floor((top - size.top) / size.h) - 2, high = Math.ceil((bottom - size.top) / size.h) + 2;
  for (const node of TREE.branches)  // their beginnings cross columns to the left
    if (node.column > to && TREE.nodes[node.parent].column <= to && node.depth >= low && node.depth <= high)
      drawEdge(node, size, edges, glows);
  for (let c = from; c <= to; c++) {
    const { begin, end } = TREE.columns[c];
    for (let i = c ? begin : 0; i <= end; i++) {
      const node = TREE.nodes[i];
      if (node.depth < low || node.depth > high) continue;
      if (i) drawEdge(node, size, edges, glows);
      if (i && !treeState.overview) drawLabel(node, size, texts);
      if (c && i === begin && !treeState.overview) drawReason(node, size, texts);
      if (node.execution) drawEnd(node, size, texts);
      drawState(node, size, states);
    }
  }
  drawPair(size, states);
  svg.append(glows, edges, states, texts);
  svg.classList.toggle("whole", !!everything);
  box.replaceChildren(svg);
}

// --- the side ------------------------------------------------------------------------------------

function stepLink(node) {
  const link = make("button", "step-link mono", label(node));
  link.style.color = colour(node.thread);
  link.append(make("i", "", ` ${baseOf(node.at)}`));
  link.title = node.line || "";
  link.addEventListener("click", () => { goTree(node.column, node.depth); $("canvas").focus(); });
  return link;
}

function renderReason(box) {
  const { column } = treeState, pair = pairOf(TREE, column);
  if (!column) { box.append(make("p", "", "The first execution: the others reverse conflicts that were found in it, or in each other.")); return; }
  const branch = TREE.nodes[TREE.columns[column].begin], parent = TREE.nodes[branch.parent];
  box.append(make("p", "soft", `Up to step ${parent.depth} it is exploration ${parent.column + 1}; from there on it is new.`));
  if (!pair) { box.append(make("p", "", reasonOf(TREE, column))); return; }
  const list = make("div", "pair"), second = pair.second && pair.second.number ? pair.second : null;
  list.append(make("div", "soft", "In what was explored before,"), stepLink(pair.first),
              make("div", "soft", pair.made ? "came before" : "came before it could be that"),
              second ? stepLink(second) : make("div", "", treeThread(pair.late)),
              make("div", "soft", "The two conflict: here they are explored in the other order."));
  box.append(list);
}

function renderTreeSide() {
  const { column, path, depth } = treeState, end = TREE.nodes[TREE.columns[column].end];
  const head = make("h2", "", `Exploration ${column + 1} of ${TREE.columns.length.toLocaleString("en")} `);
  head.append(make("span", `end ${outcomeClass(end)}`, outcome(end)));
  const why = make("div", "why-text");
  why.append(make("p", "", isBad(end) ? end.message || end.error : ENDS_EXPLAINED[end.end] || ""));
  renderReason(why);
  const steps = make("ol", "mono");
  path.slice(1).forEach((i, k) => {
    const node = TREE.nodes[i], item = make("li", k + 1 === depth ? "now" : "");
    item.style.color = colour(node.thread);
    item.append(make("span", "number", k + 1), label(node));
    item.append(make("i", "", baseOf(node.at)));
    item.title = node.line || "";
    item.addEventListener("click", () => goTree(column, k + 1, true));
    if (k + 1 === TREE.nodes[TREE.columns[column].begin].depth && column) item.classList.add("new");
    steps.append(item);
  });
  $("why").replaceChildren(head, why, steps);
  const now = steps.querySelector(".now");
  if (now) now.scrollIntoView({ block: "nearest" });
}

// --- moving about ---------------------------------------------------------------------------------

function goTree(column, depth, keepScroll) {
  treeState.column = Math.max(0, Math.min(TREE.columns.length - 1, column));
  treeState.path = pathOf(TREE, treeState.column);
  treeState.onPath = new Set(treeState.path);
  treeState.depth = Math.max(0, Math.min(treeState.path.length - 1, depth));
  const box = $("canvas"), size = treeSize(), node = TREE.nodes[treeState.path[treeState.depth]];
  const [x, y] = treePoint(node, size);
  if (!keepScroll) {
    if (x < box.scrollLeft + 20 || x + size.w > box.scrollLeft + box.clientWidth) box.scrollLeft = x - box.clientWidth / 2;
    if (y < box.scrollTop + 60 || y > box.scrollTop + box.clientHeight - 60) box.scrollTop = y - box.clientHeight / 2;
  }
  renderTree();
  renderTreeSide();
  $("live").textContent = node.number ? `Exploration ${treeState.column + 1}, step ${treeState.depth}: ${label(node)}`
                                      : `Exploration ${treeState.column + 1}, initial state`;
  history.replaceState(null, "", `#tree.${treeState.column + 1}.${treeState.depth}`);
}

// To another execution: to the first step that is its own.
function goExecution(column) {
  const wanted = Math.max(0, Math.min(TREE.columns.length - 1, column));
  goTree(wanted, wanted ? TREE.nodes[TREE.columns[wanted].begin].depth : 0);
}

function nextError(by) {
  const n = TREE.columns.length;
  for (let k = 1; k <= n; k++) {
    const column = (treeState.column + by * k + n * k) % n;
    if (isBad(TREE.nodes[TREE.columns[column].end])) { goTree(column, 1e9); return; }
  }
}

function toggleOverview() {
  treeState.overview = !treeState.overview;
  $("overview").textContent = treeState.overview ? "Labels" : "Overview";
  $("overview").setAttribute("aria-pressed", treeState.overview);
  renderTree();  // the box is as large as what is in it
  goTree(treeState.column, treeState.depth);
}

// The trace of the error that the execution ended with, if it is on the page.
function openItsTrace() {
  const end = TREE.nodes[TREE.columns[treeState.column].end];
  const index = DATA.findIndex((trace) => trace.error.kind === end.error && trace.error.message === end.message);
  if (isBad(end) && index >= 0) open(index);
}

const TREE_KEYS = {
  ArrowDown: () => goTree(treeState.column, treeState.depth + 1),
  ArrowUp: () => goTree(treeState.column, treeState.depth - 1),
  ArrowRight: () => goExecution(treeState.column + 1), ArrowLeft: () => goExecution(treeState.column - 1),
  Home: () => goTree(0, 0), End: () => goTree(treeState.column, 1e9),
  e: () => nextError(1), E: () => nextError(-1), z: toggleOverview, Enter: openItsTrace,
  t: () => $("theme").click(), "?": () => $("help").showModal(),
  "[": () => open(DATA.length - 1), "]": () => open(0),
};
TREE_KEYS.j = TREE_KEYS.ArrowDown;
TREE_KEYS.k = TREE_KEYS.ArrowUp;
TREE_KEYS.g = TREE_KEYS.Home;

function listenTree() {
  const buttons = { "tree-back": () => goExecution(treeState.column - 1), "tree-next": () => goExecution(treeState.column + 1),
                    "tree-error": () => nextError(1), overview: toggleOverview };
  for (const id in buttons) $(id).addEventListener("click", buttons[id]);
  let pending = false;
  $("canvas").addEventListener("scroll", () => {
    if (!pending) requestAnimationFrame(() => { pending = false; renderTree(); });
    pending = true;
  });
  $("canvas").addEventListener("click", (click) => {
    const box = $("canvas").getBoundingClientRect(), size = treeSize();
    const x = click.clientX - box.left + $("canvas").scrollLeft, y = click.clientY - box.top + $("canvas").scrollTop;
    const column = Math.floor((x - size.left + 12) / size.w), depth = Math.round((y - size.top) / size.h);
    if (column >= 0 && column < TREE.columns.length) goTree(column, depth, true);
  });
}

function renderTreeTop() {
  const bad = TREE.columns.filter(({ end }) => isBad(TREE.nodes[end])).length, head = $("title");
  head.className = bad ? "" : "good";
  head.replaceChildren(make("span", "kind", "exploration tree"),
    TREE.whole ? TREE.conflicts ? "Which conflict led to which execution" : "Every execution of the search" : `The first ${plural(TREE.columns.length, "exploration")}: the search was too large to draw more`);
  document.title = `exploration tree: ${TREE.program}`;
  const facts = [["", TREE.program], ["algorithm", TREE.algorithm], ["", plural(TREE.executions, "execution")],
    ["blocked", TREE.blocked.toLocaleString("en")], ["void", TREE.void ? TREE.void.toLocaleString("en") : ""],
    ["conflicts", TREE.conflicts ? `${TREE.conflicts.toLocaleString("en")}, ${TREE.reversed.toLocaleString("en")} reversed` : ""],
    ["with an error", bad ? bad.toLocaleString("en") : ""]];
  $("facts").replaceChildren(...facts.filter(([, value]) => value).map(([name, value]) => {
    const span = make("span", "", name ? `${name} ` : "");
    span.append(make("b", "", value));
    return span;
  }));
}

function openTree(column = 0, depth = 0) {
  if (!TREE.columns) layTree(TREE);
  document.body.classList.add("tree-view");
  for (const tab of $("tabs").children) tab.setAttribute("aria-selected", tab.dataset.view === "tree");
  renderTreeTop();
  $("tree-error").disabled = !TREE.columns.some(({ end }) => isBad(TREE.nodes[end]));
  renderTree();
  goTree(column, depth);
  $("canvas").focus();
}
