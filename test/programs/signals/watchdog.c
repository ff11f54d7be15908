// An alarm that would end the program is a watchdog: it does not come, and the pass says so. A
// program that waits for it is not deadlocked by that.
// expect: pass
// not_covered: a timer whose signal would end the program
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t thread;
  alarm(60);
  pthread_create(&thread, NULL, work, NULL);
  count++;
  pthread_join(thread, NULL);
  return 0;
}
