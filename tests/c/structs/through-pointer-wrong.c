// expect: violated
// property: null-dereference
// line: 11
// what: The walk over a list looks one node too far.
struct node { int value; struct node *next; };

int main(void) {
    struct node b = {2, 0}, a = {1, &b};
    struct node *n = &a;
    int sum = 0;
    while (n->next->value != 3)
        n = n->next;
    return sum;
}
