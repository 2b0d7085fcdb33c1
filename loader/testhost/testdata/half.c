/* A layer that has only one of the two entry points. */
void *ENTRY(void);

void *ENTRY(void) {
    return 0;
}
