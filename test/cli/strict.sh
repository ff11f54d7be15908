# A trace that is kept with the sources as a regression test: replay --strict.

# strict STATUS options...: replays bank.trace.json in a directory that is not the recorded one.
strict() {
  wanted_status=$1
  shift
  rm -rf elsewhere
  mkdir elsewhere
  cp bank.c bank.trace.json elsewhere
  cd elsewhere || exit 1
  run "$wanted_status" "$RAVEL" replay --strict "$@" bank.trace.json
  cd ..
}
recorded_strictly() {
  begin "$1"
  cp "$root/examples/bank.c" bank.c
  run 1 "$RAVEL" check bank.c
}
repaired() {
  sed -i 's/^static void transfer/static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;\n&/; s/^  int balance = get_balance(from);/  pthread_mutex_lock(\&big);\n&/; s/^  set_balance(to, .*/&\n  pthread_mutex_unlock(\&big);/' bank.c
}

recorded_strictly "a trace is small, and fails until the program is repaired, wherever its sources are"
[ "$(wc -c <bank.trace.json)" -lt 10000 ] || wrong "the trace has $(wc -c <bank.trace.json) bytes"
strict 1
prints "^reproduced: the same"
repaired
strict 0
prints "^the schedule does not apply any more from step 7 of 16 on$"
prints "^does not fail with this schedule$"
prints_not "no execution with"
cp "$root/examples/bank.c" bank.c
sed -i '1i // A new first line.\n' bank.c
strict 1
prints "^still fails: the same assertion at bank.c:66 (it was at bank.c:64)$"
end

recorded_strictly "a trace survives another compiler and other flags"
for how in '--cc gcc --cflags=-O2' '--cc gcc --cflags=-O0' '--cc clang --cflags=-O0' '--cc clang --cflags=-O2'; do
  # shellcheck disable=SC2086
  strict 1 --quiet $how
  prints "^\(reproduced\|still fails: the same assertion\)"
done
repaired
for how in '--cc gcc --cflags=-O2' '--cc clang --cflags=-O2'; do
  # shellcheck disable=SC2086
  strict 0 --quiet $how
done
end

recorded_strictly "a trace whose threads are gone says so: it tests nothing any more"
sed -i '/^  pthread_create(&second/d; /^  pthread_join(second/d; s/^  pthread_t first, second;/  pthread_t first;/; s/^static void \*second_teller/__attribute__((unused)) &/' bank.c
strict 2
says "^ravel: the trace is not about this program any more: no step of T2 second_teller is left"
echo 'int main(void) { return 0; }' >bank.c
strict 2
says "the trace is not about this program any more"
rm -rf elsewhere
mkdir elsewhere
cp bank.trace.json elsewhere
cd elsewhere || exit 1
run 2 "$RAVEL" replay --strict bank.trace.json
cd ..
end

begin "a trace of a check inside of a program finds the check though lines have moved"
cat >inside.c <<'E'
#include <pthread.h>
#include <ravel.h>
static int n, m;
static void *add(void *p) {
  ++*(int *)p;
  return NULL;
}
static void two(void *p) {
  pthread_t a;
  pthread_create(&a, NULL, add, p);
#ifdef REPAIRED
  pthread_join(a, NULL);
#endif
  add(p);
#ifndef REPAIRED
  pthread_join(a, NULL);
#endif
}
static void one(void *p) {
  add(p);
}
static void test_first(void) {
  ravel_check(one, &n);
}
static void test_second(void) {
#ifdef MORE
  ravel_check(one, &m);
#endif
  ravel_check(two, &m);
}
int main(void) {
  test_first();
#ifdef MORE
  test_first();
#endif
  test_second();
}
E
run 0 "$RAVEL" cc -g -O0 -o inside inside.c
run 134 ./inside
mv inside-*.trace.json kept.json
mkdir elsewhere
sed '3i /* more lines */\n\n' inside.c >elsewhere/inside.c
cp kept.json elsewhere
cd elsewhere || exit 1
RAVEL_CC=clang run 0 "$RAVEL" cc -g -O2 -DMORE -o inside inside.c
run 1 "$RAVEL" replay --strict kept.json
prints "^still fails: the same data-race"
run 0 "$RAVEL" cc -g -DREPAIRED -o inside inside.c
run 0 "$RAVEL" replay --strict kept.json
prints "^does not fail with this schedule$"
sed -i '/ravel_check(two, &m)/d' inside.c
run 0 "$RAVEL" cc -w -g -o inside inside.c
run 2 "$RAVEL" replay --strict kept.json
says "the program has ended, and has not made the check of inside.c:"
cd ..
end

begin "--strict is an option of replay"
cp "$root/examples/bank.c" .
run 2 "$RAVEL" check --strict bank.c
says "^ravel: --strict is an option of ravel replay, not of ravel check$"
end
