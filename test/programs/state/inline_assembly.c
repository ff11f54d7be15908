// Atomic instructions in inline assembly are not seen in Intel's syntax: the result is only as good
// as what is. Fences are fine.
// expect: pass
// not_covered: 1 atomic instruction .*inline_assembly.c:1[0-9].* not explored
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *thread(void *arg) {
#ifdef __x86_64__
  __asm__ volatile("lock orl $0, (%%rsp)" ::: "memory");
  __asm__ volatile(
      ".intel_syntax prefix\n\tlock inc dword ptr [%0]\n\t.att_syntax prefix" ::"r"(&counter));
#else
  __asm__ volatile("ldxr w9, [%0]\n\tadd w9, w9, #1\n\tstxr w10, w9, [%0]" ::"r"(&counter)
                   : "w9", "w10");
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
