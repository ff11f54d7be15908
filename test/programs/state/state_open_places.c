// What open does depends on the mask for new files and on the working directory, which another
// thread changes before it or after it: both are found.
// options: --keep-going
// cflags: -DMASK
// expect: fail assertion
// errors: 2
// also: --keep-going --races=interleave
// cflags: -DMASK
// expect: fail assertion
// errors: 2
// also: --keep-going
// expect: fail assertion
// errors: 2
// traces: 6 (the change before or after; before, between or after what the third one does)
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static void *changes(void *arg) {
#ifdef MASK
  umask(077);
#else
  assert(chdir("/") == 0);
#endif
  return arg;
}

/* It makes descriptors and names of files something that several threads have to do with. */
static void *opens(void *arg) {
  close(open("/dev/null", O_RDWR));
  return arg;
}

int main(void) {
  pthread_t thread, third;
  umask(022);
  pthread_create(&third, NULL, opens, NULL);
  pthread_create(&thread, NULL, changes, NULL);
#ifdef MASK
  struct stat status;
  const int file = open("made", O_CREAT | O_RDWR, 0666);
  assert(file >= 0 && fstat(file, &status) == 0);
  const int late = (status.st_mode & 0777) == 0600;
#else
  const int late = open("usr", O_RDONLY) >= 0; /* it is in the root directory alone */
#endif
  pthread_join(thread, NULL);
  pthread_join(third, NULL);
  if (late)
    assert(!"after the change");
  else
    assert(!"before the change");
  return 0;
}
