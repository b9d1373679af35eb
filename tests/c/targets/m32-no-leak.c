// expect: safe
// options: -m32 --check leak
// what: A block to which a pointer of four bytes leads is not lost.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void free(void *block);
struct node { struct node *next; int value; };

struct node *kept;
int main(void) {
    kept = malloc(sizeof *kept);
    if (!kept)
        return 0;
    kept->next = malloc(sizeof *kept);
    if (kept->next)
        kept->next->next = 0;
    return 0;
}
