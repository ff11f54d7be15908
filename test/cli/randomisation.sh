# Where the kernel does not let address randomisation be turned off, as in many containers: here, a
# stand-in for the C library's function refuses it.

cat >"$scratch/refuse.c" <<'EOF'
#include <errno.h>
int personality(unsigned long persona) {
  if (persona == 0xffffffff)
    return 0;
  errno = EPERM;
  return -1;
}
EOF
$CC -shared -fPIC -o "$scratch/refuse.so" "$scratch/refuse.c"
cat >"$scratch/pointers.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int cells[3], plain;
static _Atomic(int *) chosen = cells;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *choose(void *cell) {
  chosen = cell;
  pthread_mutex_lock(&mutex);
  plain++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, choose, &cells[1]);
  pthread_create(&b, NULL, choose, &cells[2]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef CRASH
  if (chosen == &cells[1])
    *(volatile int *)8 = plain;
#endif
  assert(chosen != &cells[1]);
  return 0;
}
EOF
refusing() { LD_PRELOAD="$scratch/refuse.so" run "$@"; }

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  for options in --races=report --races=interleave --reset=fork "--keep-going --cflags=-DCRASH"; do
    begin "$compiler: an error is found, recorded and replayed all the same: $options"
    cp "$scratch/pointers.c" .
    refusing 1 "$RAVEL" check pointers.c --cc=$compiler --json r.json $options
    [ ! -s "$scratch/err" ] || wrong "standard error is not empty"
    case $options in *CRASH) kind=crash ;; *) kind=assertion ;; esac
    field errors.0.kind $kind r.json
    prints "writes chosen = &cells\[2\]"
    refusing 1 "$RAVEL" replay --cc=$compiler pointers.trace.json
    prints "^reproduced"
    end
  done
done

begin "a program that was built elsewhere is checked, and it is said how to build it"
cp "$scratch/pointers.c" .
run 0 "$RAVEL" cc -pie -fPIE -pthread -o pointers pointers.c
refusing 1 "$RAVEL" check ./pointers --json r.json --races=interleave
says "link './pointers' with -no-pie"
one_line
field errors.0.kind assertion r.json
run 0 "$RAVEL" cc -no-pie -pthread -o pointers pointers.c
refusing 1 "$RAVEL" check ./pointers --races=interleave
[ ! -s "$scratch/err" ] || wrong "standard error is not empty"
refusing 1 "$RAVEL" replay pointers.trace.json
prints "^reproduced"
end
