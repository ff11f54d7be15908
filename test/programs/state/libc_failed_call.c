// A function of libc that fails leaves its buffer alone: another thread may write there.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static struct stat status;
static char text[8];

static void *writer(void *arg) {
  status.st_mode = 1;
  text[0] = 'x';
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  assert(stat("/there/is/no/such/file", &status) == -1);
  assert(getcwd(text, 1) == NULL);
  assert(read(-1, text, sizeof text) == -1);
  pthread_join(thread, NULL);
  return 0;
}
