/*
 * Follows a recorded schedule as far as possible in a program that has changed since (TASK_FOLLOW).
 * The schedule says how many steps each thread is to have made at each point. A thread that is not
 * enabled is left behind and catches up when it is scheduled again. Where the schedule says
 * nothing, threads run without preemptions.
 */
#ifndef RAVEL_RUNTIME_FOLLOW_H
#define RAVEL_RUNTIME_FOLLOW_H

void follow_schedule(void);

#endif
