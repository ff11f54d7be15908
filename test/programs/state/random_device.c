// Bytes of the kernel's random device are the same in each execution, others for each thread, and
// others each time.
// expect: pass
// not_covered: nothing
// traces: 4 (orders of the stores, and whether the first load comes before the second store)
// also: --reset=memory
// cflags: -DSTREAM
// expect: pass
// traces: 4 (the same)
// also: --reset=fork
// cflags: -DSTREAM
// expect: pass
// traces: 4 (the same)
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static _Atomic unsigned long last;
#ifndef STREAM
static int device;
#endif

static unsigned long draw(void) {
  unsigned long drawn[2];
#ifdef STREAM
  FILE *const stream = fopen("/dev/random", "r");
  assert(stream && fread(drawn, sizeof *drawn, 2, stream) == 2);
  fclose(stream);
#else
  assert(read(device, drawn, sizeof drawn) == sizeof drawn);
#endif
  assert(drawn[0] != drawn[1]);
  return drawn[0];
}

static void *draws(void *mine) {
  *(unsigned long *)mine = draw();
  last = *(unsigned long *)mine;
  assert(last != 0); /* a replay must see the same */
  return NULL;
}

int main(void) {
  pthread_t a;
  unsigned long mine = 0, others = 0;
#ifndef STREAM
  device = open("/dev/urandom", O_RDONLY);
#endif
  pthread_create(&a, NULL, draws, &others);
  draws(&mine);
  pthread_join(a, NULL);
  assert(mine != others && draw() != mine);
  return 0;
}
