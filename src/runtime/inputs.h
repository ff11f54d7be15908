/* Notes what the program asks for that it does not bring along (protocol/input.h). */
#ifndef RAVEL_RUNTIME_INPUTS_H
#define RAVEL_RUNTIME_INPUTS_H

/* A name of a file; what the kernel makes up is not noted. */
void input_file(const char *path);

/* The same of one that the program changes on the disk: that it is another one says nothing. */
void input_own_file(const char *path);

void input_variable(const char *name);

/* The program may read any variable. */
void input_environment(void);

#endif
