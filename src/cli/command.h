/* The commands. Each gets the arguments behind its name and returns the exit status. */
#ifndef RAVEL_CLI_COMMAND_H
#define RAVEL_CLI_COMMAND_H

int command_check(int argc, char **argv);
int command_cc(int argc, char **argv);
int command_cxx(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_show(int argc, char **argv);
int command_explain(int argc, char **argv);

/* The name of the first command that has one of these options (FOR_...). */
const char *command_with(unsigned options);
int command_gdb_worker(int argc, char **argv);

/* Prints the help of one command, by its name. */
int command_help(const char *name);

#endif
