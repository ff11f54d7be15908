// Initialisation on first use by pthread_once: done once, and seen by all who come after.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *table, times;

static void make_table(void) {
  table = malloc(sizeof *table);
  *table = 42;
  times++;
}

static void *user(void *arg) {
  pthread_once(&once, make_table);
  assert(*table == 42 && times == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, user, NULL);
  user(NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  free(table);
  return 0;
}
