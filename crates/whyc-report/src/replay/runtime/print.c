int whyc_real_vprintf(const char *format, __builtin_va_list arguments) __asm__("vprintf");

/* printf that looks at the strings it is given; that of the library prints "(null)". */
int whyc_printf(const char *format, ...) {
    __builtin_va_list arguments, looked_at;
    __builtin_va_start(arguments, format);
    __builtin_va_copy(looked_at, arguments);
    for (const char *at = format; *at; at++) {
        int is_long = 0;
        if (*at != '%')
            continue;
        for (at++; *at && __builtin_strchr("-+ #0123456789.*hlqjztL", *at); at++) {
            if (*at == '*')
                (void)__builtin_va_arg(looked_at, int);
            int is_longer = *at == 'q' || *at == 'j' || (*at == 'l' && at[1] == 'l');
            is_long |= *at == 'L' ? 2 : is_longer ? 5 : __builtin_strchr("lzt", *at) != 0;
        }
        if (!*at)
            break;
        if (*at == 's')
            (void)*__builtin_va_arg(looked_at, volatile char *);
        else if (__builtin_strchr("pn", *at))
            (void)__builtin_va_arg(looked_at, void *);
        else if (__builtin_strchr("fFeEgGaA", *at) && is_long & 2)
            (void)__builtin_va_arg(looked_at, long double);
        else if (__builtin_strchr("fFeEgGaA", *at))
            (void)__builtin_va_arg(looked_at, double);
        else if (*at != '%' && is_long & 4)
            (void)__builtin_va_arg(looked_at, long long);
        else if (*at != '%' && is_long)
            (void)__builtin_va_arg(looked_at, long);
        else if (*at != '%')
            (void)__builtin_va_arg(looked_at, int);
    }
    return whyc_real_vprintf(format, arguments);
}

