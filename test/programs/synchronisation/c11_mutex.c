// C11 threads and a plain mutex around a counter; results come back through thrd_join.
// expect: pass
// traces: 6 (3! orders of the critical sections)
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int count(void *arg) {
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  return *(int *)arg;
}

int main(void) {
  thrd_t threads[3];
  int values[3] = {7, -1, 1 << 30};
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  for (int i = 0; i < 3; i++)
    assert(thrd_create(&threads[i], count, &values[i]) == thrd_success);
  for (int i = 0; i < 3; i++) {
    int result;
    assert(thrd_join(threads[i], &result) == thrd_success);
    assert(result == values[i]);
  }
  assert(counter == 3);
  mtx_destroy(&mutex);
  return 0;
}
