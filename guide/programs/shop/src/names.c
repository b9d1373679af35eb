void log_line(const char *text);

/* The first letter of a name, in capitals. */
char initial(unsigned char first) {
    log_line("initial");
    if (first >= 'a' && first <= 'z')
        return (char)(first - 'a' + 'A');
    return '?';
}
