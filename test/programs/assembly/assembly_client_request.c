// Programs tell tools of Valgrind what orders their threads by an instruction that does nothing
// else.
// expect: pass
// also:
// cflags: -DSILENT
// expect: fail data-race
// also:
// cflags: -DOTHER
// expect: fail data-race
// also:
// cflags: -DBENIGN
// expect: pass
// not_covered: benign
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { HAPPENS_BEFORE = 0x48470000 + 256 + 33, HAPPENS_AFTER, SUPPRESSES = 0x44520002 };

static unsigned long request(unsigned long what, const void *addr, unsigned long size) {
  const volatile unsigned long words[6] = {what, (unsigned long)addr, size, 0, 0, 0};
  unsigned long result = 7;
#if defined(__x86_64__) && !defined(SILENT)
  __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi\n\trolq $61, %%rdi; rolq $51, %%rdi\n\t"
                   "xchgq %%rbx, %%rbx"
                   : "+d"(result)
                   : "a"(words)
                   : "cc", "memory");
#endif
  return result;
}

static int data;
static atomic_int flag;

static void *gives(void *unused) {
  data = 1;
  assert(request(HAPPENS_BEFORE, &flag, 0) == 7);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t other;
#ifdef BENIGN
  request(SUPPRESSES, &data, sizeof data);
#endif
  pthread_create(&other, NULL, gives, NULL);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifndef BENIGN
#ifdef OTHER
    request(HAPPENS_AFTER, &data, 0);
#else
    request(HAPPENS_AFTER, &flag, 0);
#endif
#endif
    assert(data == 1);
  }
  pthread_join(other, NULL);
}
