// expect: fail assertion
// at: ERROR
// message: ^__VERIFIER_error\(\) is called$
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_error(void);
static atomic_int x;

static void *set(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  if (atomic_load(&x) == 1)
    __VERIFIER_error(); /* ERROR */
  pthread_join(thread, NULL);
  return 0;
}
