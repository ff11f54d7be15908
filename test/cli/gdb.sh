# ravel replay --gdb: the schedule in gdb, with Ravel's threads.

begin "where there is no gdb, --gdb says which package has it"
mkdir empty
run 2 env PATH="$work/empty" "$RAVEL" replay --gdb lost.trace.json
says "--gdb needs gdb.*apt-get install gdb"
one_line
end

begin "a gdb without Python is not enough"
mkdir bin
printf '#!/bin/sh\necho "Python scripting is not supported in this copy of GDB." >&2\n' >bin/gdb
chmod +x bin/gdb
run 2 env PATH="$work/bin:$PATH" "$RAVEL" replay --gdb lost.trace.json
says "a gdb with Python.*apt-get install gdb"
one_line
end

begin "only gdb is given arguments"
run 2 "$RAVEL" replay lost.trace.json -- -batch
says "wants one trace file"
one_line
end

begin "what gdb starts is nothing to start by hand"
run 2 "$RAVEL" gdb-worker 0 1 /bin/true
one_line
run 2 "$RAVEL" gdb-worker
one_line
end

# in_gdb TRACE COMMAND...: each command announced by a line "== COMMAND".
in_gdb() {
  trace=$1
  shift
  for command in "$@"; do
    set -- "$@" -ex "echo == $command\\n" -ex "$command"
    shift
  done
  run 1 env -u DEBUGINFOD_URLS RAVEL_CC="$compiler" sh -c 'exec "$@" 2>&1' - \
    "$RAVEL" replay --quiet --gdb "$trace" -- -nx -batch "$@"
  prints_not "Python Exception\|Traceback\|Internal error"
}
# after COMMAND REGEX: what was printed for a command, each time that it was given.
after() {
  awk -v wanted="== $1" '/^== /{on = $0 == wanted} on' "$scratch/out" >"$scratch/part"
  grep -q -- "$2" "$scratch/part" ||
    wrong "after '$1' there is no '$2', but: $(head -8 "$scratch/part")"
}

