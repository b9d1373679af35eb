char *whyc_getenv(const char *name) {
    static const char *names[WHYC_VARIABLES];
    static int n;
    for (int i = 0; i < n; i++)
        if (!__builtin_strcmp(names[i], name))
            return whyc_variables[i];
    if (n == WHYC_VARIABLES)
        return 0;
    names[n] = name;
    return whyc_variables[n++];
}

