// A long step keeps its flags in memory and takes them back later: that some of it is executed one
// instruction at a time is none of them.
// algorithms: optimal
// options: --step-seconds=100
// expect: pass
/* Most of the time goes before the flags are kept. Until they are taken back there are more
 * instructions than are executed one by one, but not before. */
enum { BEFORE = 3000, BETWEEN = 9000 };

static void keep_flags(void) {
#if defined(__x86_64__)
  long before = BEFORE, between = BETWEEN;
  __asm__ volatile("leaq -128(%%rsp), %%rsp\n"
                   "1:\tpause\n\t"
                   "subq $1, %0\n\t"
                   "jnz 1b\n\t"
                   "pushfq\n"
                   "2:\tsubq $1, %1\n\t"
                   "jnz 2b\n\t"
                   "popfq\n\t"
                   "leaq 128(%%rsp), %%rsp"
                   : "+r"(before), "+r"(between)
                   :
                   : "memory", "cc");
#endif
}

int main(void) {
  for (long i = 0; i < 40000; i++)
    keep_flags();
}
