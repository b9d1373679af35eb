// expect: safe
// what: Wide texts and characters.
#include <assert.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t text[8];
    wcscpy(text, L"abc");
    wcscat(text, L"de");
    assert(wcslen(text) == 5 && wcscmp(text, L"abcde") == 0);
    assert(*wcschr(text, L'd') == L'd' && wcsstr(text, L"cd") == text + 2);
    wmemset(text, L'x', 3);
    assert(text[2] == L'x' && text[3] == L'd');
    assert(towupper(L'q') == L'Q' && iswdigit(L'7'));
    return 0;
}
