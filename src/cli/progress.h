/* How far the search is: a live line on a terminal, one plain line a minute in a log. */
#ifndef RAVEL_CLI_PROGRESS_H
#define RAVEL_CLI_PROGRESS_H

#include "core/explorer.h"

/* From now on there is a search to tell about. */
void progress_begin(double now);
void progress_show(const struct rv_stats *stats, double now);
/* Takes a live line away. */
void progress_end(void);

#endif