cat >"$scratch/gdb_assertion.c" <<'EOF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
struct account { atomic_int money; int visits; };
static struct account alice = {100, 0};
static void take(struct account *account, int amount) {
  int seen = account->money;
  int left = seen - amount;
  account->money = left;
}
static void *teller(void *arg) {
  int amount = *(int *)arg;
  take(&alice, amount);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int first = 30, second = 50;
  pthread_create(&a, NULL, teller, &first);
  pthread_create(&b, NULL, teller, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(alice.money == 20);
  return 0;
}
EOF_C

cat >"$scratch/gdb_deadlock.c" <<'EOF_C'
#include <pthread.h>
#include <stddef.h>
struct fork { int number; pthread_mutex_t lock; };
static struct fork forks[2] = {{10, PTHREAD_MUTEX_INITIALIZER}, {11, PTHREAD_MUTEX_INITIALIZER}};
static void eat(struct fork *near, struct fork *far) {
  pthread_mutex_lock(&near->lock);
  pthread_mutex_lock(&far->lock);
  pthread_mutex_unlock(&far->lock);
  pthread_mutex_unlock(&near->lock);
}
static void *left(void *arg) {
  eat(&forks[0], &forks[1]);
  return arg;
}
static void *right(void *arg) {
  eat(&forks[1], &forks[0]);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
EOF_C

cat >"$scratch/gdb_free.cc" <<'EOF_C'
#include <atomic>
#include <string>
#include <thread>
struct Node {
  std::string name;
  std::atomic<int> weight;
};
struct Queue {
  std::atomic<Node *> head{nullptr};
  void clear() {
    Node *old = head.exchange(nullptr);
    delete old;
  }
};
static int weigh(Queue &queue, int bonus) {
  Node *node = queue.head.load();
  if (!node)
    return bonus;
  return node->weight.load() + bonus;
}
int main() {
  Queue queue;
  queue.head = new Node{"apple", {7}};
  std::thread cleaner([&queue] { queue.clear(); });
  weigh(queue, 3);
  cleaner.join();
}
EOF_C

# A container may not allow what a debugger does.
gdb_works() { gdb -nx -batch -ex run /bin/true 2>/dev/null | grep -q "exited normally"; }

if command -v gdb >/dev/null && gdb_works; then
  for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue

    begin "$compiler: an assertion in gdb: stack, variables, next, back, goto, breakpoints"
    cp "$scratch/gdb_assertion.c" bank.c
    run 1 "$RAVEL" check --cc=$compiler --cflags=-O0 bank.c
    # T1 or T2 reads first, and what it stores is overwritten by, or overwrites, the other's.
    in_gdb bank.trace.json "bt" "info threads" "ravel back" "ravel back" "p left" "up" "p amount" \
      "ravel goto 2" "bt 1" "ravel threads" "ravel thread main" "p first + second" "up" \
      "ravel thread 1" "up 1" "ravel next" "next" "ravel list" "break take" "run" "p account->money" \
      "delete" "finish" "ravel goto 0" "ravel back" "ravel goto 5" "ravel goto error" "ravel next"
    prints "^assertion: assertion .alice.money == 20. failed in .* at bank.c:24"
    after "bt" "main () at bank.c:24"
    after "info threads" "^\* main  runs, in step"
    after "info threads" "  T1 teller  has ended"
    # The schedule: each thread reads, then each writes; main reads. Five steps.
    after "ravel back" "^Before step 5 of 5: main reads alice.money = [57]0"
    after "ravel back" "^Before step 4 of 5: T[12] teller writes alice.money"
    after "p left" " = [57]0$"
    after "up" "teller (arg="
    after "p amount" " = [35]0$"
    after "ravel goto 2" "^Before step 2 of 5: T[12] teller reads alice.money = 100  bank.c:8"
    after "bt 1" "take (account=0x[0-9a-f]* <alice>, amount=[35]0) at bank.c:8"
    after "ravel threads" "main  waits for the end of T1 teller"
    after "ravel threads" "main () at bank.c:22"
    after "ravel threads" "^  T[12] teller  next is step [34]: writes alice.money = [57]0"
    after "ravel threads" "take (account=0x[0-9a-f]* <alice>, amount=[35]0) at bank.c:10"
    after "ravel threads" "teller (arg=0x[0-9a-f]*) at bank.c:14"
    after "ravel thread main" "^22"
    after "p first + second" " = 80$"
    after "ravel thread 1" "take (account=.*amount=30)"
    after "up 1" "teller (arg="
    after "ravel next" "^Before step 3 of 5: T[12] teller writes alice.money = [57]0  bank.c:10"
    after "next" "^1[15]"
    after "ravel list" "^> *3  T[12] teller writes alice.money"
    after "ravel list" "^ *5  main reads"
    after "run" "^Breakpoint 1\(.1\)\{0,1\}, take (account=0x[0-9a-f]* <alice>, amount=[35]0)"
    after "p account->money" "= 100$"
    after "finish" "teller (arg="
    after "ravel goto 0" "main () at bank.c:1[79]"
    after "ravel goto 5" "^Before step 5 of 5: main reads"
    after "ravel goto error" "^assertion:"
    after "ravel next" "The schedule ends with this error"
    end

    begin "$compiler: a deadlock in gdb: every thread where it waits"
    cp "$scratch/gdb_deadlock.c" forks.c
    run 1 "$RAVEL" check --cc=$compiler --cflags=-O0 forks.c
    in_gdb forks.trace.json "bt" "up" "ravel threads" "ravel thread right" "p near->number" \
      "ravel thread left" "p near->number" "thread apply all bt 1" "ravel back" "p far->number" \
      "ravel back" "ravel next" "ravel goto 1" "ravel goto 3" "continue"
    prints "^deadlock: 3 threads can never go on at forks.c:7"
    prints "^  T1 left waits for mutex forks\[1\].lock, held by T2 right"
    after "bt" "eat (near=.*) at forks.c:7"
    after "bt" "\(left\|right\) (arg=0x0) at forks.c:1[26]"
    after "ravel threads" "  T2 right  waits for mutex forks\[0\].lock, held by T1 left"
    after "ravel threads" "right (arg=0x0) at forks.c:16"
    after "ravel threads" "left (arg=0x0) at forks.c:12"
    after "ravel threads" "main () at forks.c:23"
    after "ravel thread right" "^7"
    after "ravel thread right" "near=0x[0-9a-f]* <forks+48>, far=0x[0-9a-f]* <forks>"
    after "thread apply all bt 1" "main () at forks.c:23"
    after "ravel back" "^Before step 2 of 2: T[12] .* locks forks\[[01]\].lock"
    after "p far->number" " = 1[01]$"
    after "ravel back" "^Before step 1 of 2"
    after "ravel next" "^Before step 2 of 2"
    after "ravel goto 1" "^Before step 1 of 2"
    after "ravel goto 3" "The schedule has the steps 1 to 2"
    after "continue" "^deadlock: 3 threads"
    end

    begin "$compiler: a use after free in C++, in gdb"
    cp "$scratch/gdb_free.cc" queue.cc
    run 1 "$RAVEL" check --cc=$compiler --cflags=-O0 --races=ignore queue.cc
    in_gdb queue.trace.json "bt" "p bonus" "p *node" "ravel threads" "ravel back" "p bonus" \
      "ravel goto 1" "ravel next" "up"
    prints "^use-after-free: "
    after "bt" "weigh(Queue&, int) (queue=.*, bonus=3) at queue.cc:19"
    after "bt" "main() () at queue.cc:25"
    after "p bonus" " = 3$"
    after "ravel threads" "^\* main  runs"
    after "ravel threads" "^  T1 queue.cc:24  "
    after "ravel back" "^Before step \([56]\) of \1: main reads block1.* = 7  queue.cc:19"
    after "ravel goto 1" "^Before step 1 of [56]: main writes main: queue.head = &block1  queue.cc:23"
    after "ravel next" "^Before step 2 of [56]: "
    after "up" "main () at queue.cc:25\|operator() (.*) at queue.cc:24"
    end
  done

  compiler=$CC
  # stops_at KIND OPTIONS STATEMENTS FRAME [mine]: the error of a thread that makes them, and where gdb stops.
  stops_at() {
    begin "gdb stops where the error is: $1, $3"
    { cat <<'EOF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static char *volatile text;
static int deep(int n) { volatile char room[4096]; room[0] = (char)n; return deep(n + 1) + room[0]; }
static void *thread(void *arg) {
  int mine = 41;
  x++;
EOF_C
      echo "$3"
      cat <<'EOF_C'
  return (void *)(long)(mine + (m.__align == 0) + (text == 0) + (arg == deep));
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread, NULL);
  x++;
  pthread_join(a, NULL);
  return 0;
}
EOF_C
    } >kind.c
    status=1
    [ $1 != long-execution ] || status=3
    run $status "$RAVEL" check --cflags='-O0 -w' $2 kind.c
    in_gdb kind.trace.json "bt" "up 0" "p mine" "ravel back" "ravel goto 1"
    prints "^$1: "
    after "bt" "$4"
    after "ravel back" "^Before step"
    after "ravel goto 1" "^Before step 1"
    [ -z "${5-}" ] || after "p mine" " = 41$"
    end
  }
  stops_at assertion "" 'assert(mine == 0);' 'thread (arg=0x0) at kind.c:14' mine
  stops_at abort "" 'abort();' 'thread (arg=0x0) at kind.c:14' mine
  stops_at crash "" '*(volatile int *)8 = 1;' 'thread (arg=0x0) at kind.c:14' mine
  stops_at crash "" 'mine = (int)strlen(text);' 'thread (arg=0x0) at kind.c:14'
  stops_at crash "" 'mine = deep(0);' 'deep (n=0) at kind.c:10\|deep (n=[0-9]*) at kind.c:10'
  stops_at double-free "" 'char *p = malloc(8); free(p); free(p);' 'thread (arg=0x0) at kind.c:14' mine
  stops_at invalid-free "" 'char *p = malloc(8); free(p + 1);' 'thread (arg=0x0) at kind.c:14' mine
  stops_at use-after-free "" 'char *p = malloc(8); free(p); p[1] = 1;' 'thread (arg=0x0) at kind.c:14' mine
  stops_at out-of-bounds "" 'char *p = malloc(8); p[8] = 1; free(p);' 'thread (arg=0x0) at kind.c:14' mine
  stops_at lock-misuse "" 'pthread_mutex_unlock(&m);' 'thread (arg=0x0) at kind.c:14' mine
  stops_at exit-status "" 'exit(7);' 'thread (arg=0x0) at kind.c:14' mine
  stops_at long-execution "--max-steps=100" 'for (;;) x++;' 'thread (arg=0x0) at kind.c:14' mine
  stops_at nontermination "--step-seconds=1" 'for (;;) ;' 'thread (arg=0x0) at kind.c:14' mine
  stops_at leak "--leaks" 'text = malloc(3); text = 0;' ''

  begin "thread-local variables are those of the thread that runs, and a look at another one says so"
  cat >tls.c <<'EOF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Thread_local int mine;
static atomic_int x;
static void *thread(void *arg) { mine = (int)(long)arg; x++; return arg; }
int main(void) {
  pthread_t a, b;
  mine = 7;
  pthread_create(&a, NULL, thread, (void *)41);
  pthread_create(&b, NULL, thread, (void *)42);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x != 2);
}
EOF_C
  run 1 "$RAVEL" check tls.c
  in_gdb tls.trace.json "p mine" "ravel goto 1" "p mine * 10" "ravel thread main" "ravel thread" "watch x" "c"
  after "p mine" " = 7$"
  prints " = 4[12]0$"
  after "ravel thread main" "^(thread-local variables are those of T[12] thread, which runs)"
  after "c" "New value = 1"
  end

  begin "a step that ends the process: gdb stops before it"
  cat >killed.c <<'EOF_C'
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int x;
static void *thread(void *arg) { x = 1; __asm__ volatile("syscall" ::"a"(SYS_exit_group), "D"(9)); return arg; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread, NULL);
  x++;
  pthread_join(a, NULL);
}
EOF_C
  run 1 "$RAVEL" check killed.c
  in_gdb killed.trace.json "bt" "continue" "ravel threads"
  prints "^In this step: crash: .*exit status 9"
  after "bt" "thread (arg="
  after "ravel threads" "The program is not running"
  end

  begin "a program that was built with ravel cc, with arguments, in a directory with spaces"
  mkdir "a b"
  cd "a b" || exit 1
  cat >said.c <<'EOF_C'
