/* The area of a field in square metres, in too small a type. */
int nondet_int(void);
static int area(int width, int length) {
    return width * length; /* FAULT */
}
int main(void) {
    int width = nondet_int(), length = nondet_int();
    if (width < 0 || width > 100000 || length < 0 || length > 100000)
        return 0;
    return area(width, length) < 0;
}
