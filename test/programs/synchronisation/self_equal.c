// A thread is equal to itself and to nobody else.
// expect: pass
// traces: 1 (nothing is shared while both run)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t main_thread, seen[2];

static void *thread(void *arg) {
  pthread_t *mine = arg;
  *mine = pthread_self();
  assert(pthread_equal(pthread_self(), *mine));
  assert(!pthread_equal(pthread_self(), main_thread));
  return NULL;
}

int main(void) {
  pthread_t a, b;
  main_thread = pthread_self();
  pthread_create(&a, NULL, thread, &seen[0]);
  pthread_create(&b, NULL, thread, &seen[1]);
  assert(!pthread_equal(a, b));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_equal(a, seen[0]) && pthread_equal(b, seen[1]));
  assert(pthread_equal(main_thread, pthread_self()));
  return 0;
}
