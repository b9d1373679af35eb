/* A little machine with a stack, and a program for it. */
typedef enum { PUSH, ADD, SUB, MUL, DUP, SWAP, JUMP_IF, CALL, RETURN, PRINT, STOP } op;
typedef struct { op op; int operand; } instruction;
#define STACK 16
typedef struct {
    int stack[STACK], depth;
    int calls[4], n_calls;
    int at, steps, printed;
    const instruction *code;
} cpu;
static int pop(cpu *cpu) {
    return cpu->depth > 0 ? cpu->stack[--cpu->depth] : 0;
}
static void push(cpu *cpu, int value) {
    if (cpu->depth < STACK) cpu->stack[cpu->depth++] = value;
}
static int step(cpu *cpu) {
    const instruction *now = &cpu->code[cpu->at++];
    int a, b;
    cpu->steps++;
    switch (now->op) {
    case PUSH: push(cpu, now->operand); break;
    case ADD: b = pop(cpu); a = pop(cpu); push(cpu, a + b); break;
    case SUB: a = pop(cpu); b = pop(cpu); push(cpu, a - b); break;
    case MUL: b = pop(cpu); a = pop(cpu); push(cpu, a * b % 10000); break;
    case DUP: a = pop(cpu); push(cpu, a); push(cpu, a); break;
    case SWAP: b = pop(cpu); a = pop(cpu); push(cpu, b); push(cpu, a); break;
    case JUMP_IF: if (pop(cpu) > 0) cpu->at = now->operand; break;
    case CALL: if (cpu->n_calls < 4) cpu->calls[cpu->n_calls++] = cpu->at; cpu->at = now->operand; break;
    case RETURN: cpu->at = cpu->n_calls > 0 ? cpu->calls[--cpu->n_calls] : 0; break;
    case PRINT: cpu->printed = pop(cpu); note(cpu->at, cpu->printed); break;
    case STOP: return 0;
    }
    return cpu->steps < 200;
}
static int run(const instruction *code) {
    cpu cpu = { .code = code };
    while (step(&cpu)) { }
    return cpu.printed;
}
static const instruction countdown[] = {
    { PUSH, 1 }, { PUSH, 3 },
    /* 2: product, n */
    { DUP, 0 }, { CALL, 9 }, { PUSH, 1 }, { SUB, 0 }, { DUP, 0 }, { JUMP_IF, 2 }, { JUMP_IF, 16 },
    /* 9: product, n, n: product * n, n */
    { SWAP, 0 }, { RETURN, 0 },
    { STOP, 0 },
};
static const instruction less[] = {
    { PUSH, 9 }, { PUSH, 4 }, { SUB, 0 }, { DUP, 0 }, { JUMP_IF, 6 }, { STOP, 0 }, { PRINT, 0 }, { STOP, 0 },
};
static void check(int seed) {
    int twice = 0;
    if (limited(seed, 0, 9) > 20) twice = run(countdown);
    int got = run(less);
    note(twice, got);
    assert(got == 5);
}
