// An error is found before it turns out that memory is shared, which makes the schedules longer:
// its own still holds, and both ways to end come up.
// expect: fail exit-status
// options: --keep-going --races=interleave --expect-exit=9
// message: exit status 0
// errors: 2
// algorithms: source optimal unfold
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int told, end;
static char done[1 << 17]; /* far from the others */

static void *listen(void *arg) {
  if (told)
    done[1 << 16] = 1;
  end = 1;
  return arg;
}

static void *tell(void *arg) {
  told = 1;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, listen, NULL);
  pthread_create(&b, NULL, tell, NULL);
  pthread_create(&c, NULL, tell, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return done[1 << 16];
}
