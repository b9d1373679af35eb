// expect: violated
// property: leak
// line: 17
// options: -m32 --check leak
// native: skip (it needs a compiler for 32 bits)
// what: A block to which no pointer leads any more.
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
    kept->next = 0;
    free(kept);
    return 0;
}
