/* C++ exceptions that nobody catches. */
#ifndef RAVEL_RUNTIME_EXCEPTION_H
#define RAVEL_RUNTIME_EXCEPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The exception that the current thread is handling: its type and, if it is a std::exception, what
 * it says of itself. False: there is none. */
bool exception_describe(char *text, size_t room);

/* Where in the program it was thrown, as long as nothing has been unwound; 0: it can't be told. */
uint64_t exception_place(void);

#endif
