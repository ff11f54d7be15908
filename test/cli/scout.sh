# The scout: short looks at likely executions in the midst of a search that takes long.

# Five threads of four updates and one of one: millions of traces, and a search that changes the last
# steps first does not soon come to one in which the last thread goes first. Without preemptions there
# are 6! = 720 traces, one in six of which begins with that thread.
far() {
  cat >far.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#define N 6
static atomic_int x;
static void *work(void *arg) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += x++;
  return sum < 0 ? NULL : arg;
}
static void *last(void *arg) {
  int before = x++;
  assert(before != 0);
  return arg;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, i == N - 1 ? last : work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
EOF
}

begin "a shallow error that the search does not come to is found by the scout, and replays"
far
run 1 "$RAVEL" check far.c --json=r.json
field verdict fail r.json
field scout.found True r.json
field errors.0.kind assertion r.json
! grep -q stopped_by r.json || wrong "it says that something has stopped it"
run 1 "$RAVEL" replay far.trace.json
end

begin "beside a search on two cores, too"
far
run 1 "$RAVEL" check -j2 far.c --json=r.json
field verdict fail r.json
field scout.found True r.json
field errors.0.kind assertion r.json
run 1 "$RAVEL" replay far.trace.json
end

begin "with --no-scout there is none"
far
run 3 "$RAVEL" check far.c --json=r.json --no-scout --max-seconds=1
field verdict incomplete r.json
! grep -q scout r.json || wrong "there is a scout"
end

begin "a search that the scout has interrupted counts as without it"
# Eight updates of one variable by eight threads have 8! orders; local code makes it take a while.
cat >eight.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x;
static void *work(void *arg) {
  int mine = x++;
  for (int i = 0; i < 20000; i++)
    __asm__ volatile("");
  return arg == (void *)(long)mine ? NULL : arg;
}
int main(void) {
  pthread_t t[8];
  for (int i = 0; i < 8; i++)
    pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join(t[i], NULL);
  return 0;
}
EOF
run 0 "$RAVEL" check eight.c --json=with.json
run 0 "$RAVEL" check eight.c --json=without.json --no-scout
field scout.found False with.json
for file in with without; do
  field verdict pass $file.json
  field executions 40320 $file.json
  field blocked 0 $file.json
  grep -e '"events"' -e '"races"' -e '"reversed"' -e '"restarts"' $file.json >$file.counts
done
cmp -s with.counts without.counts || wrong "the counts differ"
end
