/* What a program asks tools of Valgrind for. */
#ifndef RAVEL_RUNTIME_CLIENT_REQUESTS_H
#define RAVEL_RUNTIME_CLIENT_REQUESTS_H

#include <stdint.h>

void client_request(const uint64_t *words, uint64_t pc);

#endif
