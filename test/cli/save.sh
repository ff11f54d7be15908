# A search is saved, resumed, and ends with the counts of one that was never stopped.

cat >"$scratch/saved.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  int zero = 0;
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  if (atomic_compare_exchange_strong(&y, &zero, 1) && N > 2)
    x = 7;
  return arg;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
EOF
"$RAVEL" cc -DN=3 -pthread -o "$scratch/saved" "$scratch/saved.c"
"$RAVEL" cc -DN=2 -pthread -o "$scratch/other" "$scratch/saved.c"
"$RAVEL" cc -DN=40 -pthread -o "$scratch/endless" "$scratch/saved.c"

counts() { python3 -c "
import json, sys
d = json.load(open('$1'))
print([d[k] for k in ('verdict', 'executions', 'blocked', 'bounded', 'events', 'threads', 'longest')],
      sorted((e['kind'], e['location']) for e in d['errors']))"; }

# Stops after so many executions each time.
resume_until_done() {
  limit=$1
  for i in $(seq 100); do
    run_any "$RAVEL" resume --quiet --max-executions=$limit --json=now.json s
    [ $status -eq 3 ] || return
    limit=$((limit * 3 / 2 + 1))
  done
  wrong "it does not come to its end"
}

run_any() {
  timeout 60 "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  status=$?
}

cat >"$scratch/numbers.c" <<'EOF'
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int x;
static void handle(int number) { x += number > 0; }
static void *work(void *arg) { return x++, kill(getpid(), SIGUSR1), arg; }
int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  x = 3;
  pthread_create(&t, NULL, work, NULL);
  return 0;
}
EOF
"$RAVEL" cc -pthread -o "$scratch/numbers" "$scratch/numbers.c"

begin "a search goes on in a process that has not seen all of its threads"
run 0 "$RAVEL" check --quiet --json=all.json "$scratch/numbers"
run 3 "$RAVEL" check --quiet --save=s --max-executions=1 "$scratch/numbers"
resume_until_done 2
[ "$(counts all.json)" = "$(counts now.json)" ] || wrong "$(counts all.json) and, resumed, $(counts now.json)"
end

# A checkpoint may be taken there before the thread with a lower number begins.
begin "a search goes on in a process in which threads begin in another order than at first"
for stop in 3 4; do
  run 3 "$RAVEL" check --quiet --save=s --max-executions=$stop --cflags=-DN=2 "$root/bench/actor_buffer.c"
  run 0 "$RAVEL" resume s
  prints_not "process of its own"
done
end

for algorithm in optimal source dpor sleep "optimal --reset=fork"; do
  begin "a search with $algorithm that is stopped again and again has the counts of one run"
  run 0 "$RAVEL" check --quiet --algorithm=$algorithm --json=all.json "$scratch/saved"
  run 3 "$RAVEL" check --quiet --algorithm=$algorithm --save=s --max-executions=1 "$scratch/saved"
  says "the search is saved: ravel resume s"
  resume_until_done 1
  [ "$(counts all.json)" = "$(counts now.json)" ] ||
    wrong "$algorithm: $(counts all.json) and, resumed, $(counts now.json)"
  [ ! -e s ] || wrong "the file of a search that is done is still there"
  end
done

begin "a search with naive that is stopped again and again has the counts of one run"
run 0 "$RAVEL" check --quiet --algorithm=naive --json=all.json "$scratch/other"
run 3 "$RAVEL" check --quiet --algorithm=naive --save=s --max-executions=1 "$scratch/other"
resume_until_done 1
[ "$(counts all.json)" = "$(counts now.json)" ] || wrong "$(counts all.json); $(counts now.json)"
end

begin "a search is resumed from another directory"
run_any "$RAVEL" check --quiet --save=s --max-executions=9 --cflags=-DN=3 "$scratch/saved.c"
mkdir elsewhere && cd elsewhere
run 0 "$RAVEL" resume --quiet --json=now.json ../s
[ -s now.json ] || wrong "the result is not where it was asked for"
end

