// expect: unknown
// what: How large a table is that another file defines, nobody says here: no access to it is right or wrong.
#include <assert.h>
#include <string.h>
extern const unsigned char font[];

int main(int argc, char **argv) {
    unsigned char row[4];
    memcpy(row, font, sizeof row);
    assert(argc < 100 || row[0] < 200 || 1);
    return 0;
}
