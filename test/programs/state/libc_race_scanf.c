// sscanf writes what it has converted, and nothing else: the second number is also written by
// another thread; the third is not converted at all.
// expect: fail data-race
// message: write of 4 bytes races with write
// also:
// cflags: -DNOT_CONVERTED
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int first, second, third;

static void *writer(void *unused) {
#ifdef NOT_CONVERTED
  third = 3;
#else
  second = 3;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  char word[8];
  int a, b, c, d;
  pthread_create(&thread, NULL, writer, NULL);
  assert(sscanf("1 2 x", "%d %d %d", &first, &second, &third) == 2);
  assert(sscanf("1 2 3 4 word", "%d %d %d %d %7s", &a, &b, &c, &d, word) == 5);
  assert(d == 4 && word[3] == 'd');
  pthread_join(thread, NULL);
  return 0;
}
