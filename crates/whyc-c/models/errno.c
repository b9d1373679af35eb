/* errno.h: glibc's `errno` is `*__errno_location()`. */
#include "whyc.h"

int __whyc_errno;

int *__errno_location(void) {
    return &__whyc_errno;
}
