// The page of `ravel show --html`: recorded executions, drawn in lanes, and the exploration tree.
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
