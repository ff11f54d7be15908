/*
 * Where calls of system libraries come to instead (libc_patch.c). There is one slot for each function;
 * it says its number and goes on to the stub, which keeps all arguments as they are.
 *
 * The layout of struct libc_call (libc_call.h) is known here. The frame is described for whoever unwinds
 * the stack: exceptions and cancellation pass through.
 */
#define SLOTS 4096

        .text
        .globl  libc_slots
        .hidden libc_slots
        .globl  libc_slots_end
        .hidden libc_slots_end
        .hidden libc_before
        .hidden libc_after

#if defined(__x86_64__)

        .balign 16
        .type   libc_slots, @function
libc_slots:
        .cfi_startproc
        .set    number, 0
        .rept   SLOTS
        .balign 16
        movl    $number, %r11d
        jmp     libc_stub
        .set    number, number + 1
        .endr
        .cfi_endproc
libc_slots_end:

#define CALL   272      /* sizeof(struct libc_call), rounded up to 16 */
#define FLOATING 48
#define OTHER  176
#define STACK  184
#define SLOT   192
#define PC     200
#define FRAME  208
#define REAL   216
#define WORDS  224
#define RESULT 232

/* What registers held that carry no argument is left by whatever ran before: it must not come to be in
 * a frame of the program, where loops compare it. */
        .macro  forget base
        .set    at, 0
        .rept   CALL / 8
        movq    $0, at(\base)
        .set    at, at + 8
        .endr
        .endm

        .type   libc_stub, @function
libc_stub:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        subq    $CALL, %rsp
        movq    %rdi, (%rsp)
        movq    %rsi, 8(%rsp)
        movq    %rdx, 16(%rsp)
        movq    %rcx, 24(%rsp)
        movq    %r8, 32(%rsp)
        movq    %r9, 40(%rsp)
        movups  %xmm0, FLOATING(%rsp)
        movups  %xmm1, FLOATING+16(%rsp)
        movups  %xmm2, FLOATING+32(%rsp)
        movups  %xmm3, FLOATING+48(%rsp)
        movups  %xmm4, FLOATING+64(%rsp)
        movups  %xmm5, FLOATING+80(%rsp)
        movups  %xmm6, FLOATING+96(%rsp)
        movups  %xmm7, FLOATING+112(%rsp)
        movq    %rax, OTHER(%rsp)
        leaq    16(%rbp), %rax
        movq    %rax, STACK(%rsp)
        movq    %r11, SLOT(%rsp)
        movq    8(%rbp), %rax
        movq    %rax, PC(%rsp)
        movq    %rbp, FRAME(%rsp)
        movq    %rsp, %rdi
        call    libc_before
        testb   %al, %al
        jne     1f

        call    restore         /* nothing to do afterwards: the function returns to its caller */
        forget  %r10
        leave
        .cfi_remember_state
        .cfi_def_cfa %rsp, 8
        jmp     *%r11
        .cfi_restore_state

1:      movq    WORDS-CALL(%rbp), %rcx
        leaq    1(%rcx), %rax   /* the stack stays aligned */
        andq    $-2, %rax
        shlq    $3, %rax
        subq    %rax, %rsp
2:      testq   %rcx, %rcx
        je      3f
        movq    8(%rbp,%rcx,8), %rax
        movq    %rax, -8(%rsp,%rcx,8)
        decq    %rcx
        jmp     2b
3:      call    restore
        call    *%r11
        movq    %rax, RESULT-CALL(%rbp)
        movq    %rdx, RESULT+8-CALL(%rbp)
        leaq    -CALL(%rbp), %rsp
        movups  %xmm0, FLOATING(%rsp)
        movups  %xmm1, FLOATING+16(%rsp)
        movq    %rsp, %rdi
        call    libc_after
        movups  FLOATING(%rsp), %xmm0
        movups  FLOATING+16(%rsp), %xmm1
        movq    RESULT(%rsp), %rax
        movq    RESULT+8(%rsp), %rdx
        forget  %rsp
        leave
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc

/* All registers that carry arguments, and in r11 what to call. */
        .type   restore, @function
restore:
        .cfi_startproc
        leaq    -CALL(%rbp), %r10
        movq    (%r10), %rdi
        movq    8(%r10), %rsi
        movq    16(%r10), %rdx
        movq    24(%r10), %rcx
        movq    32(%r10), %r8
        movq    40(%r10), %r9
        movups  FLOATING(%r10), %xmm0
        movups  FLOATING+16(%r10), %xmm1
        movups  FLOATING+32(%r10), %xmm2
        movups  FLOATING+48(%r10), %xmm3
        movups  FLOATING+64(%r10), %xmm4
        movups  FLOATING+80(%r10), %xmm5
        movups  FLOATING+96(%r10), %xmm6
        movups  FLOATING+112(%r10), %xmm7
        movq    OTHER(%r10), %rax
        movq    REAL(%r10), %r11
        ret
        .cfi_endproc

