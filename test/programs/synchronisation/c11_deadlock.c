// Two C11 mutexes in opposite order.
// expect: fail deadlock
// at: WAIT
#include <threads.h>

static mtx_t a, b;

static int ab(void *arg) {
  mtx_lock(&a);
  mtx_lock(&b); /* WAIT */
  mtx_unlock(&b);
  mtx_unlock(&a);
  (void)arg;
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&a, mtx_plain);
  mtx_init(&b, mtx_plain);
  thrd_create(&thread, ab, NULL);
  mtx_lock(&b);
  mtx_lock(&a); /* WAIT */
  mtx_unlock(&a);
  mtx_unlock(&b);
  thrd_join(thread, NULL);
  return 0;
}
