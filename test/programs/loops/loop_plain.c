// A loop on a variable that is neither atomic nor volatile is a data race.
// expect: fail data-race
// at: LOOP
// compiler: gcc (clang makes an endless loop of it, of no line)
// also: --races=interleave
// cflags: -O0
// expect: pass
// traces: 1 (the loop ends after the write)
#include <pthread.h>
#include <stddef.h>
static int flag;
static void *p(void *arg) {
  flag = 1; /* LOOP */
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, p, NULL);
  while (!flag) /* LOOP */
    ;
  pthread_join(t, NULL);
}
