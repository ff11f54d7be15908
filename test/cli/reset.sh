# A program that keeps something where restoring its memory cannot reach: how exact its timers are is
# known to the kernel alone. Two threads change it, in two orders.

cat >"$scratch/timers.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <sys/prctl.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int saw[2];
static void *change(void *where) {
  pthread_mutex_lock(&mutex);
  *(int *)where = prctl(PR_GET_TIMERSLACK);
  prctl(PR_SET_TIMERSLACK, 77);
  pthread_mutex_unlock(&mutex);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, change, &saw[0]);
  pthread_create(&b, NULL, change, &saw[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw[0] != 77 || saw[1] != 77);
#ifdef BROKEN
  assert(saw[0] != 77);
#endif
  return 0;
}
EOF

begin "an error that a new process does not show is none, and the search is made again with processes"
cp "$scratch/timers.c" .
run 0 "$RAVEL" check timers.c --json r.json
says "every execution gets a process of its own"
one_line
prints "process of its own"
field verdict pass r.json
field executions 2 r.json
field options.reset auto r.json
only_files timers.c r.json
end

begin "what such a search then finds is real, and replays"
cp "$scratch/timers.c" .
run 1 "$RAVEL" check timers.c --cflags=-DBROKEN --json r.json
field errors.0.message "assertion \`saw[0] != 77' failed in main" r.json
run 1 "$RAVEL" replay timers.trace.json
prints "^reproduced"
end

begin "--keep-going drops what a new process does not show too"
cp "$scratch/timers.c" .
run 1 "$RAVEL" check timers.c --cflags=-DBROKEN --json r.json --keep-going
prints "1 error$"
field errors.0.message "assertion \`saw[0] != 77' failed in main" r.json
end

begin "--reset=fork needs no second search"
cp "$scratch/timers.c" .
run 0 "$RAVEL" check timers.c --reset=fork
[ ! -s "$scratch/err" ] || wrong "standard error is not empty"
end

begin "--reset=memory reports it, and says that it did not come up again"
cp "$scratch/timers.c" .
run 1 "$RAVEL" check timers.c --reset=memory --json r.json
says "did not come up again in a new process"
one_line
field errors.0.kind assertion r.json
end
