/* What a pass does not cover, told by the runtime as it meets it. */
#ifndef RAVEL_RUNTIME_COVERAGE_H
#define RAVEL_RUNTIME_COVERAGE_H

/* Adds a sentence, without a full stop, to what the verdict says it does not cover. Each distinct
 * sentence is told once. It is for what the program really did, and for rare paths: a caller that
 * is on a hot one keeps a flag of its own. */
void not_covered(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
