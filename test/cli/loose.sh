# A trace of a program that has changed since: the schedule is followed as far as it goes.

# The example, recorded. `edited SCRIPT` is the example after sed.
recorded() {
  begin "$1"
  cp "$root/examples/bank.c" bank.c
  run 1 "$RAVEL" check bank.c
}
edited() {
  cp bank.c before.c
  sed -i "$1" bank.c
  ! cmp -s bank.c before.c || wrong "the program has not changed"
}

recorded "a printf is added: it still fails, at another line"
edited 's/^static void transfer/#include <stdio.h>\n&/; s/^  int balance = get_balance(from);/  printf("to %p\\n", (void *)to);\n&/'
run 1 "$RAVEL" replay bank.trace.json
says "has changed since"
prints "^still fails: the same assertion at bank.c:66 (it was at bank.c:64)$"
prints "T1 first_teller  *locks alice.lock"
prints "interleaving (16 steps, 2 switches; 1 preemption, marked)"
end

recorded "a line is added before everything"
edited '1i // A new first line.\n'
run 1 "$RAVEL" replay bank.trace.json
prints "^still fails: the same assertion at bank.c:66 (it was at bank.c:64)$"
end

recorded "a variable is added, and used"
edited 's/^  int balance = get_balance(from);/  static int calls;\n  __atomic_store_n(\&calls, amount, __ATOMIC_RELAXED);\n&/'
run 1 "$RAVEL" replay --quiet bank.trace.json
prints "^still fails: the same assertion at bank.c:66"
end

recorded "atomic operations are added before the threads are created, and between the steps"
edited 's/^static void transfer/static int calls;\n&/; s/^  \(int balance = get_balance(from);\|pthread_create\)/  __atomic_fetch_add(\&calls, 1, __ATOMIC_SEQ_CST);\n&/'
run 1 "$RAVEL" replay --quiet bank.trace.json
prints "^still fails: the same assertion at bank.c:68"
end

recorded "an unlock and a lock in the middle are gone"
edited '/^static int get_balance/,/^}/s/^  pthread_mutex_\(un\)\{0,1\}lock.*//; s/  int balance = account->balance;/  int balance = __atomic_load_n(\&account->balance, __ATOMIC_RELAXED);/'
run 1 "$RAVEL" replay --quiet --cflags=-O1 bank.trace.json
prints "^\(still fails\|fails in another way\)"
end

recorded "a lock is added that repairs it"
edited 's/^static void transfer/static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;\n&/; s/^  int balance = get_balance(from);/  pthread_mutex_lock(\&big);\n&/; s/^  set_balance(to, .*/&\n  pthread_mutex_unlock(\&big);/'
run 0 "$RAVEL" replay bank.trace.json
prints "^the schedule does not apply any more from step 7 of 16 on$"
prints "^  expected  T2 second_teller locks bob.lock at bank.c:28$"
prints "^  instead   T2 second_teller waits at bank.c:42 for mutex big, held by T1 first_teller since bank.c:42$"
prints "^no longer fails: no execution with at most 1 preemption does$"
prints "^  ravel check bank.c$"
run 0 "$RAVEL" replay --gdb bank.trace.json -- -batch
says "nothing for gdb to stop at"
end

recorded "a thread is removed"
edited '/^  pthread_create(&second/d; /^  pthread_join(second/d; s/^  pthread_t first, second;/  pthread_t first;/; s/^static void \*second_teller/__attribute__((unused)) &/'
run 0 "$RAVEL" replay bank.trace.json
prints "^the schedule does not apply any more from step 7 of 16 on$"
prints "^  expected  T2 second_teller locks bob.lock at bank.c:28$"
prints "^  instead   there is no such thread any more$"
prints "^no longer fails"
end

recorded "the first thread is removed: the other one keeps its name"
edited '/^  pthread_create(&first/d; /^  pthread_join(first/d; s/^  pthread_t first, second;/  pthread_t second;/; s/^static void \*first_teller/__attribute__((unused)) &/'
run 0 "$RAVEL" replay bank.trace.json
prints "^  expected  T1 first_teller locks alice.lock at bank.c:28$"
prints "^  instead   there is no such thread any more$"
end

