/*
 * void switch_stack(void **save_sp, void *load_sp)
 *
 * Leaves one stack for another: pushes what a call must preserve (and the floating-point control
 * words and exceptions, which belong to a thread), stores the stack pointer, takes the other one and pops.
 * A new stack is laid out by thread.c as if it had stopped here (SWITCH_FRAME in thread.c).
 */
        .text
        .globl  switch_stack
        .hidden switch_stack
        .type   switch_stack, %function

#if defined(__x86_64__)
switch_stack:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        fnstsw  %ax
        andl    $0x3f, %eax
        movl    %eax, %edx
        movw    %ax, 6(%rsp)
        movl    (%rsp), %eax
        movzwl  4(%rsp), %ecx
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        /* The control words are mostly the same, and setting them takes longer than all the rest. */
        cmpl    (%rsp), %eax
        jne     2f
        cmpw    4(%rsp), %cx
        jne     2f
        cmpw    6(%rsp), %dx
        jne     2f
1:      addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        popq    %rcx
        jmp     *%rcx           /* the processor would expect a ret to return elsewhere */
2:      ldmxcsr (%rsp)
        fldcw   4(%rsp)
        movzwl  6(%rsp), %ecx
        cmpl    %ecx, %edx
        je      1b
        subq    $32, %rsp
        fnstenv (%rsp)
        andw    $0xff00, 4(%rsp)
        orw     %cx, 4(%rsp)
        fldenv  (%rsp)
        addq    $32, %rsp
        jmp     1b
#elif defined(__aarch64__)
switch_stack:
        sub     sp, sp, #176
        stp     x29, x30, [sp, #0]
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        stp     x23, x24, [sp, #48]
        stp     x25, x26, [sp, #64]
        stp     x27, x28, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        mrs     x2, fpcr
        mrs     x3, fpsr
        stp     x2, x3, [sp, #160]
        mov     x2, sp
        str     x2, [x0]
        mov     sp, x1
        ldp     x2, x3, [sp, #160]
        msr     fpcr, x2
        msr     fpsr, x3
        ldp     d14, d15, [sp, #144]
        ldp     d12, d13, [sp, #128]
        ldp     d10, d11, [sp, #112]
        ldp     d8, d9, [sp, #96]
        ldp     x27, x28, [sp, #80]
        ldp     x25, x26, [sp, #64]
        ldp     x23, x24, [sp, #48]
        ldp     x21, x22, [sp, #32]
        ldp     x19, x20, [sp, #16]
        ldp     x29, x30, [sp, #0]
        add     sp, sp, #176
        ret
#else
#error "Ravel runs on x86-64 and aarch64"
#endif
        .size   switch_stack, .-switch_stack
        .section .note.GNU-stack, "", %progbits
