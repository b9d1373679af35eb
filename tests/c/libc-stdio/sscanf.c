// expect: safe
// what: Numbers and words from a string.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int day, month;
    char word[8], c;
    assert(sscanf("24.12. xmas!", "%d.%d. %4s%c", &day, &month, word, &c) == 4);
    assert(day == 24 && month == 12 && strcmp(word, "xmas") == 0 && c == '!');
    assert(sscanf("x", "%d", &day) == 0 && day == 24);
    assert(sscanf("", "%d", &day) == EOF);
    assert(sscanf("ff", "%x", (unsigned int *)&day) == 1 && day == 255);
    return 0;
}
