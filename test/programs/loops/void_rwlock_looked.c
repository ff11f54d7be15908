// What a reader does in a turn that leaves nothing is seen by a trylock in between: the turn
// counts.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int done;

static void *reader(void *unused) {
  while (!atomic_load(&done)) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  const int refused = pthread_rwlock_trywrlock(&lock);
  if (!refused)
    pthread_rwlock_unlock(&lock);
  atomic_store(&done, 1);
  pthread_join(thread, NULL);
  assert(!refused); /* BUG */
  return 0;
}
