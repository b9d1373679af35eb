/* getopt of unistd.h, as glibc has it; arguments that would have to be put into another order are not followed. */
#include "whyc.h"

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static char *next; /* inside a word like -abc: what is still to come */

static void complain(const char *what) {
    fputs("program: ", stderr);
    fputs(what, stderr);
    fputs("\n", stderr);
}

/* At a word that is no option the options end, unless one stands further back. */
static int ends(int argc, char *const argv[], const char *options) {
    if (options[0] == '-') {
        optarg = argv[optind];
        optind++;
        return 1;
    }
    if (options[0] != '+') {
        for (int i = optind + 1; i < argc; i++) {
            if (argv[i][0] == '-' && argv[i][1])
                __whyc_unsupported("getopt with options behind other arguments");
        }
    }
    return -1;
}

int getopt(int argc, char *const argv[], const char *options) {
    optarg = NULL;
    if (optind == 0) {
        optind = 1;
        next = NULL;
    }
    if (!next || !*next) {
        if (optind >= argc || !argv[optind])
            return -1;
        char *word = argv[optind];
        if (word[0] != '-' || !word[1])
            return ends(argc, argv, options);
        optind++;
        if (word[1] == '-' && !word[2])
            return -1;
        next = word + 1;
    }
    const char *known = options;
    if (*known == '-' || *known == '+')
        known++;
    _Bool quiet = *known == ':';
    char c = *next;
    next++;
    optopt = c;
    while (*known && *known != c)
        known++;
    if (!*known || c == ':') {
        if (opterr && !quiet)
            complain("invalid option");
        return '?';
    }
    if (known[1] != ':')
        return c;
    if (*next) {
        optarg = next;
    } else if (known[2] != ':') {
        if (optind >= argc) {
            if (opterr && !quiet)
                complain("option requires an argument");
            next = NULL;
            return quiet ? ':' : '?';
        }
        optarg = argv[optind];
        optind++;
    }
    next = NULL;
    return c;
}
