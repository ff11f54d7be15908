// Each counter has updates of one kind, whose results nobody uses: all of them commute.
// expect: pass
// traces: 1 (no two updates conflict)
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/* Two in one word, and others beside them. */
static struct {
  _Atomic short added;
  _Atomic short set;
  _Atomic unsigned char flipped, cleared;
  _Atomic long far;
} shared = {.cleared = 0xff};

static void *thread(void *arg) {
  atomic_fetch_add(&shared.added, 3);
  atomic_fetch_sub(&shared.added, 1);
  atomic_fetch_or_explicit(&shared.set, arg ? 1 : 2, memory_order_relaxed);
  atomic_fetch_xor(&shared.flipped, 1);
  atomic_fetch_and(&shared.cleared, arg ? 0xfe : 0xfd);
  atomic_fetch_add_explicit(&shared.far, 1L << 40, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, thread, i ? &shared : NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(shared.added == 4 && shared.set == 3 && shared.flipped == 0);
  assert(shared.cleared == 0xfc && shared.far == 1L << 41);
  return 0;
}
