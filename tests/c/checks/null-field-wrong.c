// expect: violated
// property: null-dereference
// line: 12
// what: A member far from the start of what a null pointer points to.
struct page {
    char bytes[4096];
    int next;
};

int main(void) {
    struct page *page = 0;
    return page->next;
}
