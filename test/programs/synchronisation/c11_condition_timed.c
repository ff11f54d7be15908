// A timed wait is woken by the signal, or its time is over.
// expect: pass
// traces: 4 (see below)
//
// Either critical section is first. If the signaller's is, the flag is seen and nobody waits: 1. If
// the waiter's is, it begins to wait, and then its time is over before the signaller's section,
// in the middle of it, or it is woken. Over before the signal: locking again comes before
// the signaller's section or after it: 2, and in the second it sees the flag. Woken: 1.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t ready;
static int flag;

static int signaller(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  flag = 1;
  cnd_signal(&ready);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  struct timespec until;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&ready);
  timespec_get(&until, TIME_UTC);
  until.tv_sec++;
  thrd_create(&thread, signaller, NULL);
  mtx_lock(&mutex);
  if (!flag) {
    int result = cnd_timedwait(&ready, &mutex, &until);
    assert(result == thrd_success ? flag == 1 : result == thrd_timedout);
  }
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  return 0;
}
