// what: pointers to parts of arrays and records, sizes and numbers given to the library; -D FAULT=1 ... 6, without a fault none fails
// faults: 1 points to the wrong element, 2 to the wrong field, 3 too far into the text, 4 has the wrong end, 5 asks calloc for too little, 6 takes the root of the wrong number
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#ifndef FAULT
#define FAULT 0
#endif

int values[4];
struct limits {
    int low, high;
} limits;
char text[6];

/* The largest value of those from first on, before end. */
int largest(const int *first, const int *end) {
    int most = *first;

    for (const int *at = first; at != end; at++)
        if (*at > most)
            most = *at;
    return most;
}

int length(const char *from) {
    int n = 0;

    while (from[n])
        n++;
    return n;
}

void elements(void) {
    values[0] = 3;
    values[1] = 9;
    values[2] = 4;
    values[3] = 7;
#if FAULT == 1
    int *biggest = &values[2]; /* fault 1 */
#else
    int *biggest = &values[1];
#endif
#if FAULT == 4
    const int *end = values + 1; /* fault 4 */
#else
    const int *end = values + 4;
#endif
    assert(*biggest == largest(values, end));
    assert(*biggest == 9);
}

void fields(void) {
    limits.low = 1;
    limits.high = 5;
#if FAULT == 2
    int *bound = &limits.low; /* fault 2 */
#else
    int *bound = &limits.high;
#endif
    *bound = *bound + 1;
    assert(limits.low == 1 && limits.high == 6);
}

void characters(void) {
    for (int i = 0; i < 5; i++)
        text[i] = 'a';
    text[5] = 0;
#if FAULT == 3
    const char *from = text + 3; /* fault 3 */
#else
    const char *from = text + 2;
#endif
    assert(length(from) == 3);
}

void numbers(void) {
    int n = 3;
#if FAULT == 5
    int *squares = calloc(n, sizeof(char)); /* fault 5 */
#else
    int *squares = calloc(n, sizeof(int));
#endif
    for (int i = 0; i < n; i++)
        squares[i] = i * i;
#if FAULT == 6
    double root = sqrt(squares[1]); /* fault 6 */
#else
    double root = sqrt(squares[2]);
#endif
    free(squares);
    assert(root == 2);
}

int main(void) {
#if FAULT == 0 || FAULT == 1 || FAULT == 4
    elements();
#endif
#if FAULT == 0 || FAULT == 2
    fields();
#endif
#if FAULT == 0 || FAULT == 3
    characters();
#endif
#if FAULT == 0 || FAULT == 5 || FAULT == 6
    numbers();
#endif
    return 0;
}
