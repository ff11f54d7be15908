#!/bin/sh
# ravel-mpi on one machine, as if on two: four processes, two with another working directory and
# another directory for temporary files. RAVEL_MPI is the command, RAVEL the one without MPI, MPIRUN
# what starts the processes.
set -u
passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 RAVEL_JOBS=1
export OMPI_MCA_odls_base_sigkill_timeout=20 # a busy machine takes more than a second to save
here=$scratch/here there=$scratch/there
mkdir -p "$here/tmp" "$there/tmp"

cat >"$here/adds.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *add(void *arg) {
  const int found = atomic_fetch_add(&x, 1);
  atomic_store(&y, found);
#ifdef FAILS
  assert(found != N - 1 || y != 0);
#endif
  return arg;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
EOF

ok() { passed=$((passed + 1)); }
wrong() {
  failed=$((failed + 1))
  echo "mpi: $*" >&2
}

# Open MPI starts no more processes than there are cores unless it is told to.
oversubscribe=
"$MPIRUN" --version 2>/dev/null | grep -q "Open" && oversubscribe=--oversubscribe

run_mpi() {
  # shellcheck disable=SC2086 # nothing, or one word
  "$MPIRUN" $oversubscribe -n 2 -wdir "$here" env TMPDIR="$here/tmp" "$RAVEL_MPI" "$@" : \
    -n 2 -wdir "$there" env TMPDIR="$there/tmp" "$RAVEL_MPI" "$@"
}

counts() { python3 -c "
import json, sys
d = json.load(open('$1'))
print([d[k] for k in ('verdict', 'executions', 'blocked')], sorted((e['kind'], e['location']) for e in d['errors']))"; }

same() {
  (cd "$here" && "$RAVEL" check --quiet --no-scout --json="$scratch/one.json" "$@" >/dev/null 2>&1)
  run_mpi check --quiet --no-scout --json="$scratch/all.json" "$@" >"$scratch/out" 2>&1
  if [ "$(counts "$scratch/one.json")" = "$(counts "$scratch/all.json")" ]; then ok; else
    cat "$scratch/out" >&2
    wrong "$*: alone $(counts "$scratch/one.json"), by four $(counts "$scratch/all.json")"
  fi
}

same -DN=5 adds.c
same -DN=4 -DFAILS --keep-going --trace="$scratch/t" adds.c
same --algorithm=source -DN=4 adds.c

# A process of the job is killed: the search is saved, and goes on without MPI. (MPICH kills the others
# at once: this is about Open MPI.)
ranks() {
  for p in $(pgrep -f "$RAVEL_MPI check --quiet --no-scout --save"); do
    [ "$(ps -o comm= -p "$p")" = ravel-mpi ] && [ -n "$(pgrep -P "$p")" ] &&
      [ "$(ps -o comm= -p "$(ps -o ppid= -p "$p" | tr -d ' ')")" != ravel-mpi ] && echo "$p"
  done
}
run_mpi check --quiet --no-scout --save="$scratch/search" -DN=7 adds.c >"$scratch/out" 2>&1 &
job=$!
for _ in $(seq 300); do
  [ "$(ranks | wc -l)" -ge 4 ] && break
  sleep 0.1
done
sleep 1
victim=$(for p in $(ranks); do [ "$(readlink "/proc/$p/cwd")" = "$there" ] && echo "$p"; done | tail -1)
if [ -n "$victim" ] && kill -KILL "$victim"; then
  wait $job && wrong "a job without one of its processes says that all is well"
  if grep -q "ravel resume $scratch/search" "$scratch/out"; then ok; else
    cat "$scratch/out" >&2
    wrong "a killed process: no saved search is told of"
  fi
  (cd "$here" && "$RAVEL" resume --quiet --max-seconds=1 --json="$scratch/rest.json" "$scratch/search" \
    >"$scratch/out" 2>&1)
  status=$?
  if [ $status -eq 3 ] || [ $status -eq 0 ]; then ok; else
    cat "$scratch/out" >&2
    wrong "the saved search does not go on: status $status"
  fi
else
  wrong "the processes of the job did not begin"
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
