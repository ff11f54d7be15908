// The same with C11's names, and the condition variable beside the mutex.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a locked mutex
#include <stdatomic.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t cond;
static atomic_int ready;

static int user(void *arg) {
  (void)arg;
  if (!ready) {
    mtx_init(&mutex, mtx_plain); /* INIT */
    cnd_init(&cond);
    ready = 1;
  }
  mtx_lock(&mutex);
  cnd_signal(&cond);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t first, second;
  thrd_create(&first, user, NULL);
  thrd_create(&second, user, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  return 0;
}
