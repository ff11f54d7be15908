# Traces: recorded, read, replayed; and files that are none.

begin "a replay reproduces the same events and the same end, every time"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
for _ in 1 2 3 4 5; do
  run 1 "$RAVEL" replay --quiet lost.trace.json
  prints "^reproduced"
  ! grep -q "has changed" "$scratch/err" || wrong "it takes the same program for a changed one"
done
end

begin "a replay does not depend on where it is called, nor on the environment's size"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
cd / || exit 1
run 1 env FILLER="$(seq 5000)" "$RAVEL" replay "$work/lost.trace.json"
prints "^reproduced"
end

begin "a replay from a program needs the program alone"
cp "$scratch/lost.c" .
run 0 "$RAVEL" cc -pthread -o lost lost.c
run 1 "$RAVEL" check ./lost
rm lost.c
run 1 "$RAVEL" replay lost.trace.json
prints "^reproduced"
end

begin "a program that has changed is noticed; harmless changes still reproduce the error"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
echo 'int unused;' >>lost.c
run 1 "$RAVEL" replay lost.trace.json
says "has changed since"
prints "^reproduced"
end

begin "a replay whose sources are gone says so"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
rm lost.c
run 2 "$RAVEL" replay lost.trace.json
says "'lost.c': No such file"
one_line
end

begin "show prints what check printed"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
sed -n '/^assertion/,/error: assertion/p' "$scratch/out" >check.txt
run 0 "$RAVEL" show lost.trace.json
sed -n '/^assertion/,/error: assertion/p' "$scratch/out" >show.txt
cmp -s check.txt show.txt || wrong "the texts differ"
[ -s show.txt ] || wrong "the text is empty"
end

for command in show replay; do
  begin "$command without a trace is an error"
  run 2 "$RAVEL" $command
  says "wants one trace"
  one_line
  end

  begin "$command of a trace that is not there is an error"
  run 2 "$RAVEL" $command nothing.json
  says "'nothing.json': No such file"
  one_line
  end

  begin "$command of a directory is an error"
  run 2 "$RAVEL" $command .
  one_line
  end

  for text in '' 'hello' '[]' '{}' 'null' '{"ravel_trace": 1}' '{"ravel_trace": 99}' '{"a": 1e}' \
    '"\ud800"' '{"ravel_trace": 1, "program": 3, "threads": {}}' '[[[[' '{"a" 1}' '[1,]'; do
    begin "$command refuses what is no trace in one line: $text"
    printf '%s' "$text" >t.json
    run 2 "$RAVEL" $command t.json
    says "cannot read the trace 't.json'"
    one_line
    end
  done
done

begin "a trace cut off anywhere is refused in one line, status 2"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
size=$(wc -c <lost.trace.json)
for n in $(seq 0 $((size / 40 + 1)) $((size - 3))); do
  head -c "$n" lost.trace.json >cut.json
  run 2 "$RAVEL" show cut.json
  one_line
done
end

begin "a trace with damaged bytes is refused or shown, and never more than that"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
python3 - "$RAVEL" <<'EOF' || wrong "it did not end properly"
import random, subprocess, sys
good = open("lost.trace.json", "rb").read()
random.seed(1)
for _ in range(150):
    bad = bytearray(good)
    for _ in range(random.choice([1, 1, 3, 20])):
        bad[random.randrange(len(bad))] = random.choice(b'0123456789"[]{},:ax\\\x00\xff')
    open("bad.json", "wb").write(bad)
    done = subprocess.run([sys.argv[1], "show", "bad.json"], capture_output=True, timeout=20)
    if done.returncode not in (0, 2) or (done.returncode == 2) != (done.stderr.count(b"\n") == 1):
        sys.exit(f"status {done.returncode}: {done.stderr[:200]}")
EOF
end

