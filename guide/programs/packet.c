/* Copies a packet for later. */
#include <stdlib.h>
#include <string.h>

struct packet {
    unsigned char length;
    unsigned char bytes[255];
};

struct packet *keep(const unsigned char *bytes, unsigned char length) {
    struct packet *kept = malloc(sizeof *kept);
    kept->length = length;
    memcpy(kept->bytes, bytes, length);
    return kept;
}

int main(void) {
    unsigned char hello[] = "hello";
    struct packet *kept = keep(hello, sizeof hello);
    free(kept);
    return 0;
}
