/* What was used last is kept: a list in both directions over places, with a table to find them. */
#define PLACES 3
#define NOBODY (-1)
struct place { int key, value, newer, older; };
struct recent {
    struct place places[PLACES];
    int newest, oldest, used;
    long hits, misses;
};
static void begin(struct recent *recent) {
    for (int i = 0; i < PLACES; i++) recent->places[i] = (struct place){ NOBODY, 0, NOBODY, NOBODY };
    recent->newest = recent->oldest = NOBODY;
    recent->used = 0;
    recent->hits = recent->misses = 0;
}
static void unlink_place(struct recent *recent, int at) {
    struct place *place = &recent->places[at];
    if (place->newer != NOBODY) recent->places[place->newer].older = place->older;
    else recent->newest = place->older;
    if (place->older != NOBODY) recent->places[place->older].newer = place->newer;
    place->newer = place->older = NOBODY;
}
static void to_front(struct recent *recent, int at) {
    struct place *place = &recent->places[at];
    place->older = recent->newest;
    place->newer = NOBODY;
    if (recent->newest != NOBODY) recent->places[recent->newest].newer = at;
    recent->newest = at;
    if (recent->oldest == NOBODY) recent->oldest = at;
}
static int where(const struct recent *recent, int key) {
    for (int i = 0; i < recent->used; i++)
        if (recent->places[i].key == key) return i;
    return NOBODY;
}
static int get(struct recent *recent, int key) {
    int at = where(recent, key);
    if (at == NOBODY) {
        recent->misses++;
        return NOBODY;
    }
    recent->hits++;
    unlink_place(recent, at);
    to_front(recent, at);
    return recent->places[at].value;
}
static void put(struct recent *recent, int key, int value) {
    int at = where(recent, key);
    if (at == NOBODY && recent->used < PLACES) {
        at = recent->used++;
    } else {
        if (at == NOBODY) at = recent->oldest;
        unlink_place(recent, at);
    }
    recent->places[at].key = key;
    recent->places[at].value = value;
    to_front(recent, at);
    note(key, at);
}
static void check(int seed) {
    struct recent recent;
    int base = limited(seed, 10, 40);
    begin(&recent);
    for (int i = 0; i < PLACES; i++) put(&recent, base + i, i * i);
    get(&recent, base);
    put(&recent, base + 7, 49);
    int kept = get(&recent, base);
    assert(kept == 0);
}
