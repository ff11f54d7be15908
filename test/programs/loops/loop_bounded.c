// A loop that gives up after three looks: every look counts.
// expect: pass
// traces: 4 (the store comes before the first, second or third look, or after all)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *thread(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, thread, NULL);
  for (int i = 0; i < 3; i++)
    if (atomic_load(&flag))
      break;
  pthread_join(writer, NULL);
  return 0;
}
