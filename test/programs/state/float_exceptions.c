// Which floating-point exceptions there were belongs to a thread, in either of its two units.
// expect: pass
// libs: -lm
// cflags: -lm
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static volatile double zero;
static volatile long double long_zero;

static void *divides(void *arg) {
  volatile double infinite = 1 / zero;
  volatile long double invalid = long_zero / long_zero;
  (void)infinite, (void)invalid;
  atomic_store(&x, 1);
  assert(fetestexcept(FE_DIVBYZERO | FE_INVALID) == (FE_DIVBYZERO | FE_INVALID));
  return arg;
}

static void *looks(void *arg) {
  assert(fetestexcept(FE_DIVBYZERO | FE_INVALID) == 0);
  atomic_store(&x, 2);
  assert(fetestexcept(FE_DIVBYZERO | FE_INVALID) == 0);
  atomic_store(&x, 3);
  assert(fetestexcept(FE_DIVBYZERO | FE_INVALID) == 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, divides, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
