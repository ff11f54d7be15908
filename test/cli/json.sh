# The JSON result and other files that are written.

begin "the JSON has what the contract says, for a pass"
cp "$scratch/pass.c" .
run 0 "$RAVEL" check pass.c --json r.json --algorithm=sleep -- a b
field verdict pass r.json
field program pass.c r.json
field args.1 b r.json
field algorithm sleep r.json
field executions 2 r.json
field bounded 0 r.json
# Both orders of the two updates, and they share no prefix: 2 + 2 events.
field events 4 r.json
field threads 3 r.json
field longest 2 r.json
field pruned 0 r.json
field errors '[]' r.json
for name in ravel options blocked replayed seconds peak_rss_kib; do
  python3 -c 'import json,sys; json.load(open("r.json"))[sys.argv[1]]' $name 2>/dev/null || wrong "no $name"
done
only_files pass.c r.json
end

begin "the JSON has what the contract says, for a failure"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c --json=r.json
field verdict fail r.json
field errors.0.kind assertion r.json
field errors.0.location lost.c:18 r.json
field errors.0.thread main r.json
field errors.0.trace lost.trace.json r.json
end

begin "a bound of preemptions leaves it incomplete if it forbade something, and only then"
cat > twice.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x;
static void *twice(void *arg) {
  int first = x++;
  int second = x++;
  return first < second ? arg : NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, twice, NULL);
  pthread_create(&b, NULL, twice, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
END
# Of the 6 orders 2 have no preemption, 2 have one (ABBA), 2 have two (ABAB).
for bound in 0:2 1:4; do
  run 3 "$RAVEL" check twice.c --preemption-bound=${bound%:*} --json=r.json
  prints "^incomplete *twice.c: stopped by --preemption-bound, nothing wrong so far"
  field verdict incomplete r.json
  field stopped_by --preemption-bound r.json
  field options.preemption_bound ${bound%:*} r.json
  field executions ${bound#*:} r.json
done
run 0 "$RAVEL" check twice.c --preemption-bound=2 --json=r.json
field verdict pass r.json
field executions 6 r.json
# One bound after the other, each trace once.
run 0 "$RAVEL" check twice.c --preemption-bound=auto --json=r.json
field verdict pass r.json
field options.preemption_bound auto r.json
field executions 6 r.json
field complete_bound 2 r.json
prints "every execution with at most 2 preemptions explored"
# The first two have no preemption.
run 3 "$RAVEL" check twice.c --preemption-bound=auto --max-executions=3 --json=r.json
field verdict incomplete r.json
field complete_bound 0 r.json
run 2 "$RAVEL" check twice.c --preemption-bound=auto --algorithm=naive
says "--preemption-bound=auto does not go with --algorithm=naive"
end

begin "with --json - standard output is JSON and nothing else"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c --json -
field errors.0.kind assertion "$scratch/out"
says "^assertion:"
end

begin "with --json - what the program prints is kept off standard output"
cp "$scratch/pass.c" .
run 0 "$RAVEL" check pass.c --verbose --json -
field verdict pass "$scratch/out"
says "arguments, last"
end

begin "a run that was stopped by a limit is incomplete, status 3"
cp "$scratch/pass.c" .
run 3 "$RAVEL" check pass.c --json r.json --max-executions 1
field verdict incomplete r.json
field executions 1 r.json
prints "stopped by --max-executions"
end

begin "a program that does not compile leaves JSON that says so"
echo 'int main(' >bad.c
run 2 "$RAVEL" check bad.c --json r.json
field verdict incomplete r.json
field failure "'bad.c' does not compile" r.json
end

begin "--keep-going reports each distinct error once, each with its trace"
cat >two.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *set(void *arg) { x = 1; x = 2; return arg; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, set, NULL);
  int seen = x;
  if (seen == 0) assert(seen != 0);
  if (seen == 1) assert(seen != 1);
  pthread_join(a, NULL);
  return 0;
}
EOF
run 1 "$RAVEL" check two.c --keep-going --json r.json --trace out.json
prints "2 errors"
only_files out-2.json out.json r.json two.c
field errors.1.trace out-2.json r.json
run 1 "$RAVEL" replay out.json
run 1 "$RAVEL" replay out-2.json
end

for path in nowhere/r.json . "$scratch/pass.c/r.json" ''; do
  begin "a path that cannot be written is refused before the search: --json '$path'"
  cp "$scratch/lost.c" .
  run 2 "$RAVEL" check lost.c --json "$path"
  says "cannot write '$path'"
  one_line
  only_files lost.c
  end
done

begin "a trace path that cannot be written is refused before the search"
cp "$scratch/lost.c" .
run 2 "$RAVEL" check lost.c --trace nowhere/t.json
says "cannot write 'nowhere/t.json'"
one_line
only_files lost.c
end

begin "a full disk under --json is one line and status 2"
cp "$scratch/pass.c" .
run 2 "$RAVEL" check pass.c --json /dev/full
says "cannot write '/dev/full': No space left"
one_line
[ -c /dev/full ] || wrong "/dev/full was replaced"
end

begin "a full disk under standard output is one line and status 2"
cp "$scratch/pass.c" .
timeout 60 "$RAVEL" check pass.c >/dev/full 2>"$scratch/err"
[ $? -eq 2 ] || wrong "the status is not 2"
says "No space left"
one_line
end

begin "where standard output could not be written the JSON does not say pass"
cp "$scratch/pass.c" .
timeout 60 "$RAVEL" check pass.c --json r.json >/dev/full 2>"$scratch/err"
[ $? -eq 2 ] || wrong "the status is not 2"
field verdict incomplete r.json
field failure "cannot write standard output: No space left on device" r.json
end

begin "a full disk under the trace is one line, and the error is still told"
cp "$scratch/lost.c" .
mkdir small
if mount -t tmpfs -o size=4k tmpfs small 2>/dev/null; then
  head -c 4096 /dev/zero >small/filler
  run 1 "$RAVEL" check lost.c --trace small/t.json --json r.json
  says "cannot write 'small/t.json': No space left"
  one_line
  prints "^assertion:"
  [ "$(ls -A small)" = filler ] || wrong "left behind: $(ls -A small)"
  umount small
fi
end

begin "a trace that cannot be written takes nothing from an error"
cp "$scratch/lost.c" .
mkdir lost.trace.json
run 1 "$RAVEL" check lost.c --json r.json
says "cannot write 'lost.trace.json'"
one_line
prints "^assertion:"
field verdict fail r.json
field errors.0.trace None r.json
end

begin "an error is exit status 1 where the result cannot be written"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c --json /dev/full
says "cannot write '/dev/full': No space left"
prints "^assertion:"
timeout 60 "$RAVEL" check lost.c --json r.json >/dev/full 2>"$scratch/err"
[ $? -eq 1 ] || wrong "the status is not 1"
field verdict fail r.json
end

begin "what is unsupported is no error of the program"
cat >forks.c <<'EOF2'
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <unistd.h>
int main(void) {
  if (ravel_choose(2))
    fork();
  else if (FAILS)
    assert(!ravel_choose(2));
}
EOF2
run 2 "$RAVEL" check --keep-going --cflags=-DFAILS=0 forks.c --json r.json
field verdict incomplete r.json
field errors.0.kind unsupported r.json
field failure 'fork is not supported' r.json
prints "^incomplete *forks.c: the program does what is not supported"
run 1 "$RAVEL" check --keep-going --cflags=-DFAILS=1 forks.c --json r.json
field verdict fail r.json
prints "^fail *forks.c: 1 error$"
end

begin "a full temporary directory is one line after the compiler's own"
cp "$scratch/pass.c" .
mkdir small
if mount -t tmpfs -o size=4k tmpfs small 2>/dev/null; then
  TMPDIR=$PWD/small run 2 "$RAVEL" check pass.c
  tail -1 "$scratch/err" | grep -q "^ravel: 'pass.c' does not compile" || wrong "the last line is not ours"
  [ -z "$(ls -A small)" ] || wrong "left behind: $(ls -A small)"
  umount small
fi
end

begin "a file that is there is replaced as a whole, with its permissions; a link stays a link"
cp "$scratch/pass.c" .
echo old >real.json
chmod 600 real.json
ln -s real.json r.json
run 0 "$RAVEL" check pass.c --json r.json
[ -L r.json ] || wrong "the link is gone"
[ "$(stat -c %a real.json)" = 600 ] || wrong "the permissions have changed"
field verdict pass real.json
end

begin "--json /dev/stdout adds to what is there"
cp "$scratch/pass.c" .
timeout 60 "$RAVEL" check --quiet pass.c --json /dev/stdout >all.txt 2>"$scratch/err"
grep -q '^pass ' all.txt && grep -q '"verdict": "pass"' all.txt || wrong "something is missing"
end

begin "a reader that goes away does not change the status"
cp "$scratch/lost.c" .
(timeout 60 "$RAVEL" check lost.c; echo $? >status) 2>"$scratch/err" | true
wait_for '[ -s status ]'
[ "$(cat status)" = 1 ] || wrong "the status is $(cat status)"
end
