// Which number a key gets depends on who creates one first; used-up numbers are given again.
// expect: fail assertion
// at: FIRST
// also: --keep-going
// expect: fail assertion
// traces: 2 (who creates a key first)
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t mine, others;

static void *create(void *arg) {
  pthread_key_create(&others, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 3000; i++) {
    assert(pthread_key_create(&mine, NULL) == 0);
    assert(pthread_getspecific(mine) == NULL);
    pthread_setspecific(mine, &mine);
    pthread_key_delete(mine);
  }
  pthread_create(&thread, NULL, create, NULL);
  pthread_key_create(&mine, NULL);
  pthread_join(thread, NULL);
  assert(mine < others); /* FIRST */
  return 0;
}
