/* Tasks by their time, in a heap. */
#define MOST 8
struct task {
    unsigned time;
    const char *name;
    int (*run)(struct task *task);
    int done;
};
struct heap { struct task *tasks[MOST]; int n; };
static void swap(struct task **a, struct task **b) {
    struct task *kept = *a;
    *a = *b;
    *b = kept;
}
static void up(struct heap *heap, int i) {
    while (i > 0 && heap->tasks[(i - 1) / 2]->time > heap->tasks[i]->time) {
        swap(&heap->tasks[i], &heap->tasks[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
}
static void down(struct heap *heap, int i) {
    for (;;) {
        int child = 2 * i + 1;
        if (child >= heap->n) return;
        if (child + 1 < heap->n && heap->tasks[child + 1]->time > heap->tasks[child]->time) child++;
        if (heap->tasks[i]->time <= heap->tasks[child]->time) return;
        swap(&heap->tasks[i], &heap->tasks[child]);
        i = child;
    }
}
static int insert(struct heap *heap, struct task *task) {
    if (heap->n == MOST) return 0;
    heap->tasks[heap->n] = task;
    up(heap, heap->n++);
    return 1;
}
static struct task *next(struct heap *heap) {
    if (heap->n == 0) return NULL;
    struct task *task = heap->tasks[0];
    heap->tasks[0] = heap->tasks[--heap->n];
    down(heap, 0);
    return task;
}
static int once(struct task *task) {
    return ++task->done;
}
static int twice(struct task *task) {
    task->done += 2;
    return task->done;
}
static void check(int seed) {
    static struct task tasks[] = {
        { 9, "log", once, 0 }, { 2, "read", twice, 0 }, { 7, "send", once, 0 },
        { 4, "wait", once, 0 }, { 5, "write", twice, 0 }, { 1, "boot", once, 0 },
    };
    struct heap heap = { .n = 0 };
    for (int i = 0; i < 6; i++) {
        tasks[i].time += (unsigned)limited(seed, 0, 2);
        insert(&heap, &tasks[i]);
    }
    unsigned last = 0;
    for (struct task *task; (task = next(&heap)) != NULL;) {
        note((int)task->time, task->run(task));
        assert(last <= task->time);
        last = task->time;
    }
}
