// What the runtime does before an instruction of assembly changes nothing that the code around it
// has: registers of all kinds, flags, the red zone below the stack.
// expect: pass
// also:
// cflags: -O2
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int word = 5;
int other = 7;
static uint64_t wide[2] __attribute__((aligned(16))) = {1, 2};

/* Every register that a call need not preserve, and the flags, across a load. */
static void all_registers(void) {
  uint64_t sum, carry, vector;
  __asm__ volatile("movl $1, %%ecx; movl $2, %%edx; movl $4, %%esi; movl $8, %%edi\n\t"
                   "movl $16, %%r8d; movl $32, %%r9d; movl $64, %%r10d; movl $128, %%r11d\n\t"
                   "movl $256, %%eax; movq %%rax, %%xmm7\n\t"
                   "stc\n\t"
                   "movl %3, %%eax /* a load; with a comment */\n\t"
                   "setc %b1\n\t"
                   "movzbl %b1, %k1\n\t"
                   "addq %%rcx, %%rax; addq %%rdx, %%rax; addq %%rsi, %%rax; addq %%rdi, %%rax\n\t"
                   "addq %%r8, %%rax; addq %%r9, %%rax; addq %%r10, %%rax; addq %%r11, %%rax\n\t"
                   "movq %%xmm7, %2; movq %%rax, %0"
                   : "=m"(sum), "=&b"(carry), "=m"(vector)
                   : "m"(word)
                   : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm7", "cc");
  assert(sum == 255 + 5 && carry == 1 && vector == 256);
}

/* A loop of its own, with a local label, an index and a prefix on a line of its own. */
static int sum_of(const int *values, long n) {
  int sum = 0;
  __asm__ volatile("1: decq %1\n\t"
                   "addl (%2,%1,4), %0\n\t"
                   "testq %1, %1\n\t"
                   "jnz 1b\n\t"
                   "lock\n\t"
                   "orl $0, %3"
                   : "+r"(sum), "+r"(n)
                   : "r"(values), "m"(word)
                   : "memory", "cc");
  return sum;
}

/* Its variables are below the stack pointer, and are operands. */
static int leaf(int a) {
  int x = a, y = 0;
  __asm__ volatile("movl %1, %%eax; addl $1, %%eax; movl %%eax, %0"
                   : "=m"(y)
                   : "m"(x)
                   : "eax", "memory");
  return y;
}

static _Bool swap_wide(void) {
  uint64_t low = 1, high = 2;
  _Bool equal;
  __asm__ volatile("lock cmpxchg16b %0; sete %3"
                   : "+m"(wide), "+a"(low), "+d"(high), "=q"(equal)
                   : "b"(3l), "c"(4l)
                   : "memory", "cc");
  return equal;
}

static void *thread(void *arg) {
  __asm__ volatile("lock; incl %0" : "+m"(other) : : "memory");
  return arg;
}

int main(void) {
  static const int values[] = {1, 2, 3, 4};
  pthread_t id;
  pthread_create(&id, 0, thread, 0);
  all_registers();
  assert(sum_of(values, 4) == 10);
  assert(leaf(41) == 42);
  assert(swap_wide() && wide[0] == 3 && wide[1] == 4);
  pthread_join(id, 0);
  int now;
  __asm__ volatile("movl other(%%rip), %0" : "=r"(now) : : "memory");
  assert(now == 8);
  return 0;
}
