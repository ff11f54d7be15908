/* One line on the terminal that tells how far the search is. */
#ifndef RAVEL_CLI_PROGRESS_H
#define RAVEL_CLI_PROGRESS_H

#include "core/explorer.h"

/* From now on there is a search to tell about, if standard error is a terminal. */
void progress_begin(double now);
void progress_show(const struct rv_stats *stats, double now);
/* Takes the line away. */
void progress_end(void);

#endif
