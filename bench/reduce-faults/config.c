/* Lines of names and values. */
#define MOST_ENTRIES 4
#define MOST_CHARS 12
struct entry {
    char name[MOST_CHARS];
    long value;
    unsigned is_set : 1, is_negative : 1;
};
struct config {
    struct entry entries[MOST_ENTRIES];
    int used;
    int errors;
};
static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}
static const char *blank(const char *text) {
    while (*text == ' ' || *text == '\t') text++;
    return text;
}
static const char *number(const char *text, struct entry *entry) {
    long value = 0;
    if (*text == '-') {
        entry->is_negative = 1;
        text++;
    }
    for (; *text >= '0' && *text <= '9'; text++) {
        if (value > 100000) goto large;
        value = value * 10 + (*text - '0');
    }
    entry->value = entry->is_negative ? -value : value;
    return text;
large:
    entry->value = 0;
    return NULL;
}
static const char *line(const char *text, struct config *config) {
    struct entry *entry = &config->entries[config->used];
    int n = 0;
    memset(entry, 0, sizeof *entry);
    for (text = blank(text); is_letter(*text); text++)
        if (n < MOST_CHARS - 1) entry->name[n++] = *text;
    text = blank(text);
    if (n == 0 || *text != '=') goto wrong;
    text = number(blank(text + 1), entry);
    if (!text) goto wrong;
    text = blank(text);
    if (*text != '\n' && *text != 0) goto wrong;
    entry->is_set = 1;
    config->used++;
    note(config->used, (int)entry->value);
    return *text ? text + 1 : text;
wrong:
    config->errors++;
    while (text && *text && *text != '\n') text++;
    return text && *text ? text + 1 : "";
}
static long look_up(const struct config *config, const char *name, long otherwise) {
    for (int i = 0; i < config->used; i++)
        if (strcmp(config->entries[i].name, name) == 0) return config->entries[i].value;
    return otherwise;
}
static void check(int seed) {
    struct config config = { .used = 0 };
    const char *text = limited(seed, 0, 1) ? "speed = 12\nroom=7\nspeed = -3\n" : "speed=10\n depth= 4\nspeed = -3";
    while (*text && config.used < MOST_ENTRIES) text = line(text, &config);
    note(config.errors, config.used);
    assert(look_up(&config, "speed", 0) == -3);
}
