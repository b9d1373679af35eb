// expect: safe
// what: From a member back to the struct around it.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
};
struct item {
    int value;
    struct link link;
};

int main(void) {
    struct item *item = malloc(sizeof *item);
    *item = (struct item){9, {NULL}};
    struct link *l = &item->link;
    struct item *back = (struct item *)((char *)l - offsetof(struct item, link));
    assert(back == item && back->value == 9);
    free(back);
    return 0;
}
