/* What calls in string.h become under _FORTIFY_SOURCE. The size of the destination is not looked at:
 * a write behind it is found where it happens. */
#include "whyc.h"

char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t size);
char *stpcpy(char *to, const char *from);
char *stpncpy(char *to, const char *from, size_t size);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t limit);
void *mempcpy(void *to, const void *from, size_t size);

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    return memcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    return memmove(to, from, size);
}

void *__memset_chk(void *to, int byte, size_t size, size_t room) {
    (void)room;
    return memset(to, byte, size);
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    return mempcpy(to, from, size);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return strcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
    (void)room;
    return strncpy(to, from, size);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return stpcpy(to, from);
}

char *__stpncpy_chk(char *to, const char *from, size_t size, size_t room) {
    (void)room;
    return stpncpy(to, from, size);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    (void)room;
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t room) {
    (void)room;
    return strncat(to, from, limit);
}
