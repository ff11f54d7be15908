# What memory is called in a report: as the programmer wrote it, with gcc and with clang.

cat >"$scratch/names.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { _Atomic(struct node *) next; atomic_int marks[2]; };
static struct node nodes[3];
static struct { pthread_mutex_t lock; struct { volatile int deep; } inner; } object = {PTHREAD_MUTEX_INITIALIZER, {0}};
typedef atomic_short grid[2][3];
grid cells;
_Atomic(struct node *) top;
static void *run(void *arg) {
  static atomic_int calls;
  calls++;
  nodes[1].marks[1] = -7;
  nodes[2].next = &nodes[1];
  cells[1][2] = 9;
  pthread_mutex_lock(&object.lock);
  object.inner.deep = 5;
  pthread_mutex_unlock(&object.lock);
  struct node *mine = malloc(sizeof *mine);
  top = mine;
  top->marks[0] = 3;
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, run, NULL);
  pthread_join(a, NULL);
  assert(cells[0][0] == 1);
  return 0;
}
EOF

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  for flags in -O0 -O2 -gdwarf-4; do
    begin "$compiler $flags: elements, members, static locals, negative numbers and pointers"
    cp "$scratch/names.c" .
    run 1 "$RAVEL" check names.c --cc=$compiler --cflags=$flags
    prints "updates calls: 0 -> 1"
    prints "writes nodes\[1\].marks\[1\] = -7"
    prints "writes nodes\[2\].next = &nodes\[1\]"
    prints "writes cells\[1\]\[2\] = 9"
    prints "  locks object.lock "
    prints "writes object.inner.deep = 5"
    prints "writes top = &block1"
    prints "writes top->marks\[0\] = 3"
    prints "block1 (top): heap block of 16 bytes allocated at names.c:20"
    prints "T1 run "
    end
  done

  begin "$compiler: without debug information there are still names and offsets"
  cp "$scratch/names.c" .
  run 1 "$RAVEL" check names.c --cc=$compiler --cflags=-g0
  prints "writes nodes+"
  prints "locks object"
  end

  begin "$compiler: names of C++ are as they were written"
  cat >names.cc <<'EOF'
#include <atomic>
#include <cassert>
#include <thread>
namespace app { struct counter { std::atomic<int> hits; int other; }; counter all[2]; }
static void worker() { app::all[1].hits = 4; }
int main() {
  std::thread t(worker);
  t.join();
  assert(app::all[1].hits == 3);
}
EOF
  run 1 "$RAVEL" check names.cc --cc=$compiler
  prints "writes app::all\[1\].hits = 4  *names.cc:5 "
  end
done

begin "what is on a stack, the start of an array and functions have names too"
cat >places.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int table[2];
static _Atomic(atomic_int *) first;
static _Atomic(void *(*)(void *)) function;
static void *set(void *local) {
  first = table;
  function = set;
  *(atomic_int *)local = 3;
  return NULL;
}
int main(void) {
  atomic_int here = 0;
  pthread_t a;
  pthread_create(&a, NULL, set, &here);
  pthread_join(a, NULL);
  assert(here == 0);
  return 0;
}
EOF
run 1 "$RAVEL" check places.c
prints "writes first = &table\[0\] "
prints "writes function = set "
prints "  writes main: here = 3 "
prints "  reads main: here = 3 "
run 1 "$RAVEL" replay places.trace.json
end

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  for flags in -O0 -O1; do
    begin "$compiler $flags: values are told in the words of their types"
    cat >values.cc <<'EOF'
