// A loop that never ends and takes back flags that it has kept in memory: it is executed one
// instruction at a time beyond that.
// algorithms: optimal
// options: --step-seconds=10
// expect: fail nontermination
static void keep_flags(void) {
#if defined(__x86_64__)
  long n = 300; /* most of the time they are in memory */
  __asm__ volatile("leaq -128(%%rsp), %%rsp\n\t"
                   "pushfq\n"
                   "1:\tpause\n\t"
                   "subq $1, %0\n\t"
                   "jnz 1b\n\t"
                   "popfq\n\t"
                   "leaq 128(%%rsp), %%rsp"
                   : "+r"(n)
                   :
                   : "memory", "cc");
#endif
}

int main(void) {
  for (;;)
    keep_flags();
}
