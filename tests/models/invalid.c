/* What is undefined in a program must be undefined in the model: an access that the sanitizer stops. */
#define _GNU_SOURCE
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

MODEL(strlen);
MODEL(strcpy);
MODEL(strcat);
MODEL(strncpy);
MODEL(strcmp);
MODEL(strchr);
MODEL(strtok);
MODEL(strdup);
MODEL(memcmp);
MODEL(memchr);
MODEL(sprintf);
MODEL(printf);
MODEL(snprintf);
MODEL(sscanf);
MODEL(scanf);
MODEL(fgets);
char *model_gets(char *to);
MODEL(puts);
MODEL(fputs);
MODEL(atoi);
MODEL(strtod);
MODEL(qsort);
MODEL(fclose);
MODEL(fgetc);
MODEL(fwrite);
MODEL(fread);
MODEL(abs);
MODEL(isalpha);

static char *open_text(void) {
    return exactly("abc", 3);
}

static char *room(void) {
    return malloc(4);
}

static int compare(const void *a, const void *b) {
    return *(const char *)a - *(const char *)b;
}

#define CASES                                                                                                       \
    CASE(model_strlen(open_text()))                                                                                 \
    CASE(model_strlen(NULL))                                                                                        \
    CASE(model_strcpy(room(), "four"))                                                                              \
    CASE(model_strcat(strcpy(room(), "ab"), "cd"))                                                                  \
    CASE(model_strncpy(room(), "a", 5))                                                                             \
    CASE(model_strcmp(open_text(), "abc"))                                                                          \
    CASE(model_strcmp(NULL, "abc"))                                                                                 \
    CASE(model_strchr(open_text(), 'x'))                                                                            \
    CASE(model_strtok(open_text(), "x"))                                                                            \
    CASE(model_strdup(open_text()))                                                                                 \
    CASE(model_memcmp(open_text(), "abcd", 4))                                                                      \
    CASE(model_memchr(open_text(), 'x', 4))                                                                         \
    CASE(model_sprintf(room(), "%d", 1234))                                                                         \
    CASE(model_sprintf(room(), "%s", "abcd"))                                                                       \
    CASE(model_snprintf(room(), 6, "%5d", 1))                                                                       \
    CASE(model_printf("%s", open_text()))                                                                           \
    CASE(model_printf("%s", NULL))                                                                                  \
    CASE(model_printf(NULL))                                                                                        \
    CASE(model_puts(open_text()))                                                                                   \
    CASE(model_fputs("a", NULL))                                                                                    \
    CASE(model_fwrite("abc", 1, 5, model_stdout))                                                                   \
    CASE(model_sscanf("abcd", "%s", room()))                                                                        \
    CASE(model_sscanf(open_text(), "%s", output[0]))                                                                \
    CASE(model_sscanf("1", "%d", NULL + 4))                                                                         \
    CASE((give_stdin("abcd", 4), model_scanf("%s", room())))                                                        \
    CASE((give_stdin("abcdefgh", 8), model_fgets(room(), 8, model_stdin)))                                          \
    CASE((give_stdin("abcd", 4), model_gets(room())))                                                               \
    CASE((give_stdin("abcdefgh", 8), model_fread(room(), 1, 8, model_stdin)))                                       \
    CASE(model_atoi(NULL))                                                                                          \
    CASE(model_atoi(exactly("12", 2)))                                                                              \
    CASE(model_strtod(exactly("1.5", 3), NULL))                                                                     \
    CASE(model_qsort(open_text(), 4, 1, compare))                                                                   \
    CASE(model_fclose(NULL + 4))                                                                                    \
    CASE(model_fgetc(NULL))                                                                                         \
    CASE(model_abs(-2147483647 - 1))                                                                                \
    CASE(model_isalpha(1000))

void test_invalid(void) {
#define CASE(call)                                                                                                  \
    {                                                                                                               \
        void run(void) {                                                                                            \
            (void)call;                                                                                             \
        }                                                                                                           \
        CHECK(is_stopped(run), "%s", #call);                                                                        \
    }
    CASES
}
