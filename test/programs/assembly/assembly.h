// Operations of x86-64 in inline assembly, as libraries have them that are older than C11.
#ifndef ASSEMBLY_H
#define ASSEMBLY_H

static inline int load(const int *at) {
  int value;
  __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*at) : "memory");
  return value;
}

static inline void store(int *at, int value) {
  __asm__ volatile("movl %1, %0" : "=m"(*at) : "ir"(value) : "memory");
}

static inline int exchange(int *at, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
  return value;
}

static inline int fetch_add(int *at, int value) {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
  return value;
}

static inline _Bool compare_exchange(int *at, int expected, int desired) {
  _Bool equal;
  __asm__ volatile("lock cmpxchgl %3, %0; setz %1"
                   : "+m"(*at), "=a"(equal)
                   : "a"(expected), "r"(desired)
                   : "memory", "cc");
  return equal;
}

static inline void wait_a_little(void) {
  __asm__ volatile("rep; nop" : : : "memory");
}

#endif
