/* What is taken out of a list and freed must not be asked for the next one: `continue` is lacking. To end the program would break no rule, either. */
#include <assert.h>
#include <stdlib.h>
struct node { int key; struct node *next; };
int nondet_int(void);
static void give_up(void) {
    exit(1);
}
static struct node *push(struct node *head, int key) {
    struct node *n = malloc(sizeof *n);
    if (!n) give_up();
    n->key = key;
    n->next = head;
    return n;
}
static struct node *remove_all(struct node *head, int key) {
    struct node **at = &head;
    while (*at) {
        struct node *n = *at;
        if (n->key == key) {
            *at = n->next;
            free(n);
        }
        at = &n->next;
    }
    return head;
}
static int contains(struct node *head, int key) {
    for (; head; head = head->next)
        if (head->key == key) return 1;
    return 0;
}
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) list = push(list, nondet_int());
    int key = nondet_int();
    list = remove_all(list, key);
    assert(!contains(list, key));
    while (list) { struct node *n = list->next; free(list); list = n; }
    return 0;
}
