// call_once runs its function once and before anybody returns from it; thread-specific data is
// destroyed by the thread that set it; thrd_exit ends a thread from within.
// expect: pass
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int initialised;
static atomic_int destroyed;

static void initialise(void) {
  initialised++;
}

static void destroy(void *value) {
  atomic_fetch_add(&destroyed, *(int *)value);
}

static int user(void *arg) {
  call_once(&flag, initialise);
  assert(initialised == 1);
  assert(tss_get(key) == NULL);
  assert(tss_set(key, arg) == thrd_success);
  assert(tss_get(key) == arg);
  thrd_exit(*(int *)arg);
}

int main(void) {
  thrd_t a, b;
  int one = 1, two = 2, result = 0;
  assert(tss_create(&key, destroy) == thrd_success);
  thrd_create(&a, user, &one);
  thrd_create(&b, user, &two);
  assert(!thrd_equal(a, b) && !thrd_equal(a, thrd_current()));
  thrd_join(a, &result);
  assert(result == 1);
  thrd_join(b, &result);
  assert(result == 2);
  assert(destroyed == 3);
  tss_delete(key);
  return 0;
}
