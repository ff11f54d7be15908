/* Which pairs of operations make the most executions, for people and as JSON. */
#ifndef RAVEL_REPORT_PROFILE_H
#define RAVEL_REPORT_PROFILE_H

#include "report/json.h"
#include "report/result.h"

void profile_json(const struct result_profile *profile, struct json_writer *json);

/* A line for each pair. */
void profile_text(const struct result_profile *profile, struct buffer *out);

/* Executions that get longer and longer: by which loop, and what to write. */
void profile_growth(const struct result_profile *profile, const struct rv_stats *stats,
                    struct buffer *out);

/* The first pair alone, of the beginning of a search. Nothing if there is none. */
void profile_line(const struct result_profile *profile, struct buffer *out);

#endif
