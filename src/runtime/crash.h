/*
 * Signals of a program that crashes, and a timer for steps that do not end.
 */
#ifndef RAVEL_RUNTIME_CRASH_H
#define RAVEL_RUNTIME_CRASH_H

#include <stdint.h>

void crash_init(void);
void watchdog_init(uint32_t seconds);

#endif
