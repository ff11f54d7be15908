// A lock by a futex (Drepper, "Futexes are tricky"). Released with a relaxed exchange it orders
// nothing.
// options: --memory=c11
// algorithms: optimal
// cflags: -DRELEASE=memory_order_release
// expect: pass
// not_covered: by a futex
// traces: 8 (what --algorithm=optimal explores, too)
// also: --memory=c11
// algorithms: optimal
// cflags: -DRELEASE=memory_order_relaxed
// expect: fail data-race
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock; /* 0 free, 1 taken, 2 taken and somebody may wait */
static int counter;

static void take(void) {
  int found = 0;
  if (atomic_compare_exchange_strong_explicit(&lock, &found, 1, memory_order_acquire,
                                              memory_order_relaxed))
    return;
  if (found != 2)
    found = atomic_exchange_explicit(&lock, 2, memory_order_acquire);
  while (found != 0) {
    syscall(SYS_futex, &lock, FUTEX_WAIT, 2, NULL, NULL, 0);
    found = atomic_exchange_explicit(&lock, 2, memory_order_acquire);
  }
}

static void give(void) {
  if (atomic_exchange_explicit(&lock, 0, RELEASE) == 2)
    syscall(SYS_futex, &lock, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void *run(void *unused) {
  take();
  counter++;
  give();
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
}
