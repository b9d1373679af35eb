// expect: safe
// what: Who asks whether an address is aligned may use it if it is.
#include <stdint.h>
int main(void) {
    char b[12] = {0};
    for (char *p = b; p + 4 <= b + sizeof b; p++)
        if ((uintptr_t)p % sizeof(int) == 0)
            return *(int *)p;
    return 0;
}