#include <atomic>
#include <cassert>
enum color { RED, GREEN = 5 };
enum class mode { off, on };
std::atomic<color> paint;
std::atomic<mode> state;
std::atomic<double> ratio;
std::atomic<float> part;
std::atomic<char> letter;
std::atomic<signed char> small;
std::atomic<bool> flag;
std::atomic<unsigned> big;
std::atomic<long> far;
std::atomic<const char *> text;
std::atomic<int *> where;
int number;
int main() {
  paint = GREEN;
  state = mode::on;
  ratio = 2.5;
  part = 0.1f;
  letter = 'q';
  small = 'q';
  flag = true;
  big = 4294967295u;
  far = -5000000000;
  text = "hello";
  where = &number;
  where = nullptr;
  assert(flag == false);
}
EOF
    run 1 "$RAVEL" check values.cc --cc=$compiler --cflags=$flags
    prints "writes paint = GREEN  *values.cc:18 "
    prints "writes state = mode::on  *values.cc:19 "
    prints "writes ratio = 2.5  *values.cc:20 "
    prints "writes part = 0.1  *values.cc:21 "
    prints "writes letter = 'q'  *values.cc:22 "
    prints "writes small = 113  *values.cc:23 "
    prints "writes flag = true  *values.cc:24 "
    prints "writes big = 4294967295  *values.cc:25 "
    prints "writes far = -5000000000  *values.cc:26 "
    prints 'writes text = "hello"  *values.cc:27 '
    prints "writes where = &number  *values.cc:28 "
    prints "writes where = NULL  *values.cc:29 "
    run 1 "$RAVEL" replay --cc=$compiler values.trace.json
    end

    begin "$compiler $flags: threads of C++ are called after their function, or where a lambda was made"
    cat >lambda.cc <<'EOF'
#include <cassert>
#include <mutex>
#include <thread>
static void worker(std::mutex &lock, int &count) {
  std::lock_guard<std::mutex> guard(lock);
  count++;
}
int main() {
  std::mutex m;
  int count = 0;
  std::thread a(worker, std::ref(m), std::ref(count));
  std::thread b([&] {
    std::lock_guard<std::mutex> guard(m);
    count++;
  });
  a.join();
  b.join();
  assert(count == 3);
}
EOF
    run 1 "$RAVEL" check lambda.cc --cc=$compiler --cflags=$flags
    prints " creates T1 worker  *lambda.cc:11 "
    prints " creates T2 lambda.cc:1[25]  *lambda.cc:1[25] "
    prints " joins T1 worker  *lambda.cc:16 "
    prints " locks main: m  *lambda.cc:5 "
    prints " locks main: m  *lambda.cc:13 "
    prints " unlocks main: m "
    prints " writes main: count = 1 "
    prints_not "std_thread.h:[0-9]*  \|std_mutex.h:[0-9]*  \|gthr"
    run 1 "$RAVEL" replay --cc=$compiler lambda.trace.json
    end
  done
done

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  begin "$compiler: heap objects are named by how the program reaches them"
  cat >heap.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct worker { int id; pthread_mutex_t lock; atomic_int jobs; };
struct pool { struct worker *workers[2]; double *loads; };
static struct pool pool;
struct queue { pthread_mutex_t m; pthread_cond_t changed; struct node *head; int n; };
struct node { struct node *next; int value; };
static void *run(void *arg) {
  struct queue *q = arg;
  pthread_mutex_lock(&pool.workers[1]->lock);
  pool.workers[1]->jobs = 3;
  pool.loads[2] = 1.5;
  pthread_mutex_unlock(&pool.workers[1]->lock);
  pthread_mutex_lock(&q->m);
  q->n++;
  q->head->next->value = 4;
  pthread_cond_signal(&q->changed);
  pthread_mutex_unlock(&q->m);
  return NULL;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    pool.workers[i] = calloc(1, sizeof *pool.workers[i]);
    pthread_mutex_init(&pool.workers[i]->lock, NULL);
  }
  pool.loads = calloc(4, sizeof *pool.loads);
  struct queue *q = malloc(sizeof *q);
  pthread_mutex_init(&q->m, NULL);
  pthread_cond_init(&q->changed, NULL);
  q->n = 0;
  q->head = calloc(1, sizeof *q->head);
  q->head->next = calloc(1, sizeof *q->head);
  pthread_t t;
  pthread_create(&t, NULL, run, q);
  pthread_mutex_lock(&q->m);
  while (q->n == 0)
    pthread_cond_wait(&q->changed, &q->m);
  pthread_mutex_unlock(&q->m);
  pthread_join(t, NULL);
  assert(pool.loads[2] != 1.5);
  return 0;
}
EOF
  for flags in -O0 -O1; do
    run 1 "$RAVEL" check heap.c --cc=$compiler --cflags=$flags
    prints " writes pool.workers\[1\] = &block2 "
    prints " initialises pool.workers\[1\]->lock "
    prints " locks pool.workers\[1\]->lock "
    prints " writes pool.workers\[1\]->jobs = 3 "
    prints " writes pool.loads\[2\] = 1.5 "
    # clang -O1 does not say where q is once it is not used any more.
    if [ $compiler$flags != clang-O1 ]; then
      prints " locks main: q->m "
      prints " signals main: q->changed "
      prints " writes main: q->n = 1 "
      prints " writes main: q->head->next = &block[0-9] "
      prints "  block[0-9] (main: q): heap block of 104 bytes allocated at heap.c:29"
    fi
    prints_not "0x9"
    run 1 "$RAVEL" replay --cc=$compiler heap.trace.json
  done
  end

  begin "$compiler: containers and smart pointers of C++ lead to what they hold"
  cat >holders.cc <<'EOF'
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <vector>
struct job { std::atomic<int> state; std::mutex lock; };
struct service { std::vector<std::unique_ptr<job>> jobs; std::shared_ptr<job> last; std::vector<std::atomic<int>> counts; };
service all;
int main() {
  all.jobs.emplace_back(new job);
  all.jobs.emplace_back(new job);
  all.last = std::make_shared<job>();
  all.counts = std::vector<std::atomic<int>>(3);
  all.jobs[1]->state = 2;
  all.jobs[1]->lock.lock();
  all.jobs[1]->lock.unlock();
  all.last->state = 5;
  all.counts[2] = 7;
  assert(all.last->state == 4);
}
EOF
  run 1 "$RAVEL" check holders.cc --cc=$compiler
  prints " writes all.jobs\[1\]->state = 2 "
  prints " locks all.jobs\[1\]->lock "
  prints " writes all.last->state = 5 "
  prints " writes all.counts\[2\] = 7 "
  end
