/*
 * What libc allocates for itself, in a worker that began in the middle of a program. Libc's own
 * heap is full of the program's blocks there, which go back to what they were before each
 * execution: nothing may be allocated among them, and nothing freed.
 */
#ifndef RAVEL_RUNTIME_LIBC_HEAP_H
#define RAVEL_RUNTIME_LIBC_HEAP_H

#include <stdbool.h>
#include <stddef.h>

bool libc_heap_contains(const void *block);
void *libc_heap_malloc(size_t size, size_t align);
void libc_heap_free(void *block);
size_t libc_heap_size(const void *block);

#endif
