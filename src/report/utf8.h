/* Text as UTF-8, which what a program prints need not be. */
#ifndef RAVEL_REPORT_UTF8_H
#define RAVEL_REPORT_UTF8_H

/* How many bytes of `text` are one well-formed UTF-8 character; 0 when they are not. */
unsigned utf8_length(const unsigned char *text);

#endif
