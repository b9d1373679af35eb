/* Numbers with eight bits behind the point, handed on by value. */
typedef struct { int raw; } fixed;
struct point { fixed x, y; };
struct path { struct point points[5]; int n; };
static fixed of(int n) {
    return (fixed){ n * 256 };
}
static fixed sum(fixed a, fixed b) {
    return (fixed){ a.raw + b.raw };
}
static fixed difference(fixed a, fixed b) {
    return (fixed){ a.raw - b.raw };
}
static fixed product(fixed a, fixed b) {
    return (fixed){ a.raw / 256 * b.raw };
}
static fixed share(fixed a, int n) {
    return (fixed){ n ? a.raw / n : 0 };
}
static int rounded(fixed a) {
    return a.raw >= 0 ? (a.raw + 128) / 256 : -((128 - a.raw) / 256);
}
static struct point middle(struct point a, struct point b) {
    struct point found;
    found.x = sum(a.x, share(difference(b.x, a.x), 2));
    found.y = sum(a.y, share(difference(b.y, a.y), 2));
    return found;
}
static fixed square(struct point a) {
    return sum(product(a.x, a.x), product(a.y, a.y));
}
static struct path zigzag(int n) {
    struct path path = { .n = n };
    for (int i = 0; i < n; i++) {
        path.points[i].x = of(i);
        path.points[i].y = i % 2 ? of(1) : of(0);
    }
    return path;
}
static void check(int seed) {
    struct path path = zigzag(limited(seed, 4, 5));
    fixed length = of(0);
    for (int i = 0; i + 1 < path.n; i++) {
        struct point here = middle(path.points[i], path.points[i + 1]);
        length = sum(length, square(here));
        note(i, rounded(here.x));
    }
    int got = rounded(length), least = path.n == 4 ? 9 : 20;
    assert(got >= least);
}
