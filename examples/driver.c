// A program that talks to a device: open, read, close.
int is_open;
int nondet_int(void);

void dev_open(void) { is_open = 1; }
int dev_read(void) { return nondet_int(); }
void dev_close(void) { is_open = 0; }

int main(void) {
    dev_open();
    for (int i = 0; i < 3; i++) {
        int got = dev_read();
        if (got < 0)
            return 1;
    }
    dev_close();
    return 0;
}