begin "errors that were found before are told in the end, with --keep-going"
cat >fail.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *work(void *arg) {
  x++;
  y++;
  assert(x != 2 || y != 1);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(x == 3 && y != 3);
  return 0;
}
EOF
run 1 "$RAVEL" check --quiet --keep-going --json=all.json fail.c
run 1 "$RAVEL" check --quiet --keep-going --save=s --max-executions=5 fail.c
run 1 "$RAVEL" resume --quiet --json=now.json s
[ "$(counts all.json)" = "$(counts now.json)" ] || wrong "$(counts all.json); $(counts now.json)"
end

begin "a search that is killed leaves the last good file"
"$RAVEL" check --quiet --save=s --save-every=1 "$scratch/endless" >"$scratch/out" 2>"$scratch/err" &
ravel=$!
wait_for "[ -s s ]"
kill -KILL $ravel
wait $ravel 2>/dev/null
run 3 "$RAVEL" resume --quiet --max-executions=10 s
end

begin "an interrupt saves the search"
heeding_interrupts "$RAVEL" check --save=s "$scratch/endless" >"$scratch/out" 2>"$scratch/err" &
ravel=$!
wait_for "pgrep -P $ravel | grep -q . && grep -qs ravel /proc/\$(pgrep -P $ravel | head -1)/maps"
kill -INT $ravel
wait $ravel
status=$?
[ $status -eq 3 ] || wrong "exit status $status"
[ -s s ] || wrong "there is no file"
says "the search is saved: ravel resume s"
end

run_any "$RAVEL" check --quiet --save="$scratch/s" --max-executions=9 "$scratch/saved"

begin "another program is refused"
cp "$scratch/saved" "$scratch/kept"
cp "$scratch/other" "$scratch/saved"
run 2 "$RAVEL" resume --quiet "$scratch/s"
says "is not the program that was searched"
cp "$scratch/kept" "$scratch/saved"
end

begin "what is no saved search, damaged, cut short or of another version is refused in one line"
: >empty
echo 'int main(void) {}' >other.c
head -c 700 "$scratch/s" >short
python3 - "$scratch/s" <<'EOF'
import sys
whole = open(sys.argv[1], 'rb').read()
def summed(text):
    total = 0xcbf29ce484222325
    for byte in text:
        total = (total ^ byte) * 0x100000001b3 % 2**64
    return text + total.to_bytes(8, 'little')
assert summed(whole[:-8]) == whole
for i in range(16):
    at = i * len(whole) // 16
    open('damaged%d' % i, 'wb').write(whole[:at] + bytes([whole[at] ^ 1 << i % 8]) + whole[at + 1:])
version = whole.index(b'ravel search 1\n') + 15 + 8
open('version', 'wb').write(summed(whole[:version] + b'9' + whole[version + 1:-8]))
# The sum is right, the rest is not.
for i in range(12):
    at = len(whole) - 9 - i * 29
    open('forged%d' % i, 'wb').write(summed(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1:-8]))
EOF
for file in empty other.c short damaged* version nothing; do
  run 2 "$RAVEL" resume --quiet $file
  says "cannot resume '$file'"
  [ "$(wc -l <"$scratch/err")" -eq 1 ] || wrong "$file: more than one line"
done
for file in forged*; do
  run_any "$RAVEL" resume --quiet --max-executions=50 $file
  [ $status -le 3 ] || wrong "$file: exit status $status"
done
end

begin "what cannot be saved is said before the search"
for options in --algorithm=unfold --observers --preemption-bound=1 --sample=random --symmetry; do
  run 2 "$RAVEL" check --quiet --save=s $options "$scratch/saved"
  says "cannot be saved yet: leave out --save"
done
run 2 "$RAVEL" check --quiet --save=/nowhere/s "$scratch/saved"
end

begin "the compiler and flags that a file names are not trusted"
run 3 "$RAVEL" check --quiet --save=s --max-executions=2 --cflags="-DN=3 -B/tmp" "$scratch/saved.c"
run 2 "$RAVEL" resume --quiet s
says "B/tmp"
end

