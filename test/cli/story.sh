# What is shown of a trace, and what is folded.

cat >"$scratch/long.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, filler;
static void *cause(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, cause, 0);
  int early = atomic_load(&flag);
  for (int i = 0; i < 200; i++)
    atomic_fetch_add(&filler, 1);
  pthread_join(t, 0);
  assert(!early);
  return 0;
}
END

begin "a long run of one thread is folded in its middle, and its causes are not"
cp "$scratch/long.c" .
run 1 "$RAVEL" check long.c
prints "T1 cause  *writes flag = 1"
prints "reads flag = 1"
prints "events of main)"
prints "error: assertion"
[ "$(sed -n '/^interleaving/,/error: assertion/p' "$scratch/out" | wc -l)" -le 70 ] ||
  wrong "the interleaving is longer than a screen or two"
end

begin "a trace without a preemption says that it needs none"
cp "$scratch/long.c" .
run 1 "$RAVEL" check long.c
prints "needs no preemption"
end

begin "what the error does not need is folded, and says so"
run 1 "$RAVEL" check "$root/test/programs/ends/story_deadlock_bystander.c"
prints "(4 events of T3 bystander that the error does not need)"
prints "needs 1 preemption, marked"
prints "-- T1 forwards is preempted here"
prints "^ *1\* T1 forwards *locks a"
prints "^ *2\* T2 backwards *locks b"
end

# Two threads add 1 without a lock: the update is lost if one is preempted between its read and its
# write, and not otherwise.
begin "whatever the search adds to its algorithm, a schedule with fewer preemptions is looked for"
for options in "--stateful --algorithm=naive" "--stateful --algorithm=sleep" \
  "--stateful --algorithm=static" "--stateful --algorithm=dpor" \
  "--stateful --no-sleep-sets --algorithm=dpor" "--no-sleep-sets --algorithm=static" "--symmetry" \
  "--context-sensitive" "--observers" "--algorithm=unfold --k=2" "--sample=pct"; do
  # shellcheck disable=SC2086 # several words
  run 1 "$RAVEL" check $options "$root/test/programs/reductions/stateful_lost_update.c"
  prints "needs 1 preemption, marked"
  ! grep -q "cannot be checked" "$scratch/out" "$scratch/err" || wrong "$options: a search crashed"
done
end

begin "both accesses of a data race are marked"
run 1 "$RAVEL" check "$root/examples/lazy.c"
[ "$(grep -c '^ *[0-9]*\* .*settings' "$scratch/out")" -eq 2 ] || wrong "not two accesses are marked"
end

begin "a trace without the order of its steps is shown in full"
run 1 "$RAVEL" check "$root/test/programs/ends/story_deadlock_bystander.c"
sed -i '/^  "order"/d' story_deadlock_bystander.trace.json
run 0 "$RAVEL" show story_deadlock_bystander.trace.json
prints "writes other = 0"
end

begin "a trace whose order goes backwards is not read"
run 1 "$RAVEL" check "$root/examples/bank.c"
sed -i 's/^  "order": \[\[[0-9]*, [0-9]*\]/  "order": [[3, 2]/' bank.trace.json
grep -q '"order": \[\[3, 2\]' bank.trace.json || wrong "the trace was not changed"
run 2 "$RAVEL" show bank.trace.json
says "the order of its steps is damaged"
one_line
end

begin "--columns has a column for each thread"
run 1 "$RAVEL" check --columns "$root/examples/bank.c"
prints "^         main  *T1 first_teller  *T2 second_teller$"
prints "^      1  \.  *28: locks alice.lock$"
prints "^      7  \.  *\.  *28: locks bob.lock$"
end

begin "no line of --columns is longer than the terminal"
run 1 "$RAVEL" check "$root/examples/bank.c"
python3 - "$RAVEL" <<'END' || wrong "a line is longer"
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 70, 0, 0))
    os.execv(sys.argv[1], [sys.argv[1], "show", "--columns", "--color=never", "bank.trace.json"])
text = b""
try:
    while chunk := os.read(fd, 65536):
        text += chunk
except OSError:
    pass
os.waitpid(pid, 0)
table = text.decode().replace("\r", "").split("marked)\n")[1]
sys.exit(any(len(line) > 70 for line in table.split("\n")))
END
end

begin "--color says when there are colours"
run 1 "$RAVEL" check --color=always "$root/examples/bank.c"
prints "$(printf '\033')"
run 1 "$RAVEL" check --color=never "$root/examples/bank.c"
prints_not "$(printf '\033')"
run 2 "$RAVEL" show --color=sometimes bank.trace.json
one_line
end

begin "show can be asked for one thread, one object, the steps near one"
run 1 "$RAVEL" check "$root/examples/bank.c"
run 0 "$RAVEL" show --thread T2 bank.trace.json
prints "T2 second_teller  *locks bob.lock"
prints_not "T1 first_teller  *locks"
run 0 "$RAVEL" show --thread second_teller --object bob bank.trace.json
prints "writes bob.balance = 50"
prints_not "alice.lock"
run 0 "$RAVEL" show --around 16 bank.trace.json
prints "^     16 "
prints_not "^      5 "
run 2 "$RAVEL" show --thread T7 bank.trace.json
says "no thread of the trace is called 'T7'"
one_line
end

