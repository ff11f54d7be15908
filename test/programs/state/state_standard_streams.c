// Standard descriptors and streams that an execution closes or reopens are as they were in the next
// one, in the same process.
// expect: pass
// traces: 2 (orders of the two updates)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

atomic_int shared; /* not static: clang would take it away */
static char buffer[256];

static void *update(void *arg) {
  atomic_store(&shared, 1);
  return arg;
}

int main(void) {
  assert(write(1, "", 0) == 0 && fcntl(0, F_GETFD) >= 0);
  assert(!feof(stdin) && !ferror(stdout) && fileno(stdout) == 1 && fileno(stderr) == 2);
  assert(open("/dev/null", O_RDONLY) == 3); /* the lowest number that is free */
  assert(setvbuf(stdout, buffer, _IOFBF, sizeof buffer) == 0);
  assert(puts("text") >= 0 && strcmp(buffer, "text\n") == 0);
  assert(getchar() == EOF && feof(stdin));
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  atomic_store(&shared, 1);
  pthread_join(a, NULL);
  assert(freopen("/dev/null", "r", stderr) == stderr);
  assert(fclose(stdout) == 0);
  assert(close(0) == 0);
  assert(dup2(3, 1) == 1);
  return 0;
}