recorded "a thread is added before the others: they keep their numbers"
edited 's/^static void \*first_teller/static void *logger(void *unused) { return unused; }\n&/; s/^  pthread_create(&first/  pthread_t other;\n  pthread_create(\&other, NULL, logger, NULL);\n  pthread_join(other, NULL);\n&/'
run 1 "$RAVEL" replay bank.trace.json
prints "^still fails: the same assertion"
prints "T1 first_teller  *locks alice.lock"
prints "T2 second_teller  *locks bob.lock"
prints "creates T3 logger"
end

recorded "functions and threads have other names"
edited '1i // Renamed.\n
s/first_teller/clerk/g; s/transfer/move_money/g; s/get_balance/balance_of/g'
run 1 "$RAVEL" replay bank.trace.json
prints "^still fails: the same assertion"
prints "T1 clerk  *locks alice.lock"
end

recorded "the assertion is another one: it fails in another way"
edited 's/^  assert(.*/  if (alice.balance + bob.balance != 200)\n    __builtin_abort();/'
run 1 "$RAVEL" replay --quiet bank.trace.json
prints "^fails in another way: abort where there was assertion, at bank.c:65 (it was at bank.c:64)$"
end

recorded "the error is repaired without another order: the schedule applies"
edited 's/^  assert(.*/  assert(alice.balance + bob.balance > 0);/'
run 0 "$RAVEL" replay --quiet bank.trace.json
prints "^the schedule applies, all 16 steps, and the error does not come up$"
prints "^no longer fails"
end

recorded "what does not compile any more is told as ever"
edited 's/^int main/int int main/'
run 2 "$RAVEL" replay bank.trace.json
says "does not compile"
end

begin "the command to search with has the options and arguments of the recording"
cat >args.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static int limit;
static void *add(void *arg) {
  int seen = x;
  x = seen + 1;
  return arg;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  limit = atoi(argv[1]);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (x < limit)
    abort();
  return argc > 2 ? 0 : 0;
}
END
run 1 "$RAVEL" check --cflags=-DA=1 --races=ignore args.c -- 2 "b c"
sed -i 's/  int seen = x;/  int seen = 0;/; s/  x = seen + 1;/  x += seen + 1;/' args.c
run 0 "$RAVEL" replay args.trace.json
prints "^  ravel check --races=ignore --cflags=-DA=1 args.c -- 2 'b c'$"
prints "^  expected  T[12] add reads x = 0 at args.c:7$"
prints "^  instead   T[12] add updates x: 0 -> 1 at args.c:8$"
end

begin "a deadlock and a data race still come up after an edit"
cp "$root/examples/philosophers.c" "$root/examples/lazy.c" .
for program in philosophers lazy; do
  run 1 "$RAVEL" check $program.c
  sed -i '1i // A new line.\nextern int puts(const char *);' $program.c
  sed -i 's/^int main(void) {/&\n  puts("begins");/' $program.c
  run 1 "$RAVEL" replay --quiet $program.trace.json
  prints "^still fails: the same \(deadlock\|data-race\) at $program.c:"
done
end

begin "a schedule with values that are no choices, or of threads that there are not, does no harm"
cp "$root/examples/bank.c" bank.c
run 1 "$RAVEL" check bank.c
echo 'int unused = 1;' >>bank.c
for change in 'schedule=[[0, 4294967295]]' 'schedule=[[2, 7], [1, 9], [2, 3]]' 'schedule=[]' \
  'threads.1.parent=2' 'threads.2.parent=4294967295' 'threads.1.nth=4000000000' \
  'marks=["ffffffffffffffff", "0"]' 'request.max_steps=1' 'request.watch_size=18446744073709551615'; do
  python3 -c 'import json, sys
path, value = sys.argv[1].split("=", 1)
trace = at = json.load(open("bank.trace.json"))
*names, last = [int(name) if name.isdigit() else name for name in path.split(".")]
for name in names: at = at.get(name, {}) if isinstance(at, dict) else at[name]
at[last] = json.loads(value)
json.dump(trace, open("harm.json", "w"))' "$change"
  timeout 60 "$RAVEL" replay --quiet harm.json >"$scratch/out" 2>"$scratch/err" </dev/null
  [ $? -le 3 ] || wrong "$change ends badly"
done
end