begin "show --all folds nothing"
run 1 "$RAVEL" check "$root/test/programs/ends/story_deadlock_bystander.c"
run 0 "$RAVEL" show --all story_deadlock_bystander.trace.json
prints "writes other = 2"
end

begin "statistics for researchers are shown with --verbose alone, and are all in the JSON"
run 1 "$RAVEL" check --json r.json "$root/examples/bank.c"
prints_not "^  conflicts"
grep -q '^  "conflicts": [1-9]' r.json || wrong "the JSON has no conflicts"
run 1 "$RAVEL" check --verbose "$root/examples/bank.c"
prints "^  conflicts  *[0-9]* between steps"
end

begin "show --html writes one page that refers to nothing else"
run 1 "$RAVEL" check "$root/examples/bank.c"
run 0 "$RAVEL" show --html page.html bank.trace.json bank.trace.json
grep -q "alice.balance" page.html || wrong "the events are not there"
grep -q "static void transfer" page.html || wrong "the source is not there"
! grep -Eq '(src|href)="?(http|/|[a-z]+\.)|@import|url\([^#]' page.html || wrong "it refers to something else"
run 2 "$RAVEL" show --html no/page.html bank.trace.json
one_line
run 2 "$RAVEL" show bank.trace.json bank.trace.json
says "several go on one page, with --html"
end

begin "--tree records the exploration tree, and show --html draws it"
run 1 "$RAVEL" check --keep-going --tree tree.json "$root/examples/bank.c"
run 0 "$RAVEL" show --html page.html bank.trace.json tree.json
grep -q "ravel exploration tree" page.html || wrong "the tree is not there"
run 0 "$RAVEL" show --html page.html tree.json
run 2 "$RAVEL" show tree.json
says "ravel show --html FILE tree.json"
run 2 "$RAVEL" show --html page.html tree.json tree.json
says "the second one"
sed 's/"parent": 3,/"parent": 3000,/' tree.json > bad.json
run 2 "$RAVEL" show --html page.html bad.json
says "its nodes do not make a tree"
head -c 900 tree.json > bad.json
run 2 "$RAVEL" show --html page.html bad.json
one_line
run 2 "$RAVEL" check --tree no/tree.json "$root/examples/bank.c"
one_line
for option in --algorithm=unfold --observers --context-sensitive --preemption-bound=1 --sample=pct --symmetry; do
  run 2 "$RAVEL" check --tree tree.json "$option" "$root/examples/bank.c"
  option=${option%=1}
  says "does not go with ${option%=pct}"
done
end

begin "a tree has a leaf for every exploration, and for every branch the two steps that conflict"
for algorithm in naive sleep dpor source optimal; do
  run 1 "$RAVEL" check --keep-going --algorithm $algorithm --max-executions 3000 --json result.json \
    --tree tree.json "$root/examples/bank.c"
  python3 - $algorithm <<'END' || wrong "the tree of $algorithm is not that of the search"
import json, sys
tree, result = json.load(open("tree.json")), json.load(open("result.json"))
nodes = tree["nodes"]
ends = [node for node in nodes if "execution" in node]
assert len(ends) == result["executions"] + result["blocked"], len(ends)
assert sum(node["end"] == "blocked" for node in ends) == result["blocked"]
assert any(node.get("error") == "assertion" for node in ends)
assert not set(node["parent"] for node in nodes[1:]) & set(nodes.index(node) for node in ends)
begins = [node for i, node in enumerate(nodes) if i > 1 and "execution" in nodes[i - 1]]
assert all(("first" in node) == (sys.argv[1] not in ("naive", "sleep")) for node in begins)
for node in begins:
    if "second" in node:  # one object, two threads; it has locks alone
        first, second = nodes[node["first"]], nodes[node["second"]]
        assert first["thread"] != second["thread"], (first, second)
        assert first["does"].split()[1] == second["does"].split()[1], (first, second)
END
done
end

begin "a tree is recorded with a process for every execution, and across a restart"
run 1 "$RAVEL" check --keep-going --reset=fork --tree tree.json "$root/examples/bank.c"
cp tree.json fork.json
run 1 "$RAVEL" check --keep-going --tree tree.json "$root/examples/bank.c"
cmp -s fork.json tree.json || wrong "the trees differ"
cat > restart.c <<'END'
#include <pthread.h>
static int x;
static void *add(void *arg) { x++; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x++;
  return pthread_join(t, 0);
}
END
run 0 "$RAVEL" check --races=interleave --json result.json --tree tree.json restart.c
python3 -c 'import json; n = json.load(open("tree.json"))["drawn"]; r = json.load(open("result.json"))
assert r["restarts"] and n == r["executions"], (n, r)' || wrong "the tree has more than the last search"
end

begin "--svg and --dot draw what the error needs"
run 1 "$RAVEL" check "$root/test/programs/ends/story_deadlock_bystander.c"
run 0 "$RAVEL" show --svg - story_deadlock_bystander.trace.json
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$scratch/out" ||
  wrong "the picture is not XML"
prints ">locks a :16</text>"
prints 'stroke-dasharray="5 4"'
prints_not "writes other"
run 0 "$RAVEL" show --dot - story_deadlock_bystander.trace.json
prints '^digraph trace {'
prints 'label="locks b :24"'
prints_not "writes other"
run 1 "$RAVEL" check "$root/examples/bank.c"
run 0 "$RAVEL" show --dot - bank.trace.json
prints '^  e[0-9]* -> e[0-9]* \[style=dashed'
end
