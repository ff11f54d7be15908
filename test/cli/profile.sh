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

# --- advice: true where it is given, and not given where it would not be ------------------------

begin "the profile names the objects, and the lines that one thread comes to again"
cat >"$scratch/habits.c" <<'END'
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef THREADS
#define THREADS 2
#endif
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static struct { atomic_int hits, ids; } count;
static atomic_int low, high, apart;
static void __attribute__((noinline)) put(int v) {
  atomic_store(&low, v);
#ifndef ONE
  atomic_store(&high, v);
#endif
}
static void *work(void *arg) {
#if defined LOCKS || defined MERGED
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&a);
    x++;
#ifdef LOCKS
    pthread_mutex_unlock(&a);
#ifdef APART
    apart = 1;
#endif
    pthread_mutex_lock(&b);
    y++;
    pthread_mutex_unlock(&b);
#else
    y++;
    pthread_mutex_unlock(&a);
#endif
  }
#elif defined IDS
  *(int *)arg = atomic_fetch_add(&count.ids, 1);
#elif defined RETRIES
  int seen = atomic_load(&count.ids);
  while (!atomic_compare_exchange_weak(&count.ids, &seen, seen + 1))
    ;
#elif defined RELOADS
  int seen;
  do
    seen = atomic_load(&count.ids);
  while (!atomic_compare_exchange_strong(&count.ids, &seen, seen + 1));
#elif defined UNUSED
  atomic_fetch_add(&count.ids, 1);
#elif defined HITS
  count.hits = count.hits + 1;
#elif defined BLOCK
  ravel_atomic { put(*(int *)arg); }
#else
  put(*(int *)arg);
#endif
  return arg;
}
int main(void) {
  pthread_t thread[THREADS];
  static int id[THREADS];
  for (int i = 0; i < THREADS; i++)
    id[i] = i;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &id[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
}
END
cp "$scratch/habits.c" .
run 0 "$RAVEL" check --profile --json=r.json -DLOCKS habits.c
python3 - <<'END' || wrong "objects or loops are wrong"
import json
r = json.load(open("r.json"))
assert {o["object"] for o in r["profile_objects"]} == {"a", "b"}, r
assert [l["times"] for l in r["profile_loops"]] == [2, 2], r
END
prints "^  again       habits.c:21, 2 times in one thread$"
run 0 "$RAVEL" check --profile -DHITS habits.c
prints "^ *[0-9]*  count.hits$"
prints_not "again"
end

# advises TEXT FLAGS BETTER: with the flags the advice is given, and what it says makes it better.
executions() {
  "$RAVEL" check --profile --json=n.json "$@" habits.c >more.txt 2>&1
  python3 -c 'import json; print(json.load(open("n.json"))["executions"])'
}
advises() {
  before=$(executions $2)
  grep -q "^  advice      $1" more.txt || wrong "with $2 there is no advice: $1"
  after=$(executions $3)
  [ "$after" -lt "$before" ] || wrong "$3 has $after executions and $2 has $before: $1"
  ! grep -q "^  advice      $1" more.txt || wrong "with $3 there is still advice: $1"
}

begin "advice is true, and not given any more to who has followed it"
cp "$scratch/habits.c" .
advises "3 threads run work: with 2 there are far fewer" "-DTHREADS=3" "-DTHREADS=2"
advises "b is always locked right after a: one critical section" "-DLOCKS" "-DMERGED"
advises "habits.c:[0-9]* uses what it finds in count.ids: additions" "-DIDS" "-DUNUSED"
advises "habits.c:[0-9]* reads and writes count.hits in two steps" "-DHITS" "-DUNUSED"
for loop in RETRIES RELOADS; do
  advises "habits.c:[0-9]* tries again until its compare-and-swap of count.ids succeeds" "-D$loop" "-DUNUSED"
done
advises "put makes several steps: " "-DTHREADS=2" "-DBLOCK"
end

begin "locks that are not always taken together, and functions of one step, get no advice"
cp "$scratch/habits.c" .
executions -DLOCKS -DAPART >n.txt
! grep -q "advice.*always locked" more.txt || wrong "locks with something in between are to be merged"
executions -DONE >n.txt
! grep -q "advice.*makes several" more.txt || wrong "one step is to be made one"
end

begin "an incomplete run says so too, and names --symmetry where threads are interchangeable"
cat >alike.c <<'END'
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}
int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&thread[i], NULL, work, argc > 1 ? &thread[i] : NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
}
END
run 3 "$RAVEL" check --max-executions=200 alike.c
prints "^- 4 threads run work: with 3 there are far fewer executions$"
prints "^  ravel check --max-executions=200 alike.c --symmetry$"
run 0 "$RAVEL" check --max-executions=200 alike.c --symmetry
run 3 "$RAVEL" check --max-executions=200 alike.c -- apart
prints_not "symmetry"
end

