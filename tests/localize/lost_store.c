// what: What a stack is given is never put into it: the index is a field.
// fix: s->items[s->top] = item;
#include <assert.h>
#define ROOM 4
int nondet_int(void);

struct stack {
    int items[ROOM];
    int top;
};

static int push(struct stack *s, int item)
{
    if (s->top == ROOM)
        return 0;

    s->top++;
    return 1;
}

static int pop(struct stack *s)
{
    return s->items[--s->top];
}

int main(void)
{
    struct stack s = {{0}, 0};
    int a = nondet_int(), b = nondet_int();

    push(&s, a);
    push(&s, b);
    assert(pop(&s) == b);
    assert(pop(&s) == a);
    return 0;
}
