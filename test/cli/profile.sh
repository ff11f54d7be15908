# Where the executions come from, and what to do about them.

# x is stored to by two threads, y by two others: 2 * 2 executions. In half of them the stores to x are
# not in the order of the first execution, and in half of them those to y.
begin "the profile counts the executions in which a pair of lines is reversed"
cat > two_pairs.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x, y;
static void *a(void *arg) {
  x = 1; /* line 6 */
  return arg;
}
static void *b(void *arg) {
  x = 2; /* line 10 */
  return arg;
}
static void *c(void *arg) {
  y = 1; /* line 14 */
  return arg;
}
static void *d(void *arg) {
  y = 2; /* line 18 */
  return arg;
}
int main(void) {
  void *(*const start[])(void *) = {a, b, c, d};
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&thread[i], NULL, start[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
}
END
for algorithm in sleep dpor source optimal unfold; do
  run 0 "$RAVEL" check --profile --algorithm=$algorithm --json=r.json two_pairs.c
  field executions 4 r.json
  python3 - <<'END' || wrong "the pairs are wrong with $algorithm"
import json
pairs = {tuple(sorted((p["first"], p["second"]))): p["executions"] for p in json.load(open("r.json"))["profile"]}
assert pairs == {("two_pairs.c:10", "two_pairs.c:6"): 2, ("two_pairs.c:14", "two_pairs.c:18"): 2}, pairs
END
done
prints '  profile     executions in which the order of these two is reversed:'
end

begin "without --profile there is none"
cp "$scratch/writers.c" .
run 0 "$RAVEL" check --json=r.json writers.c
prints_not profile
python3 -c 'import json; exit("profile" in json.load(open("r.json")))' || wrong "a profile in the JSON"
end

# Five stores to one variable that nobody reads: 120 executions, 1 with --observers.
begin "an incomplete run names the pair that makes the most executions, and --observers where it explores all"
cp "$scratch/writers.c" .
run 3 "$RAVEL" check --max-executions=30 writers.c
prints '^29 of the first 30 executions reverse the order of writers.c:6 and writers.c:6;'
prints '^  ravel check --max-executions=30 writers.c --observers$'
run 0 "$RAVEL" check --max-executions=30 writers.c --observers
run 3 "$RAVEL" check --no-scout --max-executions=30 writers.c
prints_not 'of the first 30'
end

# 1 of 120, and the estimate goes up to 346: out of reach.
begin "where nothing else is known to help, few preemptions come first"
cp "$scratch/writers.c" .
run 3 "$RAVEL" check --max-executions=1 writers.c
prints '^  ravel check --max-executions=1 writers.c --preemption-bound=auto$'
end
