/*
 * The C library's <assert.h>. Where it makes assertions do nothing, the name of the file that is
 * being compiled is noted in a section of its own, so that `ravel check` can say what it did not
 * check.
 */
#include_next <assert.h>

#if defined NDEBUG && !defined __ASSEMBLER__
__asm__(".pushsection .ravel.ndebug, \"MS\", @progbits, 1\n\t.asciz \"" __BASE_FILE__
        "\"\n\t.popsection");
#endif
