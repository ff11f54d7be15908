/*
 * Thread-local data: a block for each thread, laid out like that of the first.
 */
#ifndef RAVEL_RUNTIME_TLS_H
#define RAVEL_RUNTIME_TLS_H

#include "runtime/runtime.h"

void tls_init(void);     /* learn the layout; once, in the first thread */
void tls_snapshot(void); /* the first thread's thread-local data is now in its initial state */
void *tls_place(char *area_end, char **area_begin); /* lay out a block below area_end */
void tls_begin(struct thread *thread);              /* initial contents for a new thread */
void tls_range(const struct thread *thread, uint64_t *begin, uint64_t *end);
bool tls_is_main(uint64_t addr);
void tls_set(void *thread_pointer);
void *tls_get(void);
char *tls_data(const struct thread *thread, size_t *size); /* of the modules */

#endif
