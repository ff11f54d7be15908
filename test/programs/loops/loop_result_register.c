// What a store leaves in the register for results, though it has none, may come to be on the stack:
// compilers push that register to align it. The loop never ends, and it must be the same loop when
// the trace is recorded: a turn changes one word that is not read, and no other. (That it is not
// read can't be seen in the code, as a jump leads to an address that is computed.)
// expect: fail deadlock
// also:
// cflags: -O2
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x; /* not static: a compiler could see that it is never 2 */

#ifdef __x86_64__
#define PUSH_RESULT __asm__ volatile("mov %%rax, %0" : "=m"(words[0])::"memory")
#else
#define PUSH_RESULT __asm__ volatile("" ::: "memory")
#endif

static void *thread(void *arg) {
  static const void *const ways[] = {&&one, &&other};
  unsigned long words[2] = {0, 0};
  atomic_store(&x, 0);
  PUSH_RESULT;
  while (atomic_load(&x) != 2)
#ifdef __x86_64__
    __asm__ volatile("movq $0, %0\n\tmovq $1, %1" : "=m"(words[0]), "=m"(words[1])::"memory");
#endif
  goto *ways[arg != NULL];
one:
  return arg;
other:
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  return 0;
}
