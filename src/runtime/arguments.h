/*
 * The arguments of main, and its call.
 */
#ifndef RAVEL_RUNTIME_ARGUMENTS_H
#define RAVEL_RUNTIME_ARGUMENTS_H

void arguments_init(int argc, char **argv);
void arguments_reset(void);
void arguments_pieces(void);
_Noreturn void arguments_call_main(void);
extern int (*program_main)(int, char **, char **);

#endif
