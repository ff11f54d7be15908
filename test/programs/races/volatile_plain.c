// READ_ONCE and WRITE_ONCE on one side, plain accesses on the other: a data race, whichever side
// writes. As scheduling points they have an order.
// expect: fail data-race
// also:
// args: read
// expect: fail data-race
// also: --keep-going --races=interleave
// expect: fail assertion
// traces: 2 (the store before or after the load)
// errors: 1
// also: --keep-going --races=interleave
// args: read
// expect: fail assertion
// traces: 2 (the store before or after the load)
// errors: 1
#include <assert.h>
#include <pthread.h>

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))

static int x;

static void *write_once(void *arg) {
  WRITE_ONCE(x, 1);
  return arg;
}

static void *write_plainly(void *arg) {
  x = 1;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  const int reads_once = argc > 1;
  pthread_create(&thread, NULL, reads_once ? write_plainly : write_once, NULL);
  const int value = reads_once ? READ_ONCE(x) : x;
  pthread_join(thread, NULL);
  assert(value == 0);
  return 0;
}
