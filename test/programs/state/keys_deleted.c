// Whether a thread can still use a key depends on when another one deletes it.
// expect: fail assertion
// at: GONE
// also: --keep-going
// expect: fail assertion
// traces: 2 (the value set before or after the deletion)
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;

static void *user(void *arg) {
  assert(pthread_setspecific(key, &key) == 0); /* GONE */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, user, NULL);
  pthread_key_delete(key);
  pthread_join(thread, NULL);
  return 0;
}
