/*
 * Before a source that says __builtin_memset and the like: gcc makes instructions of these, which
 * nobody is told of. They are calls of the C library instead. `ravel cc` includes it where needed.
 */
#ifndef RAVEL_BUILTINS_H
#define RAVEL_BUILTINS_H

#if !defined __cplusplus
#define RAVEL_FUNCTION extern __attribute__((nothrow))
#define RAVEL_NOTHROW
#elif __cplusplus >= 201103L
#define RAVEL_FUNCTION extern "C"
#define RAVEL_NOTHROW noexcept(true)
#else
#define RAVEL_FUNCTION extern "C"
#define RAVEL_NOTHROW throw()
#endif

RAVEL_FUNCTION void *memcpy(void *, const void *, __SIZE_TYPE__) RAVEL_NOTHROW;
RAVEL_FUNCTION void *memmove(void *, const void *, __SIZE_TYPE__) RAVEL_NOTHROW;
RAVEL_FUNCTION void *memset(void *, int, __SIZE_TYPE__) RAVEL_NOTHROW;
RAVEL_FUNCTION char *strcpy(char *, const char *) RAVEL_NOTHROW;
RAVEL_FUNCTION char *strncpy(char *, const char *, __SIZE_TYPE__) RAVEL_NOTHROW;
RAVEL_FUNCTION char *strcat(char *, const char *) RAVEL_NOTHROW;
RAVEL_FUNCTION char *strncat(char *, const char *, __SIZE_TYPE__) RAVEL_NOTHROW;
RAVEL_FUNCTION void bzero(void *, __SIZE_TYPE__) RAVEL_NOTHROW;

#undef RAVEL_FUNCTION
#undef RAVEL_NOTHROW

#define __builtin_memcpy memcpy
#define __builtin_memmove memmove
#define __builtin_memset memset
#define __builtin_strcpy strcpy
#define __builtin_strncpy strncpy
#define __builtin_strcat strcat
#define __builtin_strncat strncat
#define __builtin_bzero bzero

#endif