#include <assert.h>
#include <pthread.h>
#include <string.h>
static void *thread(void *arg) { return arg; }
int main(int argc, char **argv) {
  pthread_t a;
  pthread_create(&a, NULL, thread, NULL);
  pthread_join(a, NULL);
  assert(argc == 3 && strcmp(argv[1], "it's; $HOME") == 0 && argv[2][0]);
}
EOF_C
  run 0 "$RAVEL" cc -O0 said.c -o said
  run 1 "$RAVEL" check ./said -- "it's; \$HOME" ""
  in_gdb said.trace.json "p argc" "p argv[0]" "p argv[1]" "p argv[2]"
  after "p argc" " = 3$"
  after "p argv[0]" '"said"'
  after "p argv[1]" "\"it's; \$HOME\""
  after "p argv[2]" ' ""$'
  end

  begin "thirty threads; and gdb ends with the command, and leaves nothing behind"
  cat >many.c <<'EOF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *arg) { x++; return arg; }
int main(void) {
  pthread_t a[30];
  for (int i = 0; i < 30; i++)
    pthread_create(&a[i], NULL, thread, NULL);
  assert(x == 30);
}
EOF_C
  run 1 "$RAVEL" check many.c
  in_gdb many.trace.json "info threads" "ravel thread 30" "bt"
  [ "$(grep -c '^  T[0-9]* thread  ' "$scratch/out")" = 30 ] || wrong "there are not thirty threads"
  after "bt" "thread (arg=0x0) at many.c:5"
  (export RAVEL_CASE=gdb; heeding_interrupts "$RAVEL" replay --gdb many.trace.json \
    -- -nx -batch -ex 'python open("there", "w")' -ex 'python import time; time.sleep(100)' \
    </dev/null >/dev/null 2>&1) &
  command=$!
  wait_for '[ -e there ]'
  kill "$command"
  wait_for '! alive gdb'
  end

  begin "a check that a program makes of itself is looked at in the program, as often as one likes"
  run 0 "$RAVEL" cc -g -O0 -o plain "$root/test/cli/inside/plain.c"
  run 134 ./plain
  in_gdb plain-48.trace.json "bt" "info threads" "ravel goto 3" "p value" "run" "p before" "kill"
  after "bt" "two_threads (function=0x[0-9a-f]*) at .*plain.c:33"
  after "info threads" "T2 lose  has ended"
  after "ravel goto 3" "^Before step 3 of 6: T2 lose reads n = 0"
  after "run" "Error after step 6 of 6, in main"
  after "p before" " = 2$"
  only_files plain plain-43.trace.json plain-48.trace.json
  end
fi
