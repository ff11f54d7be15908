# Several workers on one search: what comes out is what one worker finds.

cat >"$scratch/shared.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  int zero = 0;
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  if (atomic_compare_exchange_strong(&y, &zero, 1) && N > 2)
    x = 7;
#ifdef FAILS
  assert(x != 2 || y != 1);
  assert(x != N);
#endif
  return arg;
}
static void *create(void *arg) {
  pthread_t t;
  if (x > 2)
    pthread_create(&t, NULL, work, NULL), pthread_join(t, NULL);
  return work(arg);
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, CREATES ? create : work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
#ifdef FILE_NAME
  fclose(fopen(FILE_NAME, "w"));
#endif
  return 0;
}
EOF

compile() {
  name=$1
  shift
  "$RAVEL" cc -pthread "$@" -o "$scratch/$name" "$scratch/shared.c"
}
compile two -DN=2 -DCREATES=0
compile four -DN=4 -DCREATES=0
compile seven -DN=7 -DCREATES=0
compile fails -DN=3 -DCREATES=0 -DFAILS
compile creates -DN=3 -DCREATES=1
compile endless -DN=12 -DCREATES=0

counts() { python3 -c "
import json, sys
d = json.load(open('$1'))
print([d[k] for k in ('verdict', 'executions', 'blocked', 'bounded', 'threads', 'longest')],
      sorted((e['kind'], e['location']) for e in d['errors']))"; }

same_counts() {
  [ "$(counts one.json)" = "$(counts team.json)" ] ||
    wrong "$1: $(counts one.json) and, by several, $(counts team.json)"
}

until_true() {
  for _ in $(seq 1200); do
    if eval "$1"; then return 0; fi
    sleep 0.05
  done
  wrong "it never came to: $1"
}

# The workers of a command, which are children of its children.
workers() { for s in $(pgrep -P "$1"); do pgrep -P "$s"; done; }

for algorithm in optimal source dpor sleep naive; do
  begin "with $algorithm several workers count what one counts"
  program=four
  [ $algorithm != naive ] || program=two
  run 0 "$RAVEL" check --quiet -j1 --algorithm=$algorithm --json=one.json "$scratch/$program"
  for jobs in 2 8; do
    run 0 "$RAVEL" check --quiet -j$jobs --algorithm=$algorithm --json=team.json \
      "$scratch/$program"
    same_counts "$algorithm -j$jobs"
  done
  end
done

begin "with RAVEL_JOBS others join when the search has taken half a second"
run 0 "$RAVEL" check --quiet -j1 --json=one.json "$scratch/seven"
run 0 env RAVEL_JOBS=3 "$RAVEL" check --quiet --json=team.json "$scratch/seven"
same_counts seven
end

begin "where nothing is said others join, too, whatever the algorithm is"
for algorithm in optimal source dpor; do
  run 0 "$RAVEL" check --quiet -j1 --algorithm=$algorithm --json=one.json "$scratch/seven"
  run 0 env -u RAVEL_JOBS "$RAVEL" check --quiet --algorithm=$algorithm --json=team.json \
    "$scratch/seven"
  same_counts "$algorithm"
done
end

begin "threads that are first met by different workers have one number"
run 0 "$RAVEL" check --quiet -j1 --json=one.json "$scratch/creates"
run 0 "$RAVEL" check --quiet -j 3 --json=team.json "$scratch/creates"
same_counts creates
end

begin "where numbers of threads matter to the counts, the search begins again on one core"
run 0 "$RAVEL" check --quiet -j1 --algorithm=dpor --json=one.json "$scratch/creates"
run 0 "$RAVEL" check --quiet --jobs=3 --algorithm=dpor --json=team.json "$scratch/creates"
same_counts creates
end

begin "with --keep-going the errors are those that one worker finds, and replay"
run 1 "$RAVEL" check --quiet -j1 --keep-going --json=one.json --trace=one "$scratch/fails"
run 1 "$RAVEL" check --quiet -j3 --keep-going --json=team.json --trace=t "$scratch/fails"
same_counts fails
for trace in t t-2; do run 1 "$RAVEL" replay --quiet $trace; done
end

begin "the first error stops everybody, and replays"
run 1 "$RAVEL" check --quiet --jobs 3 --trace=t "$scratch/fails"
run 1 "$RAVEL" replay --quiet t
end

begin "a worker that is killed loses nothing"
run 0 "$RAVEL" check --quiet -j1 --no-scout --json=one.json "$scratch/seven"
"$RAVEL" check --quiet -j3 --no-scout --json=team.json "$scratch/seven" \
  >"$scratch/out" 2>"$scratch/err" &
ravel=$!
for _ in 1 2 3; do
  until_true "[ -n \"\$(workers $ravel)\" ]"
  kill -KILL $(workers $ravel | tail -1) 2>/dev/null
done
kill -KILL $(pgrep -P $ravel | tail -1) 2>/dev/null # a supervisor, with its worker
wait $ravel || wrong "exit status $?"
same_counts "with workers killed"
end

for signal in INT TERM; do
  begin "SIG$signal stops all workers: the result so far, status 3, no process left"
  RAVEL_CASE=jobs.$signal.$$ heeding_interrupts "$RAVEL" check --quiet -j3 --json=r.json \
    "$scratch/endless" >"$scratch/out" 2>"$scratch/err" &
  ravel=$!
  until_true "[ \$(workers $ravel | wc -l) -ge 3 ]"
  kill -$signal $ravel
  wait $ravel
  status=$?
  [ $status -eq 3 ] || wrong "the status is $status"
  field verdict incomplete r.json
  field stopped_by 'an interrupt' r.json
  ! alive jobs.$signal.$$ || wrong "a process is left"
  end
done

begin "SIGKILL of the command leaves no worker behind"
RAVEL_CASE=jobs.kill.$$ "$RAVEL" check --quiet -j3 "$scratch/endless" \
  >"$scratch/out" 2>"$scratch/err" &
ravel=$!
until_true "[ \$(workers $ravel | wc -l) -ge 3 ]"
kill -KILL $ravel
wait $ravel
until_true "! alive jobs.kill.$$"
end

begin "--max-seconds ends a search of several workers"
run 3 "$RAVEL" check --quiet -j3 --max-seconds=1 --json=r.json "$scratch/endless"
field stopped_by --max-seconds r.json
end

begin "a search that is saved by several workers goes on with any number of them"
run 0 "$RAVEL" check --quiet -j1 --no-scout --json=one.json "$scratch/seven"
timeout 60 "$RAVEL" check --quiet -j3 --no-scout --save=s --max-seconds=0.2 "$scratch/seven" \
  >"$scratch/out" 2>"$scratch/err"
for jobs in 5 1 2; do
  [ ! -e s ] || timeout 60 "$RAVEL" resume --quiet -j$jobs --max-seconds=0.3 --json=team.json s \
    >"$scratch/out" 2>"$scratch/err"
done
[ ! -e s ] || run 0 "$RAVEL" resume --quiet -j --json=team.json s
[ ! -e team.json ] || same_counts seven
[ ! -e s ] || wrong "the file of a search that is done is still there"
end

begin "what can't be divided says so in a line, and is searched on one core"
: >known
echo '{"ravel_baseline": 1, "errors": []}' >b.json
for option in --observers --context-sensitive --algorithm=unfold --preemption-bound=2 \
  --sample=random --symmetry --profile --tree=t.html --max-executions=5 --algorithm=static \
  --algorithm=graph --memory=c11 --memory=tso --suppress=known --baseline=b.json --verbose \
  '--algorithm=dpor --stateful' '--algorithm=source --order=random'; do
  timeout 60 "$RAVEL" check --quiet -j2 $option "$scratch/two" >"$scratch/out" 2>"$scratch/err"
  says 'on one core: --jobs has no effect'
  one_line
done
end

begin "a program that works on files is searched on one core"
compile writes -DN=4 -DCREATES=0 -DFILE_NAME='"made"'
run 0 "$RAVEL" check --quiet -j1 --json=one.json "$scratch/writes"
run 0 "$RAVEL" check --quiet -j2 --json=team.json "$scratch/writes"
says 'the search is on one core: the program may keep state that is not in its memory'
same_counts writes
end

begin "-j wants a number of workers"
for wrong_jobs in -j0 --jobs=0 --jobs=many --jobs=2000; do
  run 2 "$RAVEL" check $wrong_jobs "$scratch/two"
  one_line
done
end
