// expect: safe
// what: Nodes are taken out of a chain through a pointer to the pointer that leads to them, which may be a variable or a member; a number in each is counted down.
#include <stdlib.h>
int nondet_int(void);
struct job { int left; struct job *next; };
static struct job *push(struct job *all, int left) {
    struct job *j = malloc(sizeof *j);
    if (!j) exit(0);
    j->left = left; j->next = all; return j;
}
static struct job *tick(struct job *all) {
    struct job **at = &all;
    while (*at) {
        struct job *j = *at;
        if (--j->left <= 0) { *at = j->next; }
        else at = &j->next;
    }
    return all;
}
int main(void) {
    struct job *all = NULL;
    for (int i = 0; i < 3; i++) { int left = nondet_int(); if (left < 1 || left > 3) return 0; all = push(all, left); }
    all = tick(all);
    return all != NULL;
}