done

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  begin "$compiler: the function of a lambda is one on a stack"
  cat >racing.cc <<'EOF'
#include <thread>
int count;
void bump() { count++; }
int main() {
  std::thread a([] { bump(); });
  std::thread b([] { bump(); });
  a.join();
  b.join();
}
EOF
  for flags in -O0 -O1; do
    run 1 "$RAVEL" check racing.cc --cc=$compiler --cflags="$flags -fno-inline"
    prints "#0 bump at racing.cc:3"
    prints "#1 lambda\( in main\)\? at racing.cc:[56]"
  done
  end
done

begin "the value of a bit-field is told without the bits beside it; what nobody wrote is uninitialised"
cat > bits.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static struct job { double cost; int count; char level; unsigned urgent : 1; } *job;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *set(void *arg) {
  pthread_mutex_lock(&m);
  job->count++;
  job->urgent = 1;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  job = malloc(sizeof *job);
  pthread_create(&t, 0, set, 0);
  pthread_join(t, 0);
  assert(job->count == 1 && job->urgent);
}
END
run 1 "$RAVEL" check bits.c
prints "writes job->urgent = 1 "
prints "reads job->count = uninitialised "
end

begin "a data race is told with the variable, both sides, their locks and what would order them"
cp "$root/examples/lazy.c" .
run 1 "$RAVEL" check lazy.c
head -1 "$scratch/out" >"$scratch/first"
grep -q "^data race on settings: T[12] writes lazy.c:38, T[12] reads lazy.c:34$" "$scratch/first" ||
  wrong "the first line is: $(cat "$scratch/first")"
prints "^    holding lock$"
prints "T1 window was created by main at lazy.c:53"
prints "T2 window was created by main at lazy.c:54"
prints "nothing orders the two: T[12] holds lock, T[12] does not"
run 0 "$RAVEL" show lazy.trace.json
prints "^data race on settings: "
prints "nothing orders the two: "
cat >two.c <<'EOF'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static void *first(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  ++*shared;
  pthread_mutex_unlock(&a);
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&b);
  ++*shared;
  pthread_mutex_unlock(&b);
  return arg;
}
int main(void) {
  pthread_t t, u;
  shared = calloc(1, sizeof *shared);
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  free(shared);
  return 0;
}
EOF
run 1 "$RAVEL" check two.c
prints "T1 holds a, T2 holds b: not the same lock\|T2 holds b, T1 holds a: not the same lock"
prints "allocated by thread main"
cat >unjoined.c <<'EOF'
#include <pthread.h>
static int result;
static void *work(void *arg) {
  result = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  int early = result;
  pthread_join(t, NULL);
  return early;
}
EOF
run 1 "$RAVEL" check unjoined.c
prints "^data race on result: .*T1 writes unjoined.c:4"
prints "^data race on result: .*main reads unjoined.c:10"
prints "nothing orders the two: neither holds a lock, and main has not joined T1"
end

