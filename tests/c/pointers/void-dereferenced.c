// expect: safe
// native: skip (gcc warns)
// what: Nothing is read through a pointer to void.
int main(void) {
    int x = 0;
    void *p = &x;
    *p;
    (void)*p;
    return 0;
}
