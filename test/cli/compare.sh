# One table over all algorithms.

# One thread writes x; N threads each read a variable of their own, then x.
cat >"$scratch/compare_readers.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#ifndef N
#define N 3
#endif
static atomic_int x, own[N];
static void *writer(void *unused) {
  atomic_store(&x, 1);
  return unused;
}
static void *reader(void *id) {
  (void)atomic_load(&own[(intptr_t)id]);
  (void)atomic_load(&x);
  return NULL;
}
int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[N], NULL, writer, NULL);
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, reader, (void *)i);
  for (int i = 0; i <= N; i++)
    pthread_join(threads[i], NULL);
}
END

# N threads write different values to x, which nobody reads.
cat >"$scratch/compare_writers.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#ifndef N
#define N 3
#endif
static atomic_int x;
static void *writer(void *id) {
  atomic_store(&x, 1 + (int)(intptr_t)id);
  return NULL;
}
int main(void) {
  pthread_t threads[N];
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, writer, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
}
END

cat >"$scratch/compare_rows" <<'END'
naive
sleep
static
dpor
source
optimal
source --observers
optimal --observers
source --context-sensitive
optimal --context-sensitive
optimal --context-sensitive --observers
unfold --k 1
unfold --k optimal
optimal --symmetry
dpor --stateful
END

# row NAME COLUMN...: the first cells of a row of the table.
row() {
  name=$1
  shift
  found=$(sed -n "s/^$name  *\([^-]\)/\1/p" "$scratch/out" | tr -s ' ' | cut -d' ' -f1-$#)
  [ "$found" = "$*" ] || wrong "the row $name begins with '$found' where '$*' is expected"
}

# rows_of FILE EXPRESSION: about `rows`, what the JSON has by the names of the rows.
rows_of() {
  python3 - "$1" "$2" "$scratch/compare_rows" <<'END' 2>"$scratch/err" || wrong "the JSON is not as it should be: $2"
import json, sys
names = open(sys.argv[3]).read().split("\n")[:-1]
def name(row):
    options = row["options"]
    k = f" --k {options['k']}" if row["algorithm"] == "unfold" else ""
    flags = [f" --{flag.replace('_', '-')}" for flag in ("context_sensitive", "observers", "symmetry", "stateful") if options[flag]]
    return row["algorithm"] + k + "".join(flags)
rows = {name(row): row for row in json.load(open(sys.argv[1]))}
assert list(rows) == names[:len(rows)], list(rows)
assert eval(sys.argv[2]), {name: (row["executions"], row["blocked"], row["verdict"]) for name, row in rows.items()}
END
}

# (2n+1)! / 2^n interleavings, 2^n traces. Source sets begin nothing in vain here, sleep sets and dpor do.
begin "a livelock that only a stateful search looks for is no contradiction"
run 1 "$RAVEL" compare "$root/test/programs/reductions/stateful_livelock.c"
prints "^dpor --stateful .*fail: nontermination$"
prints "^optimal .* pass$"
prints "^nontermination is a livelock here"
end

begin "compare has a row for each algorithm: the readers of the paper"
cp "$scratch/compare_readers.c" readers.c
run 0 "$RAVEL" compare readers.c --json=r.json --html=r.html
row naive 630 0 0 0
row static 8
row source 8 0 0 0
row optimal 8 0 0 0
row "optimal --observers" 8 0 0 0
row "unfold --k 1" 8
row "unfold --k optimal" 8 0 0 0
row "optimal --symmetry" no effect: no two threads are alike
prints '^--symmetry has no effect: no two threads are created'
rows_of r.json 'len(rows) == 15 and all(row["verdict"] == "pass" for row in rows.values())'
rows_of r.json 'all(rows[name]["executions"] == 8 for name in ("sleep", "static", "dpor", "source", "optimal", "source --observers", "unfold --k 1"))'
rows_of r.json 'rows["sleep"]["blocked"] > rows["dpor"]["blocked"] > 0 == rows["source"]["blocked"]'
rows_of r.json '1 <= rows["optimal --context-sensitive"]["executions"] <= 8'
while read -r name; do
  [ "$(grep -c ">$name<" r.html)" -eq 5 ] || wrong "the page does not have $name in four charts and a table"
done <"$scratch/compare_rows"
! grep -qE '(src|href)="?(https?:)?//|@import|url\(' r.html || wrong "the page needs something else"
only_files readers.c r.html r.json
end

# n! traces, all interleavings different; 1 if stores that nobody reads are not ordered.
begin "compare shows what an option saves: the writers of the paper"
cp "$scratch/compare_writers.c" writers.c
run 0 "$RAVEL" compare writers.c
row naive 6 0 0 0
row sleep 6 0 0 0
row optimal 6 0 0 0
row "source --observers" 1
row "optimal --observers" 1 0 0 0
row "unfold --k optimal" 6 0 0 0
run 0 "$RAVEL" compare -DN=4 writers.c
row naive 24 0 0 0
row "optimal --observers" 1 0 0 0
end

begin "the table as Markdown has the same rows, and as many cells in each"
cp "$scratch/compare_readers.c" readers.c
run 0 "$RAVEL" compare --markdown readers.c
prints '^| `optimal` | 8 | 0 | 0 | 0 | '
[ "$(grep -c '^|' "$scratch/out")" -eq 17 ] || wrong "it does not have two lines and 15 rows"
[ "$(grep '^|' "$scratch/out" | tr -cd '|\n' | sort -u)" = '||||||||||' ] || wrong "rows differ in their cells"
end

begin "a row that is stopped says more than N, and the verdict that it does not share is marked; status 3"
cp "$scratch/compare_readers.c" readers.c
run 3 "$RAVEL" compare readers.c --max-executions=20 --json=- --html=r.html
cp "$scratch/out" r.json
cp "$scratch/err" "$scratch/out"
row naive more than 20
prints 'incomplete: --max-executions \*$'
prints '^more than N: '
prints '^\* no verdict, unlike other rows'
row optimal 8 0 0 0
rows_of r.json 'len(rows) == 15 and rows["naive"]["stopped_by"] == "--max-executions" and rows["optimal"]["verdict"] == "pass"'
grep -q 'more than 20<' r.html || wrong "the page does not say it"
run 3 "$RAVEL" compare -DN=7 readers.c --max-seconds=2
row "optimal" 128 0 0 0
prints '^naive  *more than .* incomplete: --max-seconds \*$'
end

begin "a program that fails: every row says so, no trace is left, status 1"
cat >lost.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
  x = x + 1;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
}
END
run 1 "$RAVEL" compare lost.c --json=r.json
[ "$(grep -c 'fail: assertion$' "$scratch/out")" -ge 11 ] || wrong "not every row fails"
prints '^a search that fails ends with its first error'
rows_of r.json 'len(rows) == 15 and all(row["verdict"] == "fail" for row in rows.values())'
only_files lost.c r.json
# What the command itself has by then, with all it has found, does not count.
rows_of r.json 'max(row["peak_rss_kib"] for row in rows.values()) < 1.2 * min(row["peak_rss_kib"] for row in rows.values())'
# Two loads and two stores, each after the load of its thread: 4! / (2! 2!) interleavings, 4 traces.
run 1 "$RAVEL" compare --keep-going lost.c
row naive 6 0
row optimal 4 0
prints_not 'ends with its first error'
end