on_terminal() {
  timeout 60 script -qec "stty cols $1; NO_COLOR=1 '$RAVEL' check names.c" /dev/null 2>&1 </dev/null |
    tr -d '\r' | sed -n '/^interleaving/,/^$/p' >"$scratch/out"
}
begin "a source line is cut where a narrow terminal ends, and left out where nothing of it fits"
cp "$scratch/names.c" .
for columns in 80 100; do
  on_terminal $columns
  [ "$(wc -L <"$scratch/out")" -le $columns ] || wrong "it is wider than $columns columns"
  prints "writes cells\[1\]\[2\] = 9  *names.c:16  cells\[1\]\[2\] = 9;"
done
on_terminal 50
prints "writes cells\[1\]\[2\] = 9  *names.c:16$"
end

begin "one of a thing is not called several"
cat >one.c <<'EOF'
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(atomic_char *) shared;
int main(void) {
  shared = malloc(1);
  *shared = 1;
  assert(shared == NULL);
  return 0;
}
EOF
run 1 "$RAVEL" check one.c
prints "heap block of 1 byte "
prints_not "[^0-9,]1 [a-z-]*s "
run 1 "$RAVEL" replay one.trace.json
prints_not "[^0-9,]1 [a-z-]*s "
end

begin "messages are told with their tags, their data and who they are from and for"
cp "$root/test/programs/messages/mailbox_wrong_tag.c" .
for command in "check mailbox_wrong_tag.c" "replay mailbox_wrong_tag.trace.json" \
  "show mailbox_wrong_tag.trace.json"; do
  "$RAVEL" $command >"$scratch/out" 2>"$scratch/err"
  prints "sends 1 to T1 server "
  prints "T1 server  *receives 1 from main "
  prints "sends 5 with [^ ]* to main "
  prints "main waits at mailbox_wrong_tag.c:15 for a message with tag 4"
  prints "T1 server waits at mailbox_wrong_tag.c:9 for a message with tag 6"
done
end

begin "who finds no message is told to, and who waits for any"
cp "$root/test/programs/messages/mailbox_timeout.c" "$root/test/programs/messages/mailbox_deadlock.c" .
run 1 "$RAVEL" check mailbox_timeout.c
prints "finds no message  *mailbox_timeout.c:19 "
run 1 "$RAVEL" check mailbox_deadlock.c
prints "main waits at mailbox_deadlock.c:13 for a message$"
end

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  for flags in -O0 -O1 -O2; do
    begin "$compiler $flags: smart pointers, vectors and maps lead to what is in them"
    cat >sessions.cc <<'EOF'
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
enum class State { Idle, Busy };
struct Session {
  std::string name;
  State state = State::Idle;
};
struct Server {
  std::mutex m;
  std::map<int, std::shared_ptr<Session>> sessions;
  std::map<std::string, std::unique_ptr<std::mutex>> locks;
  std::vector<std::unique_ptr<std::mutex>> more;
};
static void begin_session(Server &server) {
  std::shared_ptr<Session> session;
  {
    std::lock_guard<std::mutex> guard(server.m);
    session = server.sessions[7];
  }
  std::lock_guard<std::mutex> first(*server.locks["door"]);
  std::lock_guard<std::mutex> second(*server.more[1]);
  session->state = State::Busy;
}
int main() {
  Server server;
  server.sessions[7] = std::make_shared<Session>();
  server.locks["door"] = std::make_unique<std::mutex>();
  for (int i = 0; i < 2; i++)
    server.more.push_back(std::make_unique<std::mutex>());
  std::thread thread([&] { begin_session(server); });
  {
    std::lock_guard<std::mutex> guard(server.m);
    if (server.sessions[7]->state == State::Busy)
      server.sessions[7]->name = "busy";
  }
  thread.join();
}
EOF
    run 1 "$RAVEL" check sessions.cc --cc=$compiler --cflags=$flags
    prints "^data race on main: server.sessions\[7\]->state: "
    prints " updates main: server.sessions\[7\].use_count(): 1 -> 2 "
    prints ' locks main: \*server.locks\["door"\] '
    prints " locks main: \*server.more\[1\] "
    prints "writes main: server.sessions\[7\]->state = State::Busy "
    prints_not " block[0-9]*[.+]"
    end

    begin "$compiler $flags: an object is called after its class, and never after a guard of the library"
    cat >tank.cc <<'EOF'
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
class Tank {
public:
  explicit Tank(int n) {
    for (int i = 0; i < n; i++)
      threads_.emplace_back([this] { run(); });
  }
  ~Tank() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      empty_ = true;
    }
    changed_.notify_one();
    for (auto &thread : threads_)
      thread.join();
  }