begin "plain accesses to what threads share are told with their values; others are not"
cat >bank.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int balance = 100, scratch[2];
static void *take(void *arg) {
  pthread_mutex_lock(&m);
  int seen = balance;
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 10; i++)
    scratch[0] += i;
  pthread_mutex_lock(&m);
  balance = seen - 30;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, take, NULL);
  pthread_mutex_lock(&m);
  balance = 200;
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  assert(balance == 170);
  return 0;
}
EOF
run 1 "$RAVEL" check bank.c
prints "writes balance = 200"
prints "reads balance = 100"
prints "writes balance = 70"
prints_not "scratch"
run 1 "$RAVEL" replay bank.trace.json
prints "^reproduced"
end

begin "an execution with too many plain accesses to tell is told without them"
cat >many.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
int table[64];
atomic_int x;
static void *fill(void *arg) {
  for (int k = 0; k < 200000; k++)
    for (int i = 0; i < 64; i++)
      table[i] += k;
  x = 1;
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, fill, NULL);
  pthread_join(a, NULL);
  assert(x == 2);
  return table[3];
}
EOF
run 1 "$RAVEL" check many.c
prints "reads x = 1"
prints_not "table"
end

begin "a crash through a wild pointer is told as any other"
cat >wild.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static int good;
_Atomic(int *) pointer = &good;
static void *spoil(void *arg) { pointer = (int *)0x12345678000; return arg; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, spoil, NULL);
  *pointer = 1;
  pthread_join(a, NULL);
  return !good;
}
EOF
run 1 "$RAVEL" check wild.c --json r.json
field errors.0.kind crash r.json
field errors.0.location wild.c:10 r.json
prints "reads pointer = 0x12345678000"
[ ! -s "$scratch/err" ] || wrong "standard error is not empty"
run 1 "$RAVEL" replay wild.trace.json
prints "^reproduced"
end

begin "an execution without end says which loop it is in"
cat >spin.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
atomic_int go, rounds;
static void *spin(void *arg) {
  while (!atomic_load(&go))
    atomic_fetch_add(&rounds, 1);
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, spin, NULL);
  pthread_join(a, NULL);
  return 0;
}
EOF
run 3 "$RAVEL" check spin.c --max-steps 1000 # it may end: no error
prints "^  T1 spin has gone round a loop [0-9]* times:$"
prints "^    spin.c:5 reads go = 0$"
prints "^    spin.c:6 updates rounds: .*, each time another value$"
prints "ravel_await(condition)"
end

begin "an execution without end in a loop that only looks says what it waits for"
cat >look.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int go;
static void *look(void *arg) {
  int rounds = 0;
  while (!atomic_load(&go))
    rounds++;
  printf("%d", rounds);
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, look, NULL);
  atomic_store(&go, 1);
  pthread_join(a, NULL);
  return 0;
}
EOF
run 3 "$RAVEL" check look.c --max-steps 2000 # the other thread could end the loop
prints "^  T1 look has gone round a loop [0-9,]* times:$"
prints "^    look.c:7 reads go = 0$"
prints "^  it waits for go to change: write ravel_await"
[ "$(wc -l <"$scratch/out")" -lt 40 ] || wrong "$(wc -l <"$scratch/out") lines are printed"
[ "$("$RAVEL" show --all look.trace.json | wc -l)" -gt 1000 ] || wrong "--all does not show all"
end

begin "an execution without end in which threads keep each other going names all loops"
cat >livelock.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], tries;
static void *polite(void *arg) {
  long self = (long)arg;
  for (;;) {
    atomic_store(&wants[self], 1);
    if (!atomic_load(&wants[1 - self]))
      return NULL;
    atomic_store(&wants[self], 0);
    atomic_fetch_add(&tries, 1);
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, polite, (void *)0);
  pthread_create(&b, NULL, polite, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
EOF
run 3 "$RAVEL" check livelock.c --max-steps 2000 # no state comes again: their tries are counted
prints "^  T1 polite has gone round a loop"
prints "^  T2 polite has gone round a loop"
for line in "livelock.c:7 writes wants.0. = 1" "livelock.c:8 reads wants.0. = 1" \
  "livelock.c:10 writes wants.1. = 0" "livelock.c:11 updates tries: .*, each time another value"; do
  prints "^    $line$"
done
prints "^  they keep each other going"
[ "$(wc -l <"$scratch/out")" -lt 60 ] || wrong "$(wc -l <"$scratch/out") lines are printed"
end

begin "what threads do with condition variables, semaphores and barriers is told in words"
cat > monitor.c <<'EOF'
#include <pthread.h>
#include <ravel.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static atomic_int waiting;
static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
  sem_post(&semaphore);
  pthread_barrier_wait(&barrier);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 3);
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, wait, NULL);
  ravel_await(waiting == 2);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  sem_wait(&semaphore);
  sem_wait(&semaphore);
  return 0;
}
EOF
run 1 "$RAVEL" check monitor.c
prints "waits on cond  *monitor.c:14"
prints "signals cond (wakes one of 2 waiters)"
prints "is woken from cond"
prints "posts semaphore (now 1)"
prints "takes one from semaphore (now 0)"
prints "arrives at barrier (1 of 3)"
prints "main waits at monitor.c:31 for a post of semaphore semaphore"
prints "waits at monitor.c:14 for a signal of condition variable cond"
prints "waits at monitor.c:17 for 2 more threads at barrier barrier"
end

