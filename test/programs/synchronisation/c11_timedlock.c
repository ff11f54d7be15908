// A C11 mutex of another thread: trylock finds it held or free, and so does a timed lock, whose
// time then has passed.
// expect: pass
// traces: 6 (trylock and timed lock, in this order, each before, inside or after the section)
// also:
// args: late
// expect: fail assertion
// at: LATE
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;

static int holder(void *arg) {
  mtx_lock(&mutex);
  mtx_unlock(&mutex);
  (void)arg;
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  thrd_t thread;
  struct timespec begin, until, end;
  mtx_init(&mutex, mtx_timed);
  thrd_create(&thread, holder, NULL);
  int tried = mtx_trylock(&mutex);
  assert(tried == thrd_success || tried == thrd_busy);
  if (tried == thrd_success)
    mtx_unlock(&mutex);
  timespec_get(&begin, TIME_UTC);
  until = (struct timespec){begin.tv_sec + 5, begin.tv_nsec};
  int timed = mtx_timedlock(&mutex, &until);
  timespec_get(&end, TIME_UTC);
  assert(timed == thrd_success || timed == thrd_timedout);
  assert((end.tv_sec - begin.tv_sec >= 5) == (timed == thrd_timedout));
  if (timed == thrd_success)
    mtx_unlock(&mutex);
  assert(argc == 1 || timed == thrd_success); /* LATE */
  thrd_join(thread, NULL);
  return 0;
}
