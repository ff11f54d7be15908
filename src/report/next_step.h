/* What to do next about a program of which not every execution was explored: a command to type. */
#ifndef RAVEL_REPORT_NEXT_STEP_H
#define RAVEL_REPORT_NEXT_STEP_H

#include "report/result.h"

/* A sentence, and on the next line the command: the one that was typed, with another option.
 * Nothing if there is no such command. */
void next_step_text(const struct result *result, struct buffer *out);

#endif
