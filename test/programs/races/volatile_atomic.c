// Data are handed over through a volatile flag, as older code does: a race to C11, and with
// --volatile=atomic none. What the flag does not order is one all the same.
// expect: fail data-race
// at: BUG
// also: --volatile=plain
// expect: fail data-race
// at: BUG
// also: --volatile=atomic
// expect: pass
// not_covered: volatile
// also: --volatile=atomic
// cflags: -DLATE
// expect: fail data-race
#include <assert.h>
#include <pthread.h>

static volatile int flag;
int data;

static void *give(void *arg) {
#ifdef LATE
  flag = 1;
  data = 1;
#else
  data = 1;
  flag = 1;
#endif
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, give, NULL);
  if (flag)
    assert(data == 1); /* BUG */
  pthread_join(other, NULL);
  return 0;
}