# What an execution does is decided by its input, so all of a search must have the same.
cat >"$scratch/given.cc" <<'END'
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>
static std::atomic<int> x;
static void work() {
  for (int i = 0; i < 3; i++)
    x = x + 1;
}
int main() {
  int from_input = 0, from_file = 0, from_stream = 0;
  if (scanf("%d", &from_input) != 1)
    return 2;
  if (FILE *file = fopen("given.txt", "r")) {
    if (fscanf(file, "%d", &from_file) != 1)
      return 2;
    fclose(file);
  }
  std::ifstream("stream.txt") >> from_stream;
  const char *knob = getenv("KNOB"), *wrong = getenv("WRONG");
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(x != 2 || from_input + from_file + from_stream + (knob ? atoi(knob) : 0) < 7);
  assert(!wrong || *wrong == '0');
}
END
"$RAVEL" c++ -o "$scratch/given" "$scratch/given.cc"

save_given() {
  echo 1 >given.in
  echo 2 >given.txt
  echo 3 >stream.txt
  run 3 env KNOB=0 "$RAVEL" check --quiet --save=s --max-executions=5 --stdin=given.in "$@" "$scratch/given"
}

for option in --files=memory --files=real; do
  begin "a search goes on with the input that it had, and with no other one ($option)"
  save_given $option
  echo 4 >given.in
  run 2 env KNOB=0 "$RAVEL" resume --quiet s
  says "cannot resume '.*/s': the standard input has changed since it was saved$"
  echo 1 >given.in
  echo 5 >given.txt
  run 2 env KNOB=0 "$RAVEL" resume --quiet s
  says "cannot resume '.*/s': the file $PWD/given.txt has changed since it was saved$"
  echo 2 >given.txt
  rm stream.txt
  run 2 env KNOB=0 "$RAVEL" resume --quiet s
  says "cannot resume '.*/s': the file $PWD/stream.txt has changed since it was saved$"
  echo 3 >stream.txt
  run 2 env KNOB=1 "$RAVEL" resume --quiet s
  says "cannot resume '.*/s': the environment variable KNOB has changed since it was saved$"
  run 2 env KNOB=0 WRONG=1 "$RAVEL" resume --quiet s
  says "the environment variable WRONG has changed since it was saved$"
  run 0 env KNOB=0 OTHER=1 "$RAVEL" resume --quiet s
  end
done

begin "a file that the program itself changes on the disk does not keep a search from going on"
cat >log.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *work(void *arg) { return x = x + 1, arg; }
int main(void) {
  pthread_t t;
  FILE *log = fopen("log.txt", "r");
  if (!log || fgetc(log) != 'o')
    return 2;
  fclose(log);
  log = fopen("log.txt", "a");
  fputs("line\n", log);
  fclose(log);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
END
echo old >log.txt
run 3 "$RAVEL" check --quiet --files=real --save=s --max-executions=2 log.c
echo more >>log.txt
run 0 "$RAVEL" resume --quiet s
end

begin "time and executions of a resumed search are those of all its runs"
run 3 "$RAVEL" check --quiet --no-scout --save=s --max-seconds=1 --json=first.json "$scratch/endless"
run 3 "$RAVEL" resume --quiet --max-executions=1 --json=now.json s
python3 -c "
import json
first, now = json.load(open('first.json')), json.load(open('now.json'))
assert now['executions'] > first['executions'], now['executions']
assert now['seconds'] >= first['seconds'] > 0.9, (first['seconds'], now['seconds'])" || wrong "time is lost"
end

begin "a file that is no saved search is neither overwritten nor removed"
cp "$root/examples/bank.c" bank.c
run 2 "$RAVEL" check --quiet --save bank.c bank.c
one_line
says "^ravel: 'bank.c' is no saved search: --save would overwrite it$"
cmp -s "$root/examples/bank.c" bank.c || wrong "the file is not what it was"
end