#elif defined(__aarch64__)

        .type   libc_slots, %function
libc_slots:
        .cfi_startproc
        .set    number, 0
        .rept   SLOTS
        .balign 16
        mov     x16, #number
        b       libc_stub
        .set    number, number + 1
        .endr
        .cfi_endproc
libc_slots_end:

#define CALL   272      /* sizeof(struct libc_call), rounded up to 16 */
#define FRAME_SIZE (CALL + 16)
#define FLOATING 64
#define OTHER  192
#define STACK  200
#define SLOT   208
#define PC     216
#define FRAME  224
#define REAL   232
#define WORDS  240
#define RESULT 248

        .macro  forget base     /* as above */
        .set    at, 0
        .rept   CALL / 16
        stp     xzr, xzr, [\base, #at]
        .set    at, at + 16
        .endr
        .endm

        .type   libc_stub, %function
libc_stub:
        .cfi_startproc
        sub     sp, sp, #FRAME_SIZE
        .cfi_def_cfa_offset FRAME_SIZE
        stp     x29, x30, [sp, #CALL]
        .cfi_offset x29, -16
        .cfi_offset x30, -8
        add     x29, sp, #CALL
        .cfi_def_cfa x29, 16
        stp     x0, x1, [sp]
        stp     x2, x3, [sp, #16]
        stp     x4, x5, [sp, #32]
        stp     x6, x7, [sp, #48]
        stp     q0, q1, [sp, #FLOATING]
        stp     q2, q3, [sp, #FLOATING+32]
        stp     q4, q5, [sp, #FLOATING+64]
        stp     q6, q7, [sp, #FLOATING+96]
        str     x8, [sp, #OTHER]
        add     x9, x29, #16
        str     x9, [sp, #STACK]
        str     x16, [sp, #SLOT]
        str     x30, [sp, #PC]
        str     x29, [sp, #FRAME]
        mov     x0, sp
        bl      libc_before
        tbnz    w0, #0, 1f

        bl      restore         /* nothing to do afterwards: the function returns to its caller */
        forget  x9
        ldp     x29, x30, [x9, #CALL]
        add     sp, x9, #FRAME_SIZE
        .cfi_remember_state
        .cfi_def_cfa sp, 0
        .cfi_restore x29
        .cfi_restore x30
        br      x16
        .cfi_restore_state

1:      ldr     x9, [sp, #WORDS]
        add     x10, x9, #1     /* the stack stays aligned */
        and     x10, x10, #-2
        sub     sp, sp, x10, lsl #3
        add     x11, x29, #16
        mov     x12, sp
2:      cbz     x9, 3f
        ldr     x10, [x11], #8
        str     x10, [x12], #8
        sub     x9, x9, #1
        b       2b
3:      bl      restore
        blr     x16
        sub     sp, x29, #CALL
        stp     x0, x1, [sp, #RESULT]
        stp     q0, q1, [sp, #FLOATING]
        stp     q2, q3, [sp, #FLOATING+32]
        mov     x0, sp
        bl      libc_after
        ldp     q0, q1, [sp, #FLOATING]
        ldp     q2, q3, [sp, #FLOATING+32]
        ldp     x0, x1, [sp, #RESULT]
        forget  sp
        ldp     x29, x30, [sp, #CALL]
        add     sp, sp, #FRAME_SIZE
        .cfi_def_cfa sp, 0
        .cfi_restore x29
        .cfi_restore x30
        ret
        .cfi_endproc

/* All registers that carry arguments, and in x16 what to call. */
        .type   restore, %function
restore:
        .cfi_startproc
        sub     x9, x29, #CALL
        ldp     x0, x1, [x9]
        ldp     x2, x3, [x9, #16]
        ldp     x4, x5, [x9, #32]
        ldp     x6, x7, [x9, #48]
        ldp     q0, q1, [x9, #FLOATING]
        ldp     q2, q3, [x9, #FLOATING+32]
        ldp     q4, q5, [x9, #FLOATING+64]
        ldp     q6, q7, [x9, #FLOATING+96]
        ldr     x8, [x9, #OTHER]
        ldr     x16, [x9, #REAL]
        ret
        .cfi_endproc
#endif
        .section .note.GNU-stack, "", %progbits
