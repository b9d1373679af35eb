// A line that may be longer than its buffer: the library's own decisions and names are not told.
#include <ctype.h>
#include <stdio.h>

static void title(char *s) {
    int start = 1;
    for (; *s; s++) {
        if (start)
            *s = (char)toupper((unsigned char)*s);
        start = *s == ' ';
    }
}

int main(void) {
    char line[4];
    if (!fgets(line, 8, stdin))
        return 1;
    title(line);
    return 0;
}
