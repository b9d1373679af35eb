// expect: violated
// property: out-of-object
// line: 12
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: Sixteen bytes are more than two pointers.
typedef __SIZE_TYPE__ size_t;
void *memcpy(void *to, const void *from, size_t size);
struct pair { int *a; char *b; };
int main(void) {
    struct pair one = {0, 0}, other;
    memcpy(&other, &one, 16);
    return other.a == 0;
}
