// Keys that a constructor has made: each thread has values of its own under them, and destructors
// run. What the constructor has set is the first thread's, in every execution.
// expect: pass
// traces: 1 (values are nobody else's, and updates whose result is not used commute)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static pthread_key_t key, deleted;
static tss_t c11;
static int of_main, of_c11;
static atomic_int destroyed, last;

static void destroy(void *value) {
  (void)value;
  destroyed++;
}

__attribute__((constructor)) static void make(void) {
  assert(pthread_key_create(&key, destroy) == 0);
  assert(pthread_key_create(&deleted, NULL) == 0);
  assert(tss_create(&c11, NULL) == thrd_success);
  assert(pthread_setspecific(key, &of_main) == 0);
  assert(tss_set(c11, &of_c11) == thrd_success);
}

static void *thread(void *arg) {
  int mine, other;
  assert(pthread_getspecific(key) == NULL);
  assert(tss_get(c11) == NULL);
  pthread_setspecific(key, &mine);
  tss_set(c11, &other);
  atomic_fetch_add(&last, 1);
  assert(pthread_getspecific(key) == &mine);
  assert(tss_get(c11) == &other);
  return arg;
}

int main(void) {
  pthread_t first, second;
  assert(pthread_getspecific(key) == &of_main);
  assert(tss_get(c11) == &of_c11);
  assert(pthread_setspecific(deleted, &of_main) == 0);
  assert(pthread_key_delete(deleted) == 0);
  pthread_create(&first, NULL, thread, NULL);
  pthread_create(&second, NULL, thread, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(destroyed == 2);
  assert(pthread_getspecific(key) == &of_main);
  pthread_setspecific(key, NULL);
  return 0;
}