begin "the other side of a data race is where it accessed the memory, not where it stopped"
cat >sides.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static int n;
static volatile int seen;
static void *store(void *arg) {
  n = 1;
  atomic_fetch_add((_Atomic int *)&n, 1);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, store, 0);
  seen = n;
  pthread_join(thread, 0);
}
EOF
run 1 "$RAVEL" check sides.c
prints "#0 store at sides.c:6"
prints "writes n = 1  *sides.c:6"
prints "reads n = 1  *sides.c:13"
end

begin "the other side of a data race is in the interleaving, even an access to its own stack"
cat >own.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static volatile int *of_main;
static atomic_int gate;
static void *store(void *arg) {
  gate = 1;
  *(int *)of_main = 1;
  return arg;
}
int main(void) {
  pthread_t thread;
  volatile int own = 0;
  of_main = &own;
  pthread_create(&thread, 0, store, 0);
  own = 2;
  pthread_join(thread, 0);
}
EOF
run 1 "$RAVEL" check own.c
prints "#0 store at own.c:7"
prints "#0 main at own.c:15"
prints " = 2  *own.c:15"

begin "a replay takes no compiler and no harmful flag from the trace, and shows what it runs"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check --cflags='-O2 -DN=1' lost.c
run 1 "$RAVEL" replay lost.trace.json
says "running lost.c (-O2 -DN=1)"
for change in 'cflags=-wrapper ./harm' 'cflags=-fplugin=./harm.so' 'cflags=-Wl,-plugin,./harm' \
  'cflags=-B .' 'cflags=@flags' 'cflags=-specs=harm' 'cflags=-O1 -o pass.c' 'cc=./harm' \
  'cflags=-mllvm -load' 'cflags=harm.o'; do
  python3 -c 'import json, sys
name, value = sys.argv[1].split("=", 1)
trace = json.load(open("lost.trace.json"))
trace["program"][name] = value
json.dump(trace, open("harm.json", "w"))' "$change"
  run 2 "$RAVEL" replay harm.json
  says "^ravel: the trace wants"
  one_line
done
run 1 "$RAVEL" replay --cc="$CC" --cflags=-O2 harm.json
end

begin "what a trace says cannot control the terminal"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
python3 -c 'import json
trace = json.load(open("lost.trace.json"))
bad = "\x1b]0;title\x07\x1b[2J\r\u009b1A\x7f\x1b[31mred"
trace["error"]["message"] += bad
for thread in trace["threads"]: thread["name"] += bad
for location in trace["locations"]: location["text"] += bad
json.dump(trace, open("bad.json", "w"))'
echo 'int unused;' >>lost.c
for command in show "show --columns" "replay --color=always" replay; do
  timeout 60 "$RAVEL" $command bad.json >"$scratch/out" 2>"$scratch/err"
  python3 - "$scratch/out" "$scratch/err" <<'EOF' || wrong "$command prints control characters"
import re, sys
for name in sys.argv[1:]:
    text = re.sub("\x1b\\[[0-9;]*m", "", open(name, encoding="utf-8").read())
    if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", text):
        sys.exit(1)
EOF
done
end
