// A C11 condition variable: a slot that is filled and emptied, twice.
// expect: pass
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static int slot;

static int producer(void *arg) {
  (void)arg;
  for (int i = 1; i <= 2; i++) {
    mtx_lock(&mutex);
    while (slot)
      cnd_wait(&changed, &mutex);
    slot = i;
    cnd_signal(&changed);
    mtx_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&thread, producer, NULL);
  for (int i = 1; i <= 2; i++) {
    mtx_lock(&mutex);
    while (!slot)
      cnd_wait(&changed, &mutex);
    assert(slot == i);
    slot = 0;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
  }
  thrd_join(thread, NULL);
  cnd_destroy(&changed);
  return 0;
}
