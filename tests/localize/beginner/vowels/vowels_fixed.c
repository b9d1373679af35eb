// what: the number of vowels in a word, as meant
// fault: none
#include <stdio.h>

int is_vowel(char c) {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

int main(void) {
    char word[16];
    int i, vowels = 0, others = 0;

    scanf("%15s", word);
    for (i = 0; word[i] != '\0'; i++) {
        if (is_vowel(word[i]))
            vowels++;
        else
            others++;
    }
    printf("%d vowels, %d others\n", vowels, others);
    return 0;
}
