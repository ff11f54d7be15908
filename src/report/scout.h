/* What the scout has seen beside the search, for the JSON and for people. */
#ifndef RAVEL_REPORT_SCOUT_H
#define RAVEL_REPORT_SCOUT_H

#include "report/json.h"
#include "report/result.h"

void scout_json(const struct result_scout *scout, struct json_writer *json);
void scout_text(const struct result_scout *scout, struct buffer *out);

#endif
