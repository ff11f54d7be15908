# How many executions there are in all, while not all are explored.

cat > "$scratch/writers.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x;
static void *store(void *arg) {
  x = *(int *)arg;
  return NULL;
}
int main(void) {
  static int value[] = {1, 2, 3, 4, 5};
  pthread_t thread[5];
  for (int i = 0; i < 5; i++)
    pthread_create(&thread[i], NULL, store, &value[i]);
  for (int i = 0; i < 5; i++)
    pthread_join(thread[i], NULL);
}
END
"$RAVEL" cc -o "$scratch/writers" "$scratch/writers.c"

# Five stores have 5! = 120 orders. After the first of them: from the last state 1, before that 2 (one
# rival, one branch), then the mean of 2 * 3 and 2 + 2, which is 5, of 5 * 4 and 5 + 5, which is 15, of
# 15 * 5 and 15 + 15, which is 52.5: 52 explorations, to the power of 1.03.
begin "one of 120 executions gives the estimate that its definition says, and the interval has them"
run 3 "$RAVEL" check --max-executions=1 --json=r.json "$scratch/writers"
field estimate.executions 59 r.json
python3 -c 'import json; e = json.load(open("r.json"))["estimate"]; exit(not e["low"] <= 120 <= e["high"])' ||
  wrong "120 is not in the interval"
prints "estimate    about 59 executions in all (between"
end

begin "the estimate of a complete search is what it explored"
run 0 "$RAVEL" check --json=r.json "$scratch/writers"
field estimate.executions 120 r.json
field estimate.low 120 r.json
field estimate.high 120 r.json
prints_not "estimate"
end

begin "every algorithm estimates, and a bound of preemptions does not"
for algorithm in naive sleep dpor source optimal unfold "source --context-sensitive"; do
  run 3 "$RAVEL" check --max-executions=30 --json=r.json --algorithm $algorithm "$scratch/writers"
  python3 -c 'import json; exit(not json.load(open("r.json"))["estimate"]["executions"] >= 30)' ||
    wrong "no estimate with $algorithm"
done
run 3 "$RAVEL" check --preemption-bound=1 --max-executions=3 --json=r.json "$scratch/writers"
python3 -c 'import json; exit("estimate" in json.load(open("r.json")))' || wrong "an estimate with a bound"
end
