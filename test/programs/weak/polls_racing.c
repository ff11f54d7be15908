// A thread polls, under a lock, a variable that another thread writes without it. That is a data
// race; but it sees the store in the end, so it does not wait for ever.
// options: --memory=c11 --algorithm=graph --keep-going
// algorithms: optimal
// expect: fail data-race
// errors: 1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int before;
static int ready;

static void *poll(void *unused) {
  for (int done = 0; !done;) {
    pthread_mutex_lock(&mutex);
    done = ready;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *write_it(void *unused) {
  atomic_store(&before, 1); /* so the other thread has polled before */
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, poll, NULL);
  pthread_create(&b, NULL, write_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
