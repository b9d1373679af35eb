/* Input of characters, lines and bytes; streams and files; descriptors. */
#define _GNU_SOURCE
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

MODEL(fgetc);
MODEL(getchar);
MODEL(ungetc);
MODEL(fgets);
MODEL(fread);
MODEL(getline);
MODEL(feof);
MODEL(clearerr);
MODEL(fopen);
MODEL(fclose);
MODEL(ftell);
MODEL(fseek);
MODEL(fprintf);
MODEL(read);
MODEL(write);
MODEL(getpid);
char *model_gets(char *to);

/* A random mixture of calls on the same text. */
static void mixture(void) {
    char text[24], mine[32], theirs[32];
    size_t size = random_bits() % sizeof text + 1;
    for (size_t i = 0; i < size; i++)
        text[i] = "ab\n\0\xff"[random_bits() % 5];
    FILE *stream = fmemopen(text, size, "r");
    give_stdin(text, size);
    char *my_line = NULL, *their_line = NULL;
    size_t my_room = 0, their_room = 0;
    int may_push = 0;
    for (int i = 0; i < 12; i++) {
        memset(mine, '#', sizeof mine);
        memset(theirs, '#', sizeof theirs);
        int choice = (int)(random_bits() % 5);
        if (choice == 0) {
            int c = model_getchar();
            CHECK(c == fgetc(stream), "%d", c);
            may_push = c != EOF;
        } else if (choice == 1) {
            int room = (int)(random_bits() % 8) + 1;
            char *exact = exactly(mine, (size_t)room);
            char *read = model_fgets(exact, room, model_stdin);
            CHECK((read == exact) == (fgets(theirs, room, stream) == theirs), "fgets");
            CHECK(!memcmp(exact, theirs, (size_t)room), "fgets");
            free(exact);
            may_push = 1;
        } else if (choice == 2) {
            size_t unit = random_bits() % 4, count = random_bits() % 5;
            CHECK(model_fread(mine, unit, count, model_stdin) == fread(theirs, unit, count, stream), "fread");
            CHECK(!memcmp(mine, theirs, sizeof mine), "fread");
            may_push = 0;
        } else if (choice == 3) {
            ssize_t length = model_getline(&my_line, &my_room, model_stdin);
            CHECK(length == getline(&their_line, &their_room, stream), "getline: %zd", length);
            CHECK(length < 0 || !memcmp(my_line, their_line, (size_t)length + 1), "getline");
            CHECK(my_room == their_room, "getline: %zu %zu", my_room, their_room);
            may_push = 0;
        } else if (may_push) {
            CHECK(model_ungetc('x', model_stdin) == ungetc('x', stream), "ungetc");
            CHECK(model_fgetc(model_stdin) == 'x' && fgetc(stream) == 'x', "ungetc");
            may_push = 0;
        }
        CHECK(!model_feof(model_stdin) == !feof(stream), "the end, after %d", choice);
    }
    free(my_line);
    free(their_line);
    fclose(stream);
}

static void unknown(void) {
    char text[8];
    const long line[] = {'a', '\n', 'b', -1};
    unknown_stdin();
    set_inputs(line, 4);
    CHECK(model_fgets(text, 8, model_stdin) == text && !strcmp(text, "a\n"), "'%s'", text);
    CHECK(model_fgets(text, 8, model_stdin) == text && !strcmp(text, "b"), "'%s'", text);
    CHECK(model_feof(model_stdin) && model_getchar() == EOF && !model_fgets(text, 8, model_stdin), "the end stays");
    const long more[] = {'c'};
    model_clearerr(model_stdin);
    set_inputs(more, 1);
    CHECK(model_getchar() == 'c' && model_ungetc('d', model_stdin) == 'd' && model_getchar() == 'd', "after clearerr");
    const long part[] = {2, 'x', 'y'};
    set_inputs(part, 3);
    memset(text, '#', sizeof text);
    CHECK(model_fread(text, 1, 5, model_stdin) == 2 && !memcmp(text, "xy###", 5) && model_feof(model_stdin), "fread");
}

static void files(void) {
    const long none[] = {0};
    set_inputs(none, 1);
    CHECK(!model_fopen("name", "r"), "a file that is missing");
    const long some[] = {1, 'z', 5, 1};
    set_inputs(some, 4);
    FILE *file = model_fopen("name", "r");
    CHECK(model_fgetc(file) == 'z' && model_ftell(file) == 5 && model_fseek(file, 0, SEEK_SET) == 0, "a file");
    clear_output();
    CHECK(model_fprintf(file, "%d", 10) == 2 && output_size[1] == 0, "what goes to a file is gone");
    CHECK(model_fclose(file) == 0, "fclose");
    char text[4];
    give_stdin("abcdef", 6);
    CHECK(model_getchar() == 'a' && model_read(0, text, 4) == 4 && !memcmp(text, "bcde", 4), "read");
    CHECK(model_read(0, text, 4) == 1 && model_read(0, text, 4) == 0, "read");
    CHECK(model_write(1, "abc", 3) == 3 && !strcmp(output[1], "abc"), "write");
    give_stdin("one\ntwo", 7);
    char line[8];
    CHECK(model_gets(line) == line && !strcmp(line, "one") && model_gets(line) && !strcmp(line, "two"), "'%s'", line);
    CHECK(!model_gets(line), "gets");
    const long process[] = {17};
    set_inputs(process, 1);
    CHECK(model_getpid() == 17 && model_getpid() == 17, "getpid");
}

void test_input(void) {
    for (int i = 0; i < 20000; i++)
        mixture();
    unknown();
    files();
}
