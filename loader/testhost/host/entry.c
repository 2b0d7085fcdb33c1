/* When things happen: at loading, and at each of the functions through which a program first meets EGL. */
#include "loader.h"

void loader_enter(void);

/* The few functions that work before any display (eglQueryString, eglGetError) need the driver from the
 * start. */
__attribute__((constructor)) static void prepare(void) {
    report_prepare();
    layers_read_list();
    driver_open();
}

/* Called by the stubs of rule 4.1, before they dispatch. Rule 4.2: the driver first, then layers. */
void loader_enter(void) {
    static struct lock init = LOCK_INITIALIZER;
    if (!lock_enter(&init, "during set-up")) return;
    if (driver_complete()) layers_attach();
    lock_leave(&init);
}
