/* The mask that umask() sets: kept here and by the kernel. */
#ifndef RAVEL_RUNTIME_CREATION_MASK_H
#define RAVEL_RUNTIME_CREATION_MASK_H

#include <sys/types.h>

mode_t creation_mask(void);
void creation_mask_init(void);
void creation_mask_reset(void);
void creation_mask_pieces(void);
void creation_mask_before_back(void);
void creation_mask_after_back(void);

#endif
