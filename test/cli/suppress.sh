# Errors that are known: --suppress.

cat > "$scratch/races.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static int known, table[100], fresh;
static atomic_int flag;
__attribute__((noinline)) static void bump(int *p) {
  *p = 1;
}
static void *writer(void *arg) {
  bump(&known);
#ifdef ARRAY
  for (int i = 0; i < 100; i++)
    bump(&table[i]);
#endif
  flag = 1;
  return arg;
}
static void *other_writer(void *arg) {
  bump(&known);
#ifdef ARRAY
  for (int i = 0; i < 100; i++)
    bump(&table[i]);
#endif
#ifdef ASSERTION
  if (!flag)
    __assert_fail("flag", "races.c", 24, "other_writer");
#endif
  return arg;
}
static void *late(void *arg) {
#ifdef FRESH
  if (flag)
    bump(&fresh);
#endif
  return arg;
}
int main(void) {
  void *(*const start[])(void *) = {writer, other_writer, late, late};
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&thread[i], NULL, start[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
  return 0 * (table[0] + fresh);
}
END

# suppressing STATUS LINE options...: checks races.c with one suppression.
suppressing() {
  wanted_status=$1
  echo "$2" >s.txt
  shift 2
  cp "$scratch/races.c" .
  run "$wanted_status" "$RAVEL" check --suppress s.txt --json r.json races.c "$@"
}

begin "a suppressed data race does not fail the run, and is counted by its line"
suppressing 0 '# known
race:writer
race:nobody'
prints '^pass  races.c: every execution explored, nothing wrong but 1 suppressed error$'
prints '^  suppressed  1 data-race by race:writer (s.txt:2)$'
prints 'not covered  suppressed data races: '
prints 'warning     race:nobody (s.txt:3) has matched no error$'
field verdict pass r.json
field suppressed.0.suppression race:writer r.json
field suppressed.0.kind data-race r.json
field suppressed.0.line 2 r.json
field suppressed.0.errors 1 r.json
field suppressed.1.errors 0 r.json
field options.keep_going False r.json
field options.suppress s.txt r.json
only_files r.json races.c s.txt
end

begin "functions of either side, callers, files and variables are matched, with * ^ and \$"
for line in race:other_writer race:bump 'race:^bump$' 'race:b*mp' race:races.c 'race:^races.c$' race:known \
  'race:^known$' data-race:known 'data-race:kn*n' 'race:^w*r$' 'race_top:^bump$'; do
  suppressing 0 "$line"
  prints "but 1 suppressed error"
done
for line in 'race:^ump' 'race:bum$' 'race:^known_$' race:fresh deadlock:writer use-after-free:writer \
  'race_top:writer' called_from_lib:writer 'race:b*x' 'race:*$x' signal:writer; do
  suppressing 1 "$line"
  prints "^fail  races.c: 1 error$"
  prints 'has matched no error'
done
end

# All four threads write in one function: place, kind and message of the two races are the same.
begin "a suppressed race hides no other one, although place and message are the same"
for line in race:writer race:known race:other_writer; do
  suppressing 1 "$line" -DFRESH
  prints "fresh"
  prints "^  suppressed  1 data-race by $line"
  field errors.0.kind data-race r.json
  field suppressed.0.errors 1 r.json
  run 1 "$RAVEL" replay races.trace.json
  prints "^reproduced"
done
suppressing 0 'race:bump' -DFRESH
end

begin "an execution goes on after a suppressed race: what fails later is found"
suppressing 1 race:known -DASSERTION
field errors.0.kind assertion r.json
suppressing 0 'race:known
assertion:other_writer' -DASSERTION
prints 'but 2 suppressed errors$'
prints 'not covered  what a thread does after a suppressed error'
end

begin "with --keep-going all errors that are not suppressed are told"
suppressing 1 race:known -DFRESH -DASSERTION --keep-going
python3 - <<'END' || wrong "the errors are wrong"
import json
kinds = [e["kind"] for e in json.load(open("r.json"))["errors"]]
assert sorted(set(kinds)) == ["assertion", "data-race"], kinds
END
end

# A hundred races at one place. The own stack tells that all are suppressed, a variable does not.
begin "more errors than are told apart make no pass unless all of them are suppressed"
suppressing 0 race:bump -DARRAY
suppressing 1 'race:^known$' -DARRAY
suppressing 3 'race:^known$
race:^table' -DARRAY
field stopped_by "more suppressed errors than are told apart" r.json
end

begin "the result is the same with a process per execution, and in any order"
for how in --reset=fork --order=youngest --algorithm=source; do
  suppressing 0 race:known $how
  field suppressed.0.errors 1 r.json
  suppressing 1 race:known -DFRESH $how
done
end

begin "a bad line is one error, with file and line"
for line in writer race: 'race:*' nonsense:writer unsupported:writer long-execution:writer; do
  suppressing 2 "# first
$line"
  one_line
  says '^ravel: s.txt:2: '
done
run 2 "$RAVEL" check --suppress missing.txt races.c
one_line
says "^ravel: cannot read the suppressions in 'missing.txt': No such file"
end

begin "deadlocks, uses of freed memory, lock misuse and threads are suppressed by ThreadSanitizer's words"
cat > kinds.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *backwards(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}
static void deadlocks(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, backwards, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(thread, NULL);
}
static void uses_freed(void) {
  volatile int *p = malloc(sizeof *p);
  free((void *)p);
  *p = 1;
}
static void unlocks(void) {
  pthread_mutex_unlock(&a);
}
static void *nothing(void *arg) {
  return arg;
}
static void forgets(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
}
int main(void) {
  WHAT();
}
END
for each in deadlocks:deadlock uses_freed:use-after-free unlocks:lock-misuse; do
  run 1 "$RAVEL" check kinds.c -DWHAT=${each%:*} --json r.json
  field errors.0.kind ${each#*:} r.json
done
try() { # function, suppression, kind
  echo "$2" >s.txt
  run 0 "$RAVEL" check --suppress s.txt --json r.json kinds.c -DWHAT=$1
  field suppressed.0.kind $3 r.json
}
try deadlocks deadlock:backwards deadlock
try deadlocks 'deadlock:^b$' deadlock
try uses_freed race:uses_freed use-after-free
try uses_freed use-after-free:kinds.c use-after-free
try unlocks mutex:unlocks lock-misuse
try forgets thread:forgets unjoined-thread
prints_not 'neither joined'
end

begin "errors inside a library are suppressed by its name"
cat > lib.c <<'END'
int counter;
void count(void) {
  counter++;
}
END
cat > uses.c <<'END'
#include <pthread.h>
void count(void);
static void *run(void *arg) {
  count();
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END
run 0 "$RAVEL" cc -g -shared -fPIC -o libcounts.so lib.c
run 0 "$RAVEL" cc -g -o uses uses.c -L. -lcounts -Wl,-rpath,.
run 1 "$RAVEL" check uses
for line in called_from_lib:libcounts race:libcounts.so; do
  echo $line >s.txt
  run 0 "$RAVEL" check --suppress s.txt uses
  prints "^  suppressed  1 data-race by $line"
done
echo called_from_lib:libother >s.txt
run 1 "$RAVEL" check --suppress s.txt uses
end

# By the standard a load and a store of a std::atomic<std::shared_ptr> do not race. What libstdc++ 12
# makes of them does.
begin "a race inside of libstdc++'s std::atomic<std::shared_ptr> is said to be the library's"
cat >pointer.cc <<'END'
#include <atomic>
#include <memory>
#include <thread>
static std::atomic<std::shared_ptr<int>> current;
int main() {
  current = std::make_shared<int>(1);
  std::thread writer([] { current = std::make_shared<int>(2); });
  std::thread reader([] { (void)current.load(); });
  writer.join();
  reader.join();
}
END
if ${CXX:-c++} -std=c++20 -dM -E -include memory -x c++ /dev/null | grep -q '_GLIBCXX_RELEASE 12$'; then
  run 1 "$RAVEL" check -std=c++20 pointer.cc
  prints 'by a defect of libstdc++ and not of the program'
  echo 'race:_Sp_atomic' >known
  run 0 "$RAVEL" check -std=c++20 --suppress=known pointer.cc
  prints 'nothing wrong but 1 suppressed error'
fi
end
