// The two accesses meet only if the second thread gets the lock first.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int opened;
int data;

static void *owner(void *arg) {
  data = 1; /* RACE */
  pthread_mutex_lock(&mutex);
  opened = 1;
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *user(void *arg) {
  pthread_mutex_lock(&mutex);
  int first = !opened;
  pthread_mutex_unlock(&mutex);
  if (first)
    data = 2; /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