begin "a row that the options exclude says why"
cp "$scratch/compare_readers.c" readers.c
run 0 "$RAVEL" compare --races=ignore readers.c --json=r.json
prints "^optimal --symmetry  *--symmetry does not go with --races=ignore$"
prints_not 'no verdict'
rows_of r.json 'rows["optimal --symmetry"]["failure"] == "--symmetry does not go with --races=ignore"'
end

begin "arguments and flags of the compiler reach the program"
cat >exits.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv) {
  return argc == 2 ? atoi(argv[1]) - M : 9;
}
END
run 0 "$RAVEL" compare -DM=5 exits.c -- 5
run 1 "$RAVEL" compare --cflags=-DM=5 exits.c -- 4
run 0 "$RAVEL" compare --expect-exit=9 -O2 -DM=5 exits.c
end

begin "a program that does not compile, none at all, options that are not for compare: status 2, no file"
echo 'int main(void) { return nothing; }' >bad.c
run 2 "$RAVEL" compare bad.c --json=r.json --html=r.html
says "nothing"
run 2 "$RAVEL" compare
one_line
run 2 "$RAVEL" compare --algorithm=dpor bad.c
says "option of ravel check"
one_line
run 2 "$RAVEL" compare --json=- --html=- bad.c
says "standard output"
one_line
run 2 "$RAVEL" compare --html=no/such/place.html bad.c
one_line
only_files bad.c
end

begin "an interrupt keeps the rows made so far, status 3, no process left"
cp "$scratch/compare_readers.c" readers.c
RAVEL_CASE=compare.$$ heeding_interrupts "$RAVEL" compare -DN=14 readers.c --max-seconds=1.5 --json=r.json >"$scratch/out" 2>"$scratch/err" &
ravel=$!
wait_for "pgrep -P $ravel | grep -q . && grep -qs ravel /proc/\$(pgrep -P $ravel | head -1)/maps"
first=$(pgrep -P $ravel)
wait_for "pgrep -P $ravel | grep -qvx '${first:-none}'" # the second row
kill -INT $ravel
wait $ravel
status=$?
[ $status -eq 3 ] || wrong "the status is $status"
prints '^naive  *more than .* incomplete: '
prints '^optimal --symmetry  *not run: interrupted$'
rows_of r.json '0 < len(rows) < 15'
! alive compare.$$ || wrong "a process is left"
end
