/* The commands. Each gets the arguments behind its name and returns the exit status. */
#ifndef RAVEL_CLI_COMMAND_H
#define RAVEL_CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

/* The command `ravel`. */
int ravel(int argc, char **argv);

int command_check(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_cc(int argc, char **argv);
int command_cxx(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_resume(int argc, char **argv);
int command_show(int argc, char **argv);
int command_completion(int argc, char **argv);
int command_explain(int argc, char **argv);

/* What is known of the i-th command; false past the last. */
struct command_info {
  const char *name, *summary;
  unsigned options; /* FOR_...; 0: they are the compiler's, or there are none */
};
bool command_info(uint32_t i, struct command_info *info);

/* The name of the first command that has one of these options (FOR_...). */
const char *command_with(unsigned options);
int command_gdb_worker(int argc, char **argv);
int command_inside(int argc, char **argv);
int command_as(int argc, char **argv);

/* Prints the help of one command, by its name. */
int command_help(const char *name);

#endif
