// A ticket lock in C++: at -O0 every load of every atomic is at one place. (No std::thread: at -O0
// gcc does not instrument its joinable(), and where there is such code nothing is tried.)
// expect: pass
// compiler: gcc (clang looks once before the loop: one more place, and one more event)
// traces: 6 (3! orders of the tickets)
// cflags: -O0
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <sched.h>

static std::atomic<int> next_ticket, serving;
static int inside;

static void *work(void *unused) {
  int ticket = next_ticket++;
  while (serving.load() != ticket)
    sched_yield();
  assert(++inside == 1);
  inside--;
  serving.store(ticket + 1);
  return unused;
}

int main() {
  pthread_t threads[3];
  for (pthread_t &thread : threads)
    pthread_create(&thread, nullptr, work, nullptr);
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
}
