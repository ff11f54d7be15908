// Two threads spin until the other one does something first.
// expect: fail deadlock
// at: WAITS
// message: 2 threads can never go on
// also:
// cflags: -O2
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
atomic_int a, b; /* not static: a compiler may see that nothing ends the loops */
static void *thread(void *arg) {
  while (!atomic_load(&a))
    ;
  atomic_store(&b, 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  while (!atomic_load(&b)) /* WAITS */
    ;
  atomic_store(&a, 1);
  pthread_join(t, NULL);
}
