# A program that keeps something where restoring its memory cannot reach: how exact its
# timers are is known to the kernel alone, which is asked behind the back of libc. Two threads change
# it, in two orders.

cat >"$scratch/timers.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int saw[2];
static long call(long number, long a, long b, long c) {
  __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return number;
}
static void *change(void *where) {
  pthread_mutex_lock(&mutex);
  *(int *)where = (int)call(SYS_prctl, 30, 0, 0);
  call(SYS_prctl, 29, 17, 0);
  pthread_mutex_unlock(&mutex);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, change, &saw[0]);
  pthread_create(&b, NULL, change, &saw[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw[0] != 17 || saw[1] != 17);
#ifdef BROKEN
  assert(saw[0] != 17);
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
field process_per_execution "keeps state that cannot be put back" r.json
only_files timers.c r.json
end

begin "what cannot be undone is named"
cat >loads.c <<'EOF'
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *load(void *arg) {
  dlopen("libm.so.6", RTLD_NOW);
  atomic_store(&n, 1);
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, load, NULL);
  atomic_store(&n, 2);
  pthread_join(a, NULL);
  return 0;
}
EOF
run 0 "$RAVEL" check loads.c --json r.json --verbose
prints "every execution had a process of its own: the program called dlopen(), whose effect cannot be undone"
prints "replays     from the start: the program calls dlopen()"
field process_per_execution "called dlopen(), whose effect cannot be undone" r.json
field replays_from_start dlopen r.json
end

begin "what such a search then finds is real, and replays"
cp "$scratch/timers.c" .
run 1 "$RAVEL" check timers.c --cflags=-DBROKEN --json r.json
field errors.0.message "assertion \`saw[0] != 17' failed in main" r.json
run 1 "$RAVEL" replay timers.trace.json
prints "^reproduced"
end

begin "--keep-going drops what a new process does not show too"
cp "$scratch/timers.c" .
run 1 "$RAVEL" check timers.c --cflags=-DBROKEN --json r.json --keep-going
prints "1 error$"
field errors.0.message "assertion \`saw[0] != 17' failed in main" r.json
end

begin "where a program is not deterministic, the place and the likely source are said"
cat >random.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int n, drawn;
static void *draw(void *arg) {
  atomic_store(&n, 1);
  FILE *file = fopen("/proc/sys/kernel/random/uuid", "r");
  int value = fgetc(file) << 16 | fgetc(file) << 8 | fgetc(file);
  fclose(file);
  for (int i = 0; i < 3; i++)
    value += atomic_exchange(&drawn, value);
  atomic_store(&n, value);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, draw, NULL);
  pthread_create(&b, NULL, draw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
EOF
timeout 60 "$RAVEL" check random.c --reset=fork >"$scratch/out" 2>"$scratch/err"
prints "the program is not deterministic"
prints "at random.c:1[0-2]"
prints "had called fclose(), and had opened '/proc/sys/kernel/random/uuid' before"
end

begin "an error that depends on where the output goes is said to do so"
cat >output.c <<'EOF'
#include <assert.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char name[100] = {0};
  readlink("/proc/self/fd/1", name, sizeof name - 1);
  assert(strcmp(name, "/dev/null") != 0);
  return 0;
}
EOF
run 1 "$RAVEL" check output.c
says "where its output goes. (in a search that is /dev/null"
end

begin "what the kernel gives each process at random is the same for all"
cat >given.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>
static atomic_long given;
int main(void) {
  long value;
  memcpy(&value, (void *)getauxval(AT_RANDOM), sizeof value);
  atomic_store(&given, value);
  assert(!atomic_load(&given));
  return 0;
}
EOF
run 1 "$RAVEL" check given.c --cflags=-fstack-protector-all
run 1 "$RAVEL" replay given.trace.json
prints "^reproduced"
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
