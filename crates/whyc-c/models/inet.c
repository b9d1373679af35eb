/* arpa/inet.h, endian.h: the order of bytes. x86-64 has the lowest one first, the network the highest. */
#include "whyc.h"

unsigned int htonl(unsigned int x) {
    return __builtin_bswap32(x);
}

unsigned int ntohl(unsigned int x) {
    return __builtin_bswap32(x);
}

unsigned short htons(unsigned short x) {
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x) {
    return __builtin_bswap16(x);
}
