// A file is emptied by its name while another thread, which has it open, asks for its size.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "state_file_emptied";

static void *empties(void *unused) {
  (void)!truncate(name, 0);
  return unused;
}

int main(void) {
  struct stat status;
  pthread_t thread;
  const int number = open(name, O_CREAT | O_TRUNC | O_RDWR, 0600);
  assert(write(number, "a", 1) == 1);
  pthread_create(&thread, NULL, empties, NULL);
  fstat(number, &status);
  pthread_join(thread, NULL);
  unlink(name);
  assert(status.st_size == 1); /* BUG */
}
