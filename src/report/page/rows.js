// Rows: events, and stretches that are folded.

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
