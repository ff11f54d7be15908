// Two threads read from one descriptor: who is first gets the first byte.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int number;
static char got[2];

static void *get(void *arg) {
  read(number, arg, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  number = open("bytes", O_RDWR | O_CREAT | O_TRUNC, 0600);
  write(number, "12", 2);
  lseek(number, 0, SEEK_SET);
  unlink("bytes");
  pthread_create(&a, NULL, get, &got[0]);
  pthread_create(&b, NULL, get, &got[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  close(number);
  assert(got[0] == '1' && got[1] == '2'); /* BUG */
  return 0;
}
