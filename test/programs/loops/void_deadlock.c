// Nobody ever leaves the loop: that is a deadlock, though every round is void.
// expect: fail deadlock
// errors: 1
// options: --keep-going
#include <pthread.h>
#include <stdatomic.h>

atomic_int first, second;

static void *wait_for_both(void *unused) {
  while (!atomic_load(&first) || !atomic_load(&second))
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_both, NULL);
  atomic_store(&first, 1);
  pthread_join(thread, NULL);
}
