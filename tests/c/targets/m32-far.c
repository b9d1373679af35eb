// expect: unknown
// options: -m32
// what: Pointers of 32 bits do not go that far from the start of their object here.
char room[300000];
int main(void) {
    char *p = room + 200000;
    *p = 1;
    return 0;
}
