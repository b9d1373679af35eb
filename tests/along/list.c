// A list whose element is freed and then asked for, as a lint would say it.
// along: 18, 23: found
// along: 18, 23 failing: found
// along: 23, 18: none after 1 other-order
// along: 15: found
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int __VERIFIER_nondet_int(void);

struct node *drop(struct node *list, int key) {
    if (list && list->key == key) {
        struct node *rest = list->next;
        free(list);
        return key == 7 ? list : rest;
    }
    return list;
}
int first(struct node *list) { return list->key; }

int main(void) {
    struct node *list = malloc(sizeof *list);
    if (!list)
        return 1;
    list->key = __VERIFIER_nondet_int();
    list->next = 0;
    list = drop(list, 7);
    return list ? first(list) : 0;
}
