/*
 * Text that grows, and memory for things that live and die together.
 *
 * Reports and JSON are put together in a buffer and written out whole, so that nothing
 * half-written is ever seen. When memory runs out the command ends: a message, exit status 2.
 */
#ifndef RAVEL_REPORT_BUFFER_H
#define RAVEL_REPORT_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buffer {
  char *text; /* ends with a NUL; NULL while empty */
  size_t length, capacity;
};

void buffer_add(struct buffer *buffer, const char *text, size_t length);
void buffer_puts(struct buffer *buffer, const char *text);
void buffer_putc(struct buffer *buffer, char c);
void buffer_printf(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buffer_vprintf(struct buffer *buffer, const char *format, va_list args);
/* A word as a shell reads it back. */
void buffer_put_word(struct buffer *buffer, const char *word);
/* The text so far, "" when there is none. */
const char *buffer_text(const struct buffer *buffer);
void buffer_free(struct buffer *buffer);

/* Reads a file or descriptor to its end; false with errno set. */
bool buffer_read(struct buffer *buffer, int fd);
bool buffer_read_file(struct buffer *buffer, const char *path);

struct arena {
  struct arena_block *blocks;
};

void *arena_alloc(struct arena *arena, size_t bytes); /* zeroed */
char *arena_string(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *arena);

/* As malloc's own, but they do not fail. */
void *must_alloc(size_t bytes);
void *must_realloc(void *old, size_t bytes);

#endif
