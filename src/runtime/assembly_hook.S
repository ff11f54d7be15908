/*
 * ravel_assembly_hook: called by code before an instruction of inline assembly (cli/assembly.c),
 * where every register may hold something that is used later: all of them are kept. rax has the
 * address, and on the stack are a return address, the code, and what the program had in rax.
 *
 * The frame is made as if a function of C had been called at that place: what a call must preserve
 * is right below it (ENTRY in runtime.h). All else that is kept lies above, so that it is part of
 * the thread's local state. Registers that only AVX-512 has are not kept.
 */
#if defined(__x86_64__)
#define AREA 832 /* x87, SSE and AVX, as xsave has them */
#define CODE 8   /* from the first of what is pushed here */

        .text
        .hidden assembly_announce
        .hidden assembly_has_xsave
        .globl  ravel_assembly_hook
        .type   ravel_assembly_hook, @function
ravel_assembly_hook:
        .cfi_startproc
        pushfq
        cld
        pushq   %rcx
        pushq   %rdx
        pushq   %rsi
        pushq   %rdi
        pushq   %r8
        pushq   %r9
        pushq   %r10
        pushq   %r11
        pushq   %rbx
        pushq   %rbp
        leaq    88(%rsp), %rbx                  /* where the return address is */
        .cfi_def_cfa rbx, 8
        .cfi_offset rbp, -96
        .cfi_offset rbx, -88
        movq    %rax, %rcx                      /* the address */

        subq    $AREA, %rsp
        andq    $-64, %rsp
        movq    %rsp, %rdi
        movq    %rcx, %rsi
        xorl    %eax, %eax
        leaq    -88(%rbx), %rcx                 /* and what lies between it and what is pushed */
        subq    %rdi, %rcx
        shrq    $3, %rcx
        rep stosq
        movl    $7, %eax
        xorl    %edx, %edx
        cmpb    $0, assembly_has_xsave(%rip)
        je      1f
        xsave64 (%rsp)
        movl    $7, 512(%rsp)                   /* whatever the processor knows to be zero */
        jmp     2f
1:      fxsave64 (%rsp)
2:
        pushq   %rbx
        pushq   (%rbx)                          /* a frame, called from there */
        pushq   -88(%rbx)
        movq    %rsp, %rbp
        pushq   %r15
        pushq   %r14
        pushq   %r13
        pushq   %r12
        pushq   -80(%rbx)
        movq    %rsi, %rdi                      /* address, code, rax, the place, the frame */
        movq    CODE(%rbx), %rsi
        movq    CODE + 8(%rbx), %rdx
        movq    (%rbx), %rcx
        movq    %rbp, %r8
        andq    $-16, %rsp
        call    assembly_announce

        movq    16(%rbp), %rbx
        leaq    -88 - AREA(%rbx), %r10
        andq    $-64, %r10
        movq    -8(%rbp), %r15
        movq    -16(%rbp), %r14
        movq    -24(%rbp), %r13
        movq    -32(%rbp), %r12
        movl    $7, %eax
        xorl    %edx, %edx
        cmpb    $0, assembly_has_xsave(%rip)
        je      1f
        xrstor64 (%r10)
        jmp     2f
1:      fxrstor64 (%r10)
2:
        /* Nothing of this is left below the stack, where a later frame would have it. */
        leaq    -64(%r10), %rdi
        leaq    -88(%rbx), %rcx
        subq    %rdi, %rcx
        shrq    $3, %rcx
        xorl    %eax, %eax
        rep stosq
        leaq    -88(%rbx), %rsp
        popq    %rbp
        popq    %rbx
        .cfi_def_cfa rsp, 80
        .cfi_restore rbp
        .cfi_restore rbx
        popq    %r11
        popq    %r10
        popq    %r9
        popq    %r8
        popq    %rdi
        popq    %rsi
        popq    %rdx
        popq    %rcx
        popfq
        .cfi_def_cfa rsp, 8
        movq    $0, -8(%rsp)
        movq    $0, -16(%rsp)
        movq    $0, -24(%rsp)
        movq    $0, -32(%rsp)
        movq    $0, -40(%rsp)
        movq    $0, -48(%rsp)
        movq    $0, -56(%rsp)
        movq    $0, -64(%rsp)
        movq    $0, -72(%rsp)
        movq    $0, -80(%rsp)
        movq    $0, -88(%rsp)
        ret
        .cfi_endproc
        .size   ravel_assembly_hook, . - ravel_assembly_hook
#endif
        .section .note.GNU-stack, "", %progbits
