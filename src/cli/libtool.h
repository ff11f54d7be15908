/* Programs that libtool has not installed yet: a script stands for each, the program is elsewhere.
 */
#ifndef RAVEL_CLI_LIBTOOL_H
#define RAVEL_CLI_LIBTOOL_H

#include "report/buffer.h"

/* Where the program is that a script of libtool would run; NULL: the file is no such script. The
 * libraries beside it are found from now on. */
const char *libtool_program(struct arena *arena, const char *path);

#endif
