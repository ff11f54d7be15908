// The old __sync builtins are atomics too.
// expect: pass
// traces: 6 (3! orders of the three updates)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int shared, lock;
static unsigned char byte = 6;

static void *thread(void *arg) {
  assert(__sync_fetch_and_add(&shared, 1) < 3);
  return arg;
}

int main(void) {
  assert(__sync_fetch_and_or(&byte, 1) == 6);
  assert(__sync_and_and_fetch(&byte, 5) == 5);
  assert(__sync_fetch_and_xor(&byte, 1) == 5);
  assert(__sync_sub_and_fetch(&byte, 5) == 255);
  assert(__sync_lock_test_and_set(&lock, 1) == 0);
  assert(__sync_lock_test_and_set(&lock, 1) == 1);
  __sync_lock_release(&lock);
  assert(__sync_bool_compare_and_swap(&lock, 0, 9));
  assert(__sync_val_compare_and_swap(&lock, 0, 1) == 9);
  __sync_synchronize();
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(__sync_fetch_and_add(&shared, 0) == 3);
  return 0;
}
