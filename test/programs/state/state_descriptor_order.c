// open gives the lowest free number: who is first gets the lower one.
// expect: fail assertion
// at: BUG
// also: --races=interleave
// expect: fail assertion
// at: BUG
// also: --reset=fork
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>

static int numbers[2];

static void *open_one(void *arg) {
  *(int *)arg = open("/dev/null", O_RDONLY);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, open_one, &numbers[0]);
  pthread_create(&b, NULL, open_one, &numbers[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(numbers[0] < numbers[1]); /* BUG */
  return 0;
}
