// Who gets a second name for its file has the lock, as programs lock over a network: one of two.
// expect: pass
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int got[2];

static void *lock(void *arg) {
  int *const mine = arg;
  char name[16];
  struct stat status;
  snprintf(name, sizeof name, "my_%d", (int)(mine - got));
  close(open(name, O_CREAT | O_WRONLY, 0600));
  link(name, "lock");
  *mine = stat(name, &status) == 0 && status.st_nlink == 2;
  unlink(name);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lock, &got[0]);
  pthread_create(&b, NULL, lock, &got[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(got[0] + got[1] == 1);
  return 0;
}
