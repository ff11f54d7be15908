/* C++ exceptions that nobody catches. */
#ifndef RAVEL_RUNTIME_EXCEPTION_H
#define RAVEL_RUNTIME_EXCEPTION_H

#include <stdbool.h>
#include <stddef.h>

/* The exception that the current thread is handling: its type and, if it is a std::exception, what
 * it says of itself. False: there is none. */
bool exception_describe(char *text, size_t room);

#endif
