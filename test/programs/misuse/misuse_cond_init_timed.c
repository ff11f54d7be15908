// The same for a timed wait, with C11's names, and the condition variable on main's stack.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a condition variable on which a thread waits
#include <threads.h>

static mtx_t mutex;
static cnd_t *cond;

static int waiter(void *arg) {
  const struct timespec later = {.tv_sec = 1L << 40};
  (void)arg;
  mtx_lock(&mutex);
  cnd_timedwait(cond, &mutex, &later);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  cnd_t here;
  cond = &here;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&here);
  thrd_create(&thread, waiter, NULL);
  cnd_init(&here); /* INIT */
  thrd_join(thread, NULL);
  return 0;
}
