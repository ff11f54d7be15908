// One schedule fails an assertion, another one ends the process in a way that nothing can catch:
// both are told, whichever comes first.
// options: --keep-going
// expect: fail
// errors: 2
// also: --keep-going --order=youngest
// expect: fail
// errors: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

/* Past libc, which would not let it happen. */
static void kill_process(void) {
#ifdef __x86_64__
  long process, result;
  __asm__ volatile("syscall" : "=a"(process) : "0"(39L) : "rcx", "r11", "memory");
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(62L), "D"(process), "S"(9L)
                   : "rcx", "r11", "memory");
#else
  __builtin_trap();
#endif
}

static void *looks(void *arg) {
  const int found = atomic_load(&x);
  assert(found != 1);
  if (found == 2)
    kill_process();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, looks, NULL);
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  pthread_join(thread, NULL);
  return 0;
}
