// A lock that looks before it tries, compiled without optimisation: what was read is left behind in
// a register and on the stack. Both are dead where the loop begins again, and so it waits at once.
// expect: pass
// cflags: -O0
// traces: 4 (who is first; the other has looked before the lock was taken, or after it was free)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int shared;

static void *work(void *arg) {
  do
    while (atomic_load(&lock))
      ;
  while (atomic_exchange(&lock, 1));
  shared++;
  atomic_store(&lock, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return shared != 2;
}
