// What is known of a trace: who holds which lock, who is blocked, what happens before what.

const ACQUIRES = new Set(["lock", "rdlock", "wrlock"]);
const TRIES = new Set(["trylock", "try-rdlock", "try-wrlock"]);
const WAITS = new Set([...ACQUIRES, "join", "take", "await", "woken", "receive", "look-at-message", "leave", "once"]);

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
