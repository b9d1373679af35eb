// expect: violated
// property: out-of-object
// line: 9
// what: A wide text does not fit.
#include <wchar.h>

int main(void) {
    wchar_t to[2];
    wcscpy(to, L"abcdef");
    return 0;
}
