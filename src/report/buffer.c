#include "report/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *memory_is_there(void *memory) {
  if (!memory) {
    fputs("ravel: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

void *must_realloc(void *old, size_t bytes) {
  return memory_is_there(realloc(old, bytes ? bytes : 1));
}

/* Large ones cost nothing where they are never touched. */
void *must_alloc(size_t bytes) {
  return memory_is_there(calloc(1, bytes ? bytes : 1));
}

static void room_in_buffer(struct buffer *buffer, size_t more) {
  const size_t needed = buffer->length + more + 1;
  if (needed <= buffer->capacity)
    return;
  size_t capacity = buffer->capacity ? buffer->capacity : 256;
  while (capacity < needed)
    capacity *= 2;
  buffer->text = must_realloc(buffer->text, capacity);
  buffer->capacity = capacity;
}

void buffer_add(struct buffer *buffer, const char *text, size_t length) {
  room_in_buffer(buffer, length);
  memcpy(buffer->text + buffer->length, text, length);
  buffer->length += length;
  buffer->text[buffer->length] = 0;
}

void buffer_puts(struct buffer *buffer, const char *text) {
  buffer_add(buffer, text, strlen(text));
}

void buffer_putc(struct buffer *buffer, char c) {
  buffer_add(buffer, &c, 1);
}

void buffer_vprintf(struct buffer *buffer, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  const int length = vsnprintf(NULL, 0, format, args);
  room_in_buffer(buffer, (size_t)length);
  vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
  buffer->length += (size_t)length;
  va_end(again);
}

void buffer_printf(struct buffer *buffer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  buffer_vprintf(buffer, format, args);
  va_end(args);
}

void buffer_put_word(struct buffer *buffer, const char *word) {
  if (*word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "_-+=./,:@%") == strlen(word)) {
    buffer_puts(buffer, word);
    return;
  }
  buffer_putc(buffer, '\'');
  for (; *word; word++)
    if (*word == '\'')
      buffer_puts(buffer, "'\\''");
    else
      buffer_putc(buffer, *word);
  buffer_putc(buffer, '\'');
}

const char *buffer_text(const struct buffer *buffer) {
  return buffer->text ? buffer->text : "";
}

void buffer_free(struct buffer *buffer) {
  free(buffer->text);
  *buffer = (struct buffer){0};
}

bool buffer_read(struct buffer *buffer, int fd) {
  for (;;) {
    room_in_buffer(buffer, 65536);
    const ssize_t n = read(fd, buffer->text + buffer->length, 65536);
    if (n < 0 && errno == EINTR)
      continue;
    buffer->length += n > 0 ? (size_t)n : 0;
    buffer->text[buffer->length] = 0;
    if (n <= 0)
      return n == 0;
  }
}

bool buffer_read_file(struct buffer *buffer, const char *path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  const bool done = buffer_read(buffer, fd);
  const int error = errno;
  close(fd);
  errno = error;
  return done;
}

struct arena_block {
  struct arena_block *next;
  size_t used, capacity;
  _Alignas(16) char bytes[];
};

void *arena_alloc(struct arena *arena, size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  struct arena_block *block = arena->blocks;
  if (!block || block->capacity - block->used < bytes) {
    const size_t capacity = bytes > 65536 ? bytes : 65536;
    block = must_alloc(sizeof *block + capacity);
    *block = (struct arena_block){.next = arena->blocks, .capacity = capacity};
    arena->blocks = block;
  }
  void *memory = block->bytes + block->used;
  block->used += bytes;
  return memory;
}

char *arena_string(struct arena *arena, const char *text) {
  const size_t length = strlen(text) + 1;
  return memcpy(arena_alloc(arena, length), text, length);
}

char *arena_printf(struct arena *arena, const char *format, ...) {
  struct buffer buffer = {0};
  va_list args;
  va_start(args, format);
  buffer_vprintf(&buffer, format, args);
  va_end(args);
  char *text = arena_string(arena, buffer_text(&buffer));
  buffer_free(&buffer);
  return text;
}

void arena_free(struct arena *arena) {
  while (arena->blocks) {
    struct arena_block *next = arena->blocks->next;
    free(arena->blocks);
    arena->blocks = next;
  }
}