begin "a search that is stopped while executions get longer says by which loop, and makes no estimate"
cat >longer.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int ready, noise;
static void *consumer(void *arg) {
  int rounds = 0;
  while (!atomic_load(&ready)) { /* line 7 */
    rounds++;
    noise = rounds;
  }
  printf("%d rounds\n", rounds);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  noise = 0;
  atomic_store(&ready, 1);
  pthread_join(thread, NULL);
}
END
run 3 "$RAVEL" check --max-executions=200 longer.c
prints "^executions get longer and longer, [0-9]* events so far; there may be no end to them$"
prints "^consumer goes round a loop once more each time, at longer.c:[79]$"
prints_not "^  estimate"
run 3 "$RAVEL" check --max-executions=20 "$scratch/writers.c"
prints_not "longer"
end

# 80 events in every execution: they are long, and get no longer.
begin "long executions are not taken for ones that get longer"
cat >long.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *forty(void *arg) {
  for (int i = 0; i < 40; i++)
    x = i;
  return arg;
}
int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, forty, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
}
END
run 3 "$RAVEL" check --max-executions=200 --json=r.json long.c
prints_not "longer and longer"
prints "^  estimate"
field longest 80 r.json
field lengthened 1 r.json
end

begin "a thread that works until the program ends leaves no execution with an end, and that is said"
cat >ticker.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>
static atomic_int ticks;
static void *ticker(void *unused) {
  for (;;) {
    ticks++;
    usleep(1000);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ticker, NULL);
  ticks = 5;
  return 0;
}
END
run 3 "$RAVEL" check --keep-going --max-executions=100 ticker.c
prints "^executions get longer and longer, "
prints "^none has come to its end: "
prints "^until the program ends, give it a bound, or ravel_assume(rounds < 3)$"
end

# Signals and waits update the condition variable, but nobody adds to it.
begin "a condition variable is not taken for a counter"
cat >signals.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *signaller(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    ready++;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
  }
  return arg;
}
static void *waiter(void *arg) {
  pthread_mutex_lock(&m);
  while (ready < 4)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, waiter, NULL);
  for (int i = 1; i < 3; i++)
    pthread_create(&thread[i], NULL, signaller, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
}
END
run 3 "$RAVEL" check --profile --max-executions=600 signals.c
prints ' c$'
prints_not 'additions'
end

# What a user can make of an operation inside of a library is the library's function. How that counts
# is not for the user to change.
begin "an operation inside of a library is named by its function, and nothing is advised about it"
cat >library.cc <<'END'
#include <semaphore>
#include <thread>
int main() {
  std::counting_semaphore<2> slots(1);
  auto worker = [&] {
    slots.acquire();
    slots.release();
  };
  std::thread a(worker), b(worker);
  a.join();
  b.join();
}
END
run 0 "$RAVEL" check --profile -std=c++20 library.cc
prints ' library.cc:7 and std::__atomic_wait_address_bare<...> (atomic_wait.h:[0-9]*)$'
prints_not '/usr/include'
prints_not '  advice .*std::'
end
