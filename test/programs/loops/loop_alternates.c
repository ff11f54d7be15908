// A loop that is in one of two states, by turns, while what it reads goes from 0 to 2 to 1.
// expect: pass
// traces: 9 (up to two turns that read 0, and then up to two that read 2: after them it is where it was)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
int left_in;

static void *other(void *arg) {
  atomic_store(&x, 2);
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  int odd = 0;
  pthread_create(&thread, NULL, other, NULL);
  while (atomic_load(&x) != 1)
    odd ^= 1;
  left_in = odd;
  pthread_join(thread, NULL);
  return 0;
}
