// A C11 mutex is destroyed in one thread while another may hold it.
// expect: fail lock-misuse
// at: DESTROY
// message: destruction of a locked mutex|lock of a destroyed mutex
#include <threads.h>

static mtx_t mutex;

static int user(void *arg) {
  mtx_lock(&mutex);   /* DESTROY */
  mtx_unlock(&mutex); /* DESTROY */
  (void)arg;
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&thread, user, NULL);
  mtx_destroy(&mutex); /* DESTROY */
  thrd_join(thread, NULL);
  return 0;
}
