// expect: violated
// property: out-of-object
// line: 10
// native: skip (the sanitizer names another line)
// what: A wide text does not fit.
#include <wchar.h>

int main(void) {
    wchar_t to[2];
    wcscpy(to, L"abcdef");
    return 0;
}
