# Sampling: what is drawn instead of all executions.

twice() {
  cat >twice.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x;
static int seen[4];
static void *twice(void *arg) {
  int *mine = arg;
  mine[0] = x++;
  mine[1] = x++;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, twice, &seen[0]);
  pthread_create(&b, NULL, twice, &seen[2]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef ALTERNATING
  assert(seen[0] != 0 || seen[2] != 1 || seen[1] != 2);
#endif
  return 0;
}
EOF
}

begin "where not every execution was explored the last line is a command that explores others"
twice
run 3 "$RAVEL" check twice.c --max-executions 2 --expect-exit=any -- 'a b' --seed
prints "^  ravel check twice.c --expect-exit=any --max-executions=[0-9]* -- 'a b' --seed$"
run 0 "$RAVEL" check twice.c --max-executions="$(sed -n 's/^  ravel.*executions=\([0-9]*\).*/\1/p' "$scratch/out")"
run 3 "$RAVEL" check --preemption-bound 0 twice.c
prints '^  ravel check twice.c --preemption-bound=1$'
run 3 "$RAVEL" check --preemption-bound=auto --max-executions=1 twice.c
prints '^  ravel check --preemption-bound=auto twice.c --max-executions=10$'
run 3 "$RAVEL" check twice.c --sample=pos --samples=5
prints '^  ravel check twice.c --sample=pos --samples=50$'
run 3 "$RAVEL" check twice.c --sample=pos --samples=0 --max-seconds=0.2
prints '^  ravel check twice.c --sample=pos --samples=0 --max-seconds=3$'
run 0 "$RAVEL" check twice.c
prints_not 'ravel check'
end

# The four updates of two threads have 6 orders, all different traces.
for sampler in random pct pos; do
  begin "--sample=$sampler leaves it incomplete, and counts samples and different traces"
  twice
  run 3 "$RAVEL" check twice.c --sample=$sampler --samples=200 --depth=4 --json=r.json
  field verdict incomplete r.json
  field stopped_by --samples r.json
  field algorithm $sampler r.json
  field options.sample $sampler r.json
  field options.seed 0 r.json
  field samples 200 r.json
  field executions 200 r.json
  field distinct 6 r.json
  field longest 4 r.json
  prints '^incomplete *twice.c: stopped by --samples, nothing wrong so far'
  prints '^  samples     200, 6 different traces$'
  end

  begin "--sample=$sampler finds an error, which is a trace like any other"
  twice
  run 1 "$RAVEL" check twice.c --cflags=-DALTERNATING --sample $sampler --json=r.json
  field verdict fail r.json
  field errors.0.kind assertion r.json
  field errors.0.trace twice.trace.json r.json
  run 1 "$RAVEL" replay twice.trace.json
  run 0 "$RAVEL" show twice.trace.json
  end
done

begin "the number of traces that were not seen is estimated from those seen once and twice (Chao)"
twice
run 3 "$RAVEL" check twice.c --sample=random --samples=4 --json=r.json
python3 - <<'EOF' || wrong "the estimate is not what the formula gives"
import json, sys
r = json.load(open("r.json"))
once, twice = r["seen_once"], r["seen_twice"]
want = r["distinct"] + once * (once - 1) / (2 * (twice + 1))
e = r["estimate"]
sys.exit(abs(e["executions"] - want) > 0.5 or not r["distinct"] <= e["low"] <= e["executions"] <= e["high"])
EOF
end

begin "what PCT guarantees is said for the program at hand"
twice
# Three threads, one of them main, and four events: 1/(3 * 4^2); the first sample knows no length.
run 3 "$RAVEL" check twice.c --sample=pct --samples=101 --depth=3 --json=r.json
field guarantee.depth 3 r.json
field guarantee.threads 3 r.json
field guarantee.events 4 r.json
field guarantee.samples 100 r.json
python3 - <<'EOF' || wrong "the probabilities are wrong"
import json, sys
g = json.load(open("r.json"))["guarantee"]
p = 1 / 48
sys.exit(abs(g["each"] - p) > 1e-6 or abs(g["all"] - (1 - (1 - p) ** 100)) > 1e-6)
EOF
prints 'a bug of depth 3 shows in a sample with a probability of at least$'
prints '1/(3 \* 4^2) = 2.08 %, in one of 100 samples with 87.8 %,$'
end

begin "samples follow the seed, and nothing else"
twice
for seed in 1 1 2; do
  run 3 "$RAVEL" check twice.c --sample=pos --samples=20 --seed=$seed --json=$seed.json
  grep -e seen -e distinct $seed.json >>counts.$seed
done
[ "$(head -3 counts.1)" = "$(tail -3 counts.1)" ] || wrong "the same seed has drawn something else"
end

begin "without a number of samples, sampling ends with the time"
twice
run 3 "$RAVEL" check twice.c --sample=random --samples=0 --max-seconds=0.3 --json=r.json
field stopped_by --max-seconds r.json
field distinct 6 r.json
end

begin "--sample does not go with what changes which executions are explored"
run 2 "$RAVEL" check x.c --sample=pct --observers
says "--sample does not go with --observers"
one_line
run 2 "$RAVEL" check x.c --sample=pct --preemption-bound=1
says "--sample does not go with --preemption-bound"
one_line
run 2 "$RAVEL" check x.c --sample=some
says "--sample does not know 'some'; it knows none, random, pct, pos"
one_line
run 2 "$RAVEL" check x.c --sample=pct --depth=0
says "--depth wants a number from 1 to 1000"
end

# --symmetry: what it goes with, what it says, what is in the JSON.

cat >"$scratch/alike.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next;
static void *take(void *unused) {
  return atomic_fetch_add(&next, 1) ? unused : 0;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, take, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
}
END

begin "--symmetry explores one of each orbit, and is in the JSON"
run 0 "$RAVEL" check --quiet --symmetry --json=- "$scratch/alike.c"
prints '"symmetry": *true'
prints '"executions": *1,'
end

for other in --observers --context-sensitive --sample=random --preemption-bound=1 --races=ignore \
  --algorithm=naive --algorithm=unfold; do
  begin "--symmetry is refused together with $other"
  run 2 "$RAVEL" check --symmetry $other "$scratch/alike.c"
  says "--symmetry does not go with ${other%%=[r1]*}"
  one_line
  end
done

begin "an error that was found with --symmetry is replayed"
sed 's/return atomic/if (next == 3) __builtin_trap(); return atomic/' "$scratch/alike.c" >"$scratch/traps.c"
run 1 "$RAVEL" check --quiet --symmetry --trace="$scratch/traps.json" "$scratch/traps.c"
run 1 "$RAVEL" replay "$scratch/traps.json"
end
