/*
 * What the command `ravel` and the library libravel.so of one build have in common. They share data
 * structures and change together, so neither works with another build's.
 */
#ifndef RAVEL_BUILD_ID_H
#define RAVEL_BUILD_ID_H

enum { BUILD_ID_SIZE = 33 };

extern const char build_id[BUILD_ID_SIZE];

#endif
