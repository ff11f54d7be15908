/* The errors of a run in its JSON: the keys of the contract, then what else is known. */
#ifndef RAVEL_REPORT_ERROR_JSON_H
#define RAVEL_REPORT_ERROR_JSON_H

#include "report/json.h"
#include "report/result.h"

void errors_json(const struct result *result, struct json_writer *json);

#endif
