// Going on: steps, search, folding, filters.

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