private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return empty_; });
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool empty_ = false;
  std::vector<std::thread> threads_;
};
int main() {
  auto tank = std::make_unique<Tank>(2);
  tank.reset();
}
EOF
    run 1 "$RAVEL" check tank.cc --cc=$compiler --cflags=$flags
    prints "^  at tank.cc:25 in Tank::run, thread T"
    prints "^  main waits at tank.cc:19 for T[12] tank.cc:10 to end$"
    prints "^  T[12] tank.cc:10 waits at tank.cc:25 for a signal of condition variable Tank::changed_$"
    prints " locks Tank::mutex_ "
    prints " writes Tank::empty_ = true "
    prints_not "lock\[[0-9]\]\|__\|Invoker\|usr/include"
    end
  done
done

begin "two objects of a class that are known by no other name are told apart"
cat >pair.cc <<'EOF'
#include <mutex>
#include <thread>
struct Account {
  std::mutex m;
  int money = 0;
  void move(Account *to) {
    std::lock_guard<std::mutex> a(m);
    to->take();
  }
  void take() {
    std::lock_guard<std::mutex> b(m);
    money++;
  }
};
static void start(std::thread *a, std::thread *b) {
  Account *x = new Account, *y = new Account;
  *a = std::thread([=] { x->move(y); });
  *b = std::thread([=] { y->move(x); });
}
int main() {
  std::thread a, b;
  start(&a, &b);
  a.join();
  b.join();
}
EOF
run 1 "$RAVEL" check pair.cc
grep -o "waits at pair.cc:11 for mutex [^,]*" "$scratch/out" | sort -u | wc -l | grep -qx 2 ||
  wrong "two mutexes have one name"
end

begin "an array at the end of a structure has as many elements as there is room for"
cat >open.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static struct ring { int size; atomic_int slots[]; } *ring;
static void *put(void *arg) {
  ring->slots[2] = 5;
  return arg;
}
int main(void) {
  pthread_t thread;
  ring = calloc(1, sizeof *ring + 3 * sizeof *ring->slots);
  pthread_create(&thread, NULL, put, NULL);
  assert(ring->slots[2] == 5);
  pthread_join(thread, NULL);
}
EOF
run 1 "$RAVEL" check open.c
prints " reads ring->slots\[2\] = 0 "
end

begin "both sides of a race are marked, though one accesses a part of what the other does"
cat >sides.c <<'END'
#include <pthread.h>
static union {
  int all;
  struct {
    unsigned a : 3, b : 5;
  } bits;
} word;
static void *whole(void *arg) {
  word.all = 1;
  return arg;
}
static void *part(void *arg) {
  word.bits.b = 2;
  return arg;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, part, 0);
  pthread_create(&two, 0, whole, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
END
run 1 "$RAVEL" check sides.c
[ "$(grep -c '^       \*' "$scratch/out")" -eq 2 ] || wrong "not two events are marked"
end

begin "without debug information a race is told by functions"
cat >plain.c <<'END'
#include <pthread.h>
static int x;
static void *work(void *arg) {
  x++;
  return arg;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
END
"$RAVEL" cc plain.c -o plain && strip -g plain
run 1 "$RAVEL" check ./plain
prints "^data race on x: T2 reads work in plain, T1 writes work in plain$"
end
