# Errors that are known: --baseline.

sed -n '/races.c" <<.END/,/^END/p' "$here/suppress.sh" | sed '1d;$d' >"$scratch/known.c"

# checking STATUS options...: checks known.c with the baseline b.json.
checking() {
  wanted_status=$1
  shift
  cp "$scratch/known.c" .
  run "$wanted_status" "$RAVEL" check --baseline b.json --json r.json --sarif s.json known.c -w "$@"
}

begin "known errors are listed and do not fail the run, new ones do, and vanished ones are told"
checking 0 --update-baseline
prints '^pass  known.c: every execution explored, nothing wrong but 1 known error$'
only_files b.json known.c r.json s.json
checking 0
prints '^  known       data-race on known: other_writer in bump (known.c), writer in bump (known.c)$'
prints 'not covered  known data races: '
prints_not vanished
field baseline.known.0.variable known r.json
field baseline.vanished '[]' r.json
field runs.0.results.0.baselineState unchanged s.json
field runs.0.results.0.suppressions.0.kind external s.json
checking 1 -DFRESH
prints 'data race on fresh'
prints '^fail  known.c: 1 error$'
prints '^  known       data-race on known'
prints_not vanished
field errors.0.variable fresh r.json
field runs.0.results.0.baselineState new s.json
field runs.0.results.1.baselineState unchanged s.json
run 1 "$RAVEL" replay known.trace.json
prints '^reproduced'
checking 0 -DFRESH --update-baseline
checking 0 -DFRESH
prints 'but 2 known errors$'
checking 0
prints '^  vanished    data-race on fresh: late in bump (known.c), late in bump (known.c)$'
field baseline.vanished.0.variable fresh r.json
checking 0 --update-baseline
checking 0
prints_not vanished
told=$(python3 "$here/schema.py" "$root/doc/result.schema.json" r.json 2>&1)
[ -z "$told" ] || wrong "$told"
told=$(python3 "$here/schema.py" "$here/sarif.schema.json" s.json 2>&1)
[ -z "$told" ] || wrong "$told"
end

begin "what is known is still known when lines move, and with another compiler and other flags"
checking 0 -DFRESH -O0 --update-baseline
sed -i '1i\
/* one more line */' "$scratch/known.c"
checking 0 -DFRESH
prints 'but 2 known errors$'
checking 0 -DFRESH -O2
prints 'but 2 known errors$'
checking 0 -DFRESH -O2 --cc clang
prints 'but 2 known errors$'
sed -i 1d "$scratch/known.c"
end

begin "where the search was not complete, nothing has vanished"
checking 0 -DFRESH --update-baseline
checking 3 --max-executions 1 -DASSERTION --races=ignore --algorithm=naive
prints_not vanished
checking 3 --max-executions 1 -DASSERTION --races=ignore --algorithm=naive --update-baseline
checking 0 -DFRESH
prints 'but 2 known errors$'
end

