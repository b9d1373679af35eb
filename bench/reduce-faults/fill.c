/* A picture, of which an area is filled. */
#define WIDE 7
#define HIGH 5
struct picture { char cells[HIGH][WIDE + 1]; };
struct area { int cells, left, right; };
static const struct picture start = { {
    "#######",
    "#  #  #",
    "# ##  #",
    "#     #",
    "#######",
} };
static int is_inside(int x, int y) {
    return x >= 0 && x < WIDE && y >= 0 && y < HIGH;
}
static void widen(struct area *area, int x) {
    area->cells++;
    if (x < area->left) area->left = x;
    else if (x > area->right) area->right = x;
}
static void fill(struct picture *picture, int x, int y, char with, struct area *area) {
    if (!is_inside(x, y) || picture->cells[y][x] != ' ') return;
    picture->cells[y][x] = with;
    widen(area, x);
    fill(picture, x + 1, y, with, area);
    fill(picture, x - 1, y, with, area);
    fill(picture, x, y + 1, with, area);
}
static int left_over(const struct picture *picture) {
    int n = 0;
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) n += picture->cells[y][x] == ' ';
    return n;
}
static void check(int seed) {
    struct picture picture = start;
    struct area area = { 0, WIDE, -1 };
    char with = (char)('a' + limited(seed, 0, 20));
    fill(&picture, 1, 1, with, &area);
    int rest = left_over(&picture);
    note(area.cells, area.right - area.left);
    assert(rest == 0);
}
