/* What the command says about itself: one line for what is wrong, and whether colours help. */
#ifndef RAVEL_CLI_MESSAGE_H
#define RAVEL_CLI_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The exit statuses of the contract. */
enum status { STATUS_PASS = 0, STATUS_ERRORS = 1, STATUS_USAGE = 2, STATUS_INCOMPLETE = 3 };

/* "ravel: <one line>" on standard error. Returns STATUS_USAGE. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What was complained about last; NULL: nothing yet. */
const char *last_complaint(void);

/* "ravel: <one line>" for something the user should know and that is not wrong. */
void mention(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether to use colours there; by itself (COLOR_AUTO), if it is a terminal that wants them. */
bool wants_colour(FILE *stream, uint32_t mode);

/* How many columns the terminal has that the stream is; 0: it is none, or does not tell. */
int terminal_width(FILE *stream);

#endif
