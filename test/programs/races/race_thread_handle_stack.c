// A new thread gets a pointer to its creator's variable, in which its handle will be.
// expect: fail data-race
// at: RACE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *child(void *arg) {
  const pthread_t *self = arg;
  assert(pthread_equal(*self, pthread_self())); /* RACE */
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, child, &thread); /* RACE */
  pthread_join(thread, NULL);
  return 0;
}
