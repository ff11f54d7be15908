/* The calls of the instrumentation, as a library that overwrites what its callers are said not to read
 * any more: before the operation and after it. `struct caller` in hooks.c is what is pushed here. */
        .text

        /* r11: the function that does the operation. */
        .type   enter, @function
        .hidden hook_begins, hook_ends
enter:
        push    %rbp
        push    %rbx
        push    %r12
        push    %r13
        push    %r14
        push    %r15
        push    %rdi
        push    %rsi
        push    %rdx
        push    %rcx
        push    %r8
        push    %r9
        sub     $8, %rsp
        mov     %r11, %r12
        lea     56(%rsp), %rdi
        call    hook_begins
        add     $8, %rsp
        pop     %r9
        pop     %r8
        pop     %rcx
        pop     %rdx
        pop     %rsi
        pop     %rdi
        sub     $8, %rsp
        call    *%r12
        push    %rax
        push    %rdx
        lea     24(%rsp), %rdi
        call    hook_ends
        pop     %rdx
        pop     %rax
        add     $8, %rsp
        pop     %r15
        pop     %r14
        pop     %r13
        pop     %r12
        pop     %rbx
        pop     %rbp
        ret

        .macro  hook name, function
        .globl  \name
        .type   \name, @function
        .hidden \function
\name:
        lea     \function(%rip), %r11
        jmp     enter
        .endm

        .irp    name, read1, read2, read4, read8, read16, write1, write2, write4, write8, write16, \
                read_range, write_range, func_entry, func_exit, vptr_update, vptr_read, init, \
                atomic_thread_fence, atomic_signal_fence, \
                unaligned_read2, unaligned_read4, unaligned_read8, unaligned_read16, \
                unaligned_write2, unaligned_write4, unaligned_write8, unaligned_write16, \
                volatile_read1, volatile_read2, volatile_read4, volatile_read8, volatile_read16, \
                volatile_write1, volatile_write2, volatile_write4, volatile_write8, volatile_write16
        hook    __tsan_\name, do_nothing
        .endr

        .irp    bits, 8, 16, 32, 64
        .irp    name, load, store, exchange, fetch_add, fetch_sub, fetch_and, fetch_or, fetch_xor, \
                compare_exchange_val
        hook    __tsan_atomic\bits\()_\name, do\bits\()_\name
        .endr
        hook    __tsan_atomic\bits\()_compare_exchange_strong, do\bits\()_compare_exchange
        hook    __tsan_atomic\bits\()_compare_exchange_weak, do\bits\()_compare_exchange
        .endr

        .section .note.GNU-stack, "", @progbits
