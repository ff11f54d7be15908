/* getopt() and the variables that it shares with the program. */
#ifndef RAVEL_RUNTIME_OPTIONS_H
#define RAVEL_RUNTIME_OPTIONS_H

void options_snapshot(void);
void options_reset(void);
void options_pieces(void);

#endif