begin "assertions, deadlocks and exit statuses are known by what they say"
cat >kinds.c <<'E'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *backwards(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}
int main(void) {
  pthread_t thread;
#ifdef EXIT
  exit(EXIT);
#endif
#if ASSERT == 1
  assert(!"one");
#elif ASSERT == 2
  assert(!"two");
#endif
  pthread_create(&thread, NULL, backwards, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(thread, NULL);
}
E
for each in -DEXIT=3 -DASSERT=1 -DNOTHING; do
  rm -f b.json
  run 1 "$RAVEL" check $each kinds.c
  run 0 "$RAVEL" check $each --baseline b.json --update-baseline kinds.c
  run 0 "$RAVEL" check $each --baseline b.json kinds.c
  prints 'but 1 known error$'
done
prints 'known       deadlock: backwards in backwards (kinds.c), main in main (kinds.c)$'
rm b.json
run 0 "$RAVEL" check -DEXIT=3 --baseline b.json --update-baseline kinds.c
run 1 "$RAVEL" check -DEXIT=4 --baseline b.json kinds.c
run 0 "$RAVEL" check -DASSERT=1 --baseline b.json --update-baseline kinds.c
run 1 "$RAVEL" check -DASSERT=2 --baseline b.json kinds.c
end

begin "one file is for many programs, also when they write it at the same time"
for i in 1 2 3 4 5 6; do cp "$scratch/known.c" known$i.c; done
for i in 1 2 3 4 5 6; do "$RAVEL" check -w --baseline b.json --update-baseline known$i.c >out$i 2>&1 & done
wait
for i in 1 2 3 4 5 6; do
  run 0 "$RAVEL" check -w --baseline b.json known$i.c
  prints 'but 1 known error$'
  prints_not vanished
done
end

begin "checks that a program makes of itself have a baseline, too"
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
  add(p);
  pthread_join(a, NULL);
}
int main(void) {
  ravel_check(two, &n);
  ravel_check(two, &m);
}
E
run 0 "$RAVEL" cc -g -o inside inside.c
run 134 ./inside
RAVEL_OPTIONS="--baseline b.json --update-baseline" run 0 ./inside
field errors.0.variable m b.json
field errors.1.variable n b.json
RAVEL_OPTIONS="--baseline b.json" run 0 ./inside
RAVEL_OPTIONS="--baseline missing.json" run 134 ./inside
says "cannot read the baseline 'missing.json'"
RAVEL_OPTIONS="--suppress missing.txt" run 134 ./inside
says "cannot read the suppressions in 'missing.txt'"
end

begin "a baseline that is missing, damaged, or of another version is one clear line"
cp "$scratch/known.c" .
bad() { # what is said
  run 2 "$RAVEL" check -w --baseline b.json known.c
  one_line
  says "^ravel: $1"
  run 2 "$RAVEL" check -w --baseline b.json --update-baseline known.c
  one_line
}
run 2 "$RAVEL" check -w --baseline b.json known.c
one_line
says "^ravel: cannot read the baseline 'b.json': No such file or directory; --update-baseline makes one$"
run 2 "$RAVEL" check -w --update-baseline known.c
says "^ravel: --update-baseline goes with --baseline=FILE$"
: >b.json
bad "the baseline 'b.json' is damaged: "
printf '{"ravel_baseline": 1, "errors": [' >b.json
bad "the baseline 'b.json' is damaged: "
echo '[]' >b.json
bad "'b.json' is no baseline of Ravel$"
echo '{"ravel_trace": 1, "errors": []}' >b.json
bad "'b.json' is no baseline of Ravel$"
echo '{"ravel_baseline": "1", "errors": []}' >b.json
bad "'b.json' is no baseline of Ravel$"
echo '{"ravel_baseline": 2, "errors": []}' >b.json
bad "the baseline 'b.json' is of version 2, this Ravel knows version 1$"
for entry in '{}' 3 null '{"program": "a", "kind": "nonsense", "places": []}' \
  '{"program": "a", "kind": "data-race", "places": 3}' '{"kind": "data-race", "places": []}' \
  '{"program": "a", "kind": "unsupported", "places": []}'; do
  echo "{\"ravel_baseline\": 1, \"errors\": [$entry]}" >b.json
  bad "entry 1 of the baseline 'b.json' is no error: "
done
mkdir d
run 2 "$RAVEL" check -w --baseline d known.c
one_line
run 2 "$RAVEL" check -w --baseline nowhere/b.json --update-baseline known.c
one_line
end

begin "an error that is like a known one, but for a thread, a line or a variable, is a new one"
checking 0 --update-baseline
cp b.json whole.json
for change in 's/other_writer/third_writer/' 's/"text": "\*p = 1;"/"text": "*p = 2;"/' \
  's/"variable": "known"/"variable": "unknown"/' 's/"bump"/"pump"/' 's/"known.c"/"other.c"/' \
  's/data-race/deadlock/' 's/"program": "known"/"program": "other"/'; do
  sed "$change" whole.json >b.json
  checking 1
  prints '^fail  known.c: 1 error$'
done
end
