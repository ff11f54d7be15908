# The supervisor against workers that misbehave: see fake_worker.c.

mkdir -p "$scratch/fake"
echo 'int nothing;' | $CC -shared -fPIC -x c -Wl,-soname,libravel.so -o "$scratch/fake/libravel.so" -
# An old-style rpath goes before LD_LIBRARY_PATH: the program gets the stand-in, not the runtime.
$CC -g -fPIE -pie -I"$root/src" -o "$scratch/fake/worker" "$here/fake_worker.c" -Wl,--no-as-needed \
  -Wl,--disable-new-dtags -Wl,-rpath,"$scratch/fake" -L"$scratch/fake" -lravel
cp "$scratch/fake/worker" "$scratch/worker"

begin "a worker that finishes is a pass"
run 0 "$RAVEL" check "$scratch/worker" -- pass
end

begin "a worker that asks for another process gets one, as long as it gets on"
run 0 "$RAVEL" check "$scratch/worker" --json r.json -- again-until-done
field executions 100 r.json
end

begin "a worker that asks for another process and gets nowhere is given up"
run 2 "$RAVEL" check --no-scout "$scratch/worker" -- again-and-again
says "no progress in any new worker process"
one_line
end

begin "a worker that dies before it begins cannot be checked"
run 2 "$RAVEL" check "$scratch/worker" -- die-first
says "was killed by signal 11"
one_line
end

begin "a worker that dies between steps cannot be checked"
run 2 "$RAVEL" check "$scratch/worker" -- die-between-steps
says "was killed by signal 9"
one_line
end

begin "a worker that dies in a step has found a crash"
run 1 "$RAVEL" check "$scratch/worker" --json r.json -- die-in-step
field errors.0.kind crash r.json
field errors.0.message "the process died: status 9" r.json
end

begin "a worker that always dies in a step and reports nothing is given up"
run 2 "$RAVEL" check "$scratch/worker" -- exit-in-step
says "no progress in any new worker process"
one_line
end

begin "a program that is not deterministic is unsupported, with the two events"
run 2 "$RAVEL" check "$scratch/worker" --json r.json -- diverge
field errors.0.kind unsupported r.json
field errors.0.message "a read of x was a write of y" r.json
field verdict incomplete r.json
field failure "a read of x was a write of y" r.json
end

begin "a worker's own failure is one line and status 2"
run 2 "$RAVEL" check "$scratch/worker" --json r.json -- fail
says "there is no memory for it"
one_line
field verdict incomplete r.json
end

begin "an error that cannot be recorded is still an error"
run 1 "$RAVEL" check "$scratch/worker" --json r.json -- fail-to-record
says "could not be recorded: it is all gone"
one_line
field verdict fail r.json
field errors.0.kind deadlock r.json
field errors.0.message "nobody moves" r.json
end

begin "a worker that stops when asked has its results told"
run 3 "$RAVEL" check "$scratch/worker" --max-seconds 0.3 --json r.json -- stop-when-asked
python3 -c 'import json; assert json.load(open("r.json"))["executions"] > 10' || wrong "the statistics are lost"
end

begin "a worker that is deaf is ended after two seconds"
before=$(date +%s)
run 3 "$RAVEL" check "$scratch/worker" --max-seconds 0.3 -- deaf
[ $(($(date +%s) - before)) -lt 6 ] || wrong "it took too long"
end

begin "a search that was misled begins anew, and counts anew"
run 0 "$RAVEL" check "$scratch/worker" --json r.json -- leave-state
says "every execution gets a process of its own"
one_line
field executions 2 r.json
end

begin "with --reset=auto an error that is not seen again is looked for with processes"
run 0 "$RAVEL" check "$scratch/worker" --json r.json -- error-in-memory
says "every execution gets a process of its own"
one_line
field verdict pass r.json
end

begin "an error of a process of its own is one, though it is not seen again"
run 1 "$RAVEL" check "$scratch/worker" --json r.json -- error-in-search
field errors.0.kind deadlock r.json
says "the program is not deterministic"
python3 -c 'import json; assert len(json.load(open("r.json"))["errors"]) == 1' || wrong "there are more errors"
end

for how in fail die get-nowhere leave-state leave-state-once; do
  begin "an error is not lost, and told once: $how"
  run 1 "$RAVEL" check "$scratch/worker" --json r.json --keep-going -- error-then $how
  one_line
  field verdict fail r.json
  field errors.0.kind deadlock r.json
  python3 -c 'import json; assert len(json.load(open("r.json"))["errors"]) == 1' || wrong "there are more errors"
  case $how in
  fail) field failure "'worker' cannot be checked: there is no memory for it" r.json ;;
  die) field failure "'worker' cannot be checked: its process was killed by signal 9 (Killed)" r.json ;;
  esac
  end
done

cat >"$scratch/long.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add(void *arg) {
  for (volatile int i = 0; i < 100000; i++)
    ;
  for (int i = 0; i < 6; i++)
    n = n + 1; // increments would commute
  assert(n == 0);
  return arg;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
EOF
for reset in memory fork; do
  begin "what was found is told though the worker is killed, and the kill is no error: --reset=$reset"
  "$RAVEL" cc -g "$scratch/long.c" -o long
  "$RAVEL" check long --keep-going --no-scout --max-seconds 8 --reset=$reset --json r.json >"$scratch/out" 2>"$scratch/err" &
  search=$!
  sleep 3 # traces are saved after one second and after two: there is another worker then
  worker=
  while kill -0 $search 2>/dev/null && [ -z "$worker" ]; do
    sleep 0.2
    worker=$(pgrep -P $search)
  done
  killed=
  for try in 1 2 3 4 5 6 7 8 9; do # the process of an execution may have ended by now
    victim=$(pgrep -P "$worker" | head -n 1)
    kill -9 "${victim:-$worker}" 2>/dev/null && killed=$try && break
  done
  [ -n "$killed" ] || wrong "there was no worker to kill"
  wait $search
  status=$?
  [ $status -eq 1 ] || wrong "exit status $status"
  field verdict fail r.json
  field errors.0.kind assertion r.json
  ! grep -q crash r.json || wrong "there is a crash"
  end
done

begin "an error inside a library is put down to the program's own line"
run 1 "$RAVEL" check "$scratch/worker" --json r.json -- error-in-library
field errors.0.location "$(cd "$here" && pwd)/fake_worker.c:$(grep -n 'the line that is told' "$here/fake_worker.c" | cut -d: -f1)" r.json
end

begin "a full list of errors is said to be full"
run 1 "$RAVEL" check "$scratch/worker" --json r.json --keep-going -- many-errors
field errors.63.message "error 63" r.json
prints "64 errors at most"
end
