/* The program's memory when an error happens, for the report: names of blocks are found in it. */
#ifndef RAVEL_RUNTIME_MEMORY_IMAGE_H
#define RAVEL_RUNTIME_MEMORY_IMAGE_H

/* Keeps it as it is now, in place of what was kept before. What is too large is left out. */
void memory_image_take(void);

#endif
