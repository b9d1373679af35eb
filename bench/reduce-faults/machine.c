/* A door with a motor: events go through a table of handlers. */
enum state { CLOSED, OPENING, OPEN, CLOSING, N_STATES };
enum event { BUTTON, TIMER, OBSTACLE, LIMIT, N_EVENTS };
struct door {
    enum state state;
    int motor;
    int light;
    int events[N_EVENTS];
};
typedef void (*handler)(struct door *door);
static void enter(struct door *door, enum state state) {
    door->state = state;
    door->light = state != CLOSED;
    note(state, door->motor);
}
static void start(struct door *door) {
    door->motor = 1;
    enter(door, door->state == CLOSED ? OPENING : CLOSING);
}
static void halt(struct door *door) {
    door->motor = 0;
    enter(door, door->state == OPENING ? OPEN : CLOSED);
}
static void back(struct door *door) {
    /* The motor goes on. */
    enter(door, OPEN);
}
static void ignore(struct door *door) {
    door->light = !door->light;
}
static const handler handlers[N_STATES][N_EVENTS] = {
    [CLOSED] = { start, ignore, ignore, ignore },
    [OPENING] = { ignore, ignore, ignore, halt },
    [OPEN] = { start, start, ignore, ignore },
    [CLOSING] = { back, ignore, back, halt },
};
static void send(struct door *door, enum event event) {
    door->events[event]++;
    handlers[door->state][event](door);
}
static void check(int seed) {
    static const enum event row[] = { BUTTON, LIMIT, TIMER, OBSTACLE, TIMER };
    struct door door = { CLOSED, 0, 0, { 0 } };
    for (int i = 0; i < 4; i++) {
        send(&door, row[i]);
        if (limited(seed, 0, 3) == i) note(i, door.events[row[i]]);
    }
    assert(door.state != OPEN || !door.motor);
}
