// Critical sections that change what the kernel or libc keeps do not come to the same in both
// orders.
// options: --context-sensitive --keep-going
// algorithms: source optimal
// expect: fail assertion
// errors: 4
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;

static void *change(void *arg) {
  const int two = arg != NULL;
  pthread_mutex_lock(&lock);
  setenv("WHO", two ? "two" : "one", 1);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  signal(SIGUSR1, two ? SIG_IGN : SIG_DFL);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  pthread_setname_np(first, two ? "two" : "one");
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  umask(two ? 022 : 027);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void check(int which, int good) {
  if (which == 0)
    assert(good && "environment");
  if (which == 1)
    assert(good && "signal");
  if (which == 2)
    assert(good && "name");
  if (which == 3)
    assert(good && "mask");
}

int main(void) {
  pthread_t a, b;
  char name[16];
  first = pthread_self();
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, change, &b);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  struct sigaction now;
  sigaction(SIGUSR1, NULL, &now);
  pthread_getname_np(first, name, sizeof name);
  const int good[] = {strcmp(getenv("WHO"), "two") == 0, now.sa_handler == SIG_IGN,
                      strcmp(name, "two") == 0, umask(0) == 022};
  for (int i = 0; i < 4; i++)
    if (!good[i] && good[(i + 1) % 4])
      check(i, 0);
  return 0;
}
