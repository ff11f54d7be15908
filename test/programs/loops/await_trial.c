// Whether an await can come earlier is found out by trying; an error there belongs to the execution
// in which it does come earlier.
// expect: fail assertion
// at: EARLY
// options: --races=ignore --order=youngest
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int level, other;
static int done;

static void *write(void *arg) {
  atomic_store(&level, 1);
  atomic_store(&level, 2);
  done = 1;
  atomic_store(&level, 1);
  return arg;
}

static void *write_other(void *arg) {
  atomic_store(&other, 1);
  return arg;
}

static void *wait(void *arg) {
  ravel_await((atomic_load(&level) == 1) & (atomic_load(&other) == 1));
  assert(done == 1); /* EARLY */
  return arg;
}

int main(void) {
  void *(*const run[])(void *) = {wait, write, write_other};
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, run[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
}
