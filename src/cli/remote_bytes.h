/* Numbers, texts and memory in messages to members on other machines, and back. All processes are
 * of one build, on machines of one kind. */
#ifndef RAVEL_CLI_REMOTE_BYTES_H
#define RAVEL_CLI_REMOTE_BYTES_H

#include "cli/memory.h"
#include "core/explorer.h"
#include "report/buffer.h"

struct reader {
  const char *at;
  size_t n;
  bool bad; /* there was less than was asked for */
};

void put_number(struct buffer *to, uint64_t number);
void put_bytes(struct buffer *to, const void *bytes, size_t n);
void put_text(struct buffer *to, const char *text);
uint64_t take_number(struct reader *from);
struct rv_flat take_flat(struct reader *from);

/* What both sides share, page by page: most are empty. */
void put_shared(struct buffer *to, const struct shared *shared);
void take_shared(struct reader *from, struct shared *shared);

/* Into the piece area. */
void put_piece(struct memory *memory, struct rv_flat piece);

#endif
