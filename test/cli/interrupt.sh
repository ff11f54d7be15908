# Interrupts and limits: what is known is told, nothing is left.

cat >"$scratch/long.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
atomic_int x;
static void *add(void *arg) {
  for (int i = 0; i < 50; i++)
    if (x++ < 0)
      return NULL;
  return arg;
}
int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
EOF

begin "--max-seconds ends the search in time, status 3, with its JSON"
cp "$scratch/long.c" .
run 3 "$RAVEL" check long.c --max-seconds 0.5 --json r.json --algorithm=sleep
field verdict incomplete r.json
field stopped_by --max-seconds r.json
python3 -c 'import json; d = json.load(open("r.json")); assert 0.4 < d["seconds"] < 30, d["seconds"]; assert d["executions"] + d["blocked"] > 0' 2>"$scratch/err" ||
  wrong "time or executions are not what they should be"
end

for signal in INT TERM HUP; do
  begin "SIG$signal during the search: the result so far, status 3, no process and no file left"
  cp "$scratch/long.c" .
  RAVEL_CASE=$signal.$$ heeding_interrupts "$RAVEL" check long.c --json r.json --algorithm=sleep >"$scratch/out" 2>"$scratch/err" &
  ravel=$!
  wait_for "pgrep -P $ravel | grep -q . && grep -qs ravel /proc/\$(pgrep -P $ravel | head -1)/maps"
  sleep 0.3
  kill -$signal $ravel
  wait $ravel
  status=$?
  [ $status -eq 3 ] || wrong "the status is $status"
  field verdict incomplete r.json
  field stopped_by 'an interrupt' r.json
  ! alive $signal.$$ || wrong "a process is left"
  only_files long.c r.json
  end
done

for signal in HUP INT; do
  begin "SIG$signal that was ignored at the start stays ignored"
  cp "$scratch/long.c" .
  (
    trap '' $signal
    exec "$RAVEL" check long.c --json r.json --algorithm=sleep --max-seconds 2
  ) >"$scratch/out" 2>"$scratch/err" &
  ravel=$!
  wait_for "pgrep -P $ravel | grep -q . && grep -qs ravel /proc/\$(pgrep -P $ravel | head -1)/maps"
  kill -$signal $ravel
  wait $ravel
  field stopped_by --max-seconds r.json
  end
done

begin "SIGCHLD that was ignored at the start does no harm"
cp "$scratch/pass.c" .
(
  trap '' CHLD
  exec timeout 20 "$RAVEL" check pass.c
) >"$scratch/out" 2>"$scratch/err"
[ $? -eq 0 ] || wrong "the status is not 0"
end

begin "SIGKILL leaves no process and no file behind either"
cp "$scratch/long.c" .
RAVEL_CASE=kill.$$ "$RAVEL" check long.c --algorithm=sleep >"$scratch/out" 2>"$scratch/err" &
ravel=$!
wait_for "pgrep -P $ravel | grep -q . && grep -qs ravel /proc/\$(pgrep -P $ravel | head -1)/maps"
kill -KILL $ravel
wait $ravel 2>/dev/null
wait_for "! alive kill.$$"
only_files long.c
end

for signal in INT TERM QUIT ABRT; do
  begin "SIG$signal while the compiler runs: no temporary file, no process, status 3"
  cp "$scratch/pass.c" .
  cat >slow-gcc <<'EOF'
#!/bin/sh
echo half >"$TMPDIR/half.s"
sleep 100
EOF
  chmod +x slow-gcc
  RAVEL_CASE=compile.$signal.$$ heeding_interrupts "$RAVEL" check pass.c --cc=./slow-gcc --json r.json >"$scratch/out" 2>"$scratch/err" &
  ravel=$!
  wait_for "ls '$scratch'/tmp/ravel-*/half.s >/dev/null 2>&1"
  kill -$signal $ravel
  wait $ravel
  status=$?
  [ $status -eq 3 ] || wrong "the status is $status"
  field verdict incomplete r.json
  wait_for "! alive compile.$signal.$$"
  end
done

begin "no progress line where there is no terminal"
cp "$scratch/long.c" .
run 3 "$RAVEL" check long.c --max-seconds 0.6 --algorithm=sleep
[ ! -s "$scratch/err" ] || wrong "standard error is not empty"
end

begin "a progress line on a terminal, and it is taken away"
cp "$scratch/long.c" .
timeout 60 script -qec "'$RAVEL' check long.c --max-seconds 2 --algorithm=sleep" /dev/null >"$scratch/out" 2>&1 </dev/null
prints "executions.* per second"
end

begin "SIGKILL of the command: with --keep-going, what was found is on disk, and replays"
sed 's/x++ < 0/x++ == 60/' "$scratch/long.c" | sed 's/return NULL;/return __builtin_trap(), NULL;/' >killed.c
"$RAVEL" cc -g -o killed killed.c || wrong "it does not compile"
"$RAVEL" check --keep-going --quiet killed >"$scratch/out" 2>"$scratch/err" &
ravel=$!
wait_for "python3 -c 'import json; json.load(open(\"killed.trace.json\"))' 2>/dev/null"
kill -KILL $ravel
wait $ravel 2>/dev/null
run 1 "$RAVEL" replay --quiet killed.trace.json
end

begin "a trace that was saved on the way and is no finding in the end is removed"
cp "$scratch/long.c" .
run 3 "$RAVEL" check --keep-going --quiet long.c --max-seconds 3
only_files long.c
end

begin "a worker that is slow to stand still while traces are saved is not ended: the search would be lost"
"$RAVEL" cc -g -o slow "$scratch/long.c" || wrong "it does not compile"
"$RAVEL" check --keep-going --quiet --no-scout --max-seconds 60 slow >"$scratch/out" 2>"$scratch/err" &
ravel=$!
wait_for "pgrep -P $ravel | grep -q . && grep -qs ravel /proc/\$(pgrep -P $ravel | head -1)/maps"
worker=$(pgrep -P $ravel | head -1)
kill -STOP "$worker"
sleep 4
grep -qs "^State:.*stopped" "/proc/$worker/status" || wrong "it was ended"
kill -KILL $ravel "$worker" 2>/dev/null
wait $ravel 2>/dev/null
end
