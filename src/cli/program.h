/* The program under test: compiled or found, and open. */
#ifndef RAVEL_CLI_PROGRAM_H
#define RAVEL_CLI_PROGRAM_H

#include "report/trace.h"

struct program {
  int fd;     /* of the binary; its file may be gone already */
  int input;  /* a copy of what is its standard input, or of nothing */
  bool moves; /* its addresses are other ones in every process */
  int socket; /* to the process that starts the workers (inside.h); 0: this one does */
  struct trace_program about;
  char binary[SHARED_PATH]; /* where about.binary is, which may be a script of libtool */
  char path[64];            /* under which this process's children can read the binary */
  char directory[SHARED_PATH];
  char hash[64];
};

/* Compiles about.sources, or opens about.binary, whatever is there. Returns STATUS_PASS; or
 * complains and returns STATUS_USAGE; or STATUS_INCOMPLETE when it was interrupted. */
int program_open(struct program *program, bool verbose);
void program_close(struct program *program);

/* Makes the copy of the program's input the standard input of this process. */
void program_set_input(int input);

bool is_source(const char *path);

/* Compiles the sources into `directory`/program; as program_open(). */
int compile_sources(const struct trace_program *about, const char *directory, bool verbose);

#endif
