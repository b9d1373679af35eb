// expect: error
// what: A variable of a type that is never completed.
struct opaque;

int main(void) {
    struct opaque o;
    return sizeof o;
}
