// The exploration tree: nodes are steps, in the order in which they were explored. Every execution is
// a column; what it has in common with an execution before it is in the columns of that one.
//
// TREE is what `ravel check --tree` has written, or null. A node has: parent, thread, does, at, line;
// where an execution ended: execution, end, error, message; where a branch begins because of a
// conflict: first and second, the steps that it reverses, and late and index, whose step the second is.

const TREE = JSON.parse(document.getElementById("tree-data").textContent);
const ENDS = { complete: "✓", blocked: "blocked", void: "void", cut: "cut by a bound",
               assumed: "assumption failed", pruned: "pruned" };
const ENDS_EXPLAINED = {
  complete: "It came to its end, and nothing was wrong.",
  blocked: "Sleep-set blocked: all that could follow was explored before, so it was given up.",
  void: "Void: a loop went round to no effect. What follows is explored without that iteration.",
  cut: "A bound has cut it: it was not explored to its end.",
  assumed: "An assumption of the program failed: there is no such execution.",
  pruned: "It was given up, as others cover it." };

// Where each node is drawn: its depth, and the column of the execution that made it first.
function layTree(tree) {
  const { nodes } = tree;
  tree.columns = [];   // of each execution: the node it ended with, and the first that is its own
  tree.branches = [];  // nodes that begin a column, but for the first
  tree.depth = 0;
  let begin = 1;
  nodes.forEach((node, i) => {
    node.number = i;
    node.depth = i ? nodes[node.parent].depth + 1 : 0;
    node.column = tree.columns.length;
    tree.depth = Math.max(tree.depth, node.depth);
    if (!node.execution) return;
    tree.columns.push({ end: i, begin });
    if (begin > 1) tree.branches.push(nodes[begin]);
    begin = i + 1;
  });
  // What was begun when the search was stopped is no execution.
  nodes.length = Math.max(1, begin);
  const longest = Math.max(8, ...nodes.slice(1).map((node) => label(node).length));
  tree.labelLength = Math.min(34, longest);
}

// The nodes of an execution, from the initial state on.
function pathOf(tree, column) {
  const path = [];
  for (let i = tree.columns[column].end; i; i = tree.nodes[i].parent) path.push(i);
  return [0, ...path.reverse()];
}

const treeThread = (thread) => TREE.threads[thread] || "a thread";
const shortThread = (thread) => treeThread(thread).split(" ")[0];
const label = (node) => `${shortThread(node.thread)} ${node.does}`;
const cutShort = (text, length) => text.length > length ? `${text.slice(0, length - 1)}…` : text;
const baseOf = (at) => at ? at.slice(at.lastIndexOf("/") + 1) : "";

const isBad = (node) => node.error && node.end !== "blocked";
const outcome = (node) => isBad(node) ? node.error : ENDS[node.end] || node.end;
const outcomeClass = (node) => isBad(node) ? "bad" : node.end === "complete" ? "good" : "given-up";

// The step that comes earlier in a branch than it did before: as it is there, if it is made there.
function lateStep(tree, column) {
  const branch = tree.nodes[tree.columns[column].begin];
  let left = branch.index;
  for (const i of pathOf(tree, column).slice(1))
    if (tree.nodes[i].thread === branch.late && --left === 0) return i;
  return 0;
}

// The two operations whose order a branch reverses, as nodes; the second may be one of the branch.
function pairOf(tree, column) {
  const branch = tree.nodes[tree.columns[column].begin];
  if (!branch || !branch.index) return null;
  return { first: tree.nodes[branch.first], second: tree.nodes[branch.second || lateStep(tree, column)],
           made: !!branch.second, late: branch.late };
}

// Why there is a branch where no conflict is told.
function reasonOf(tree, column) {
  const branch = tree.nodes[tree.columns[column].begin], before = tree.columns[column - 1];
  const sibling = tree.nodes[pathOf(tree, column - 1)[branch.depth]];
  if (before && sibling && sibling.thread === branch.thread)
    return "Another value of the choice.";
  return tree.algorithm === "naive" ? "Without reduction, every enabled thread is tried from every state."
    : tree.algorithm === "sleep" ? "With sleep sets alone, every enabled thread that is awake is tried from every state."
    : "";
}
