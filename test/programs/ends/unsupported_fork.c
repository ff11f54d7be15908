// fork is named, not ignored.
// expect: unsupported
// at: BUG
// message: fork
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *thread(void *arg) {
  if (fork() == 0) /* BUG */
    _exit(0);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread, NULL);
  pthread_join(a, NULL);
  return 0;
}
