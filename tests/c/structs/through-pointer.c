// expect: safe
// what: Members through a pointer.
#include <assert.h>

struct node { int value; struct node *next; };

int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    int sum = 0, length = 0;
    for (struct node *n = &a; n; n = n->next) {
        sum += n->value;
        length++;
    }
    assert(sum == 6 && length == 3);
    a.next->next->value = 30;
    assert(c.value == 30);
    return 0;
}
