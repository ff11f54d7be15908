/*
 * A schedule followed as far as it goes, in a program that has changed since it was recorded
 * (TASK_FOLLOW). It says how many steps each thread is to have made by when. A thread that cannot
 * go on is left behind, and catches up when it is its turn again; what the schedule does not say is
 * made up without preemptions.
 */
#ifndef RAVEL_RUNTIME_FOLLOW_H
#define RAVEL_RUNTIME_FOLLOW_H

void follow_schedule(void);

#endif
