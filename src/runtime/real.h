/*
 * The functions that the runtime stands in for, as libc has them. Outside a worker every hook
 * passes through to these, so a program built with `ravel cc` is an ordinary program when it is
 * run by itself.
 */
#ifndef RAVEL_RUNTIME_REAL_H
#define RAVEL_RUNTIME_REAL_H

#include <dlfcn.h>

/* Looked up the first time it is called; a name that libc does not have gives NULL. */
#define REAL(name)                                                                                 \
  ({                                                                                               \
    static __typeof__(&name) real_function;                                                        \
    if (!real_function)                                                                            \
      real_function = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                  \
    real_function;                                                                                 \
  })

#endif
