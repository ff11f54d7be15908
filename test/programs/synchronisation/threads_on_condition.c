// Which threads exist depends on the schedule: their names must not change with it.
// expect: pass
// traces: 4 (main's store before or after each of the two loads)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag, own[2];

static void *child(void *arg) {
  atomic_store(&own[(uintptr_t)arg], 1);
  return NULL;
}

static void *parent(void *arg) {
  if (atomic_load(&flag)) {
    pthread_t thread;
    pthread_create(&thread, NULL, child, arg);
    pthread_join(thread, NULL);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, parent, (void *)0);
  pthread_create(&b, NULL, parent, (void *)1);
  atomic_store(&flag, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
