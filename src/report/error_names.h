/* All names that an error has to do with: functions, files, libraries and variables. */
#ifndef RAVEL_REPORT_ERROR_NAMES_H
#define RAVEL_REPORT_ERROR_NAMES_H

#include "report/naming.h"

/* Fills in the names of trace->error, whose object and waits are known. */
void error_names_collect(struct naming *naming, const struct shared_error *error);

#endif
