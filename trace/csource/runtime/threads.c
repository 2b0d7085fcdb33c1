// The recorded calls came from several threads. One thread runs at a time: main passes each function to its
// thread, and waits until it returns.
static struct worker {
    pthread_t id;
    int started;
    void (*function)(void);
} workers[THREADS + 1];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *work(void *argument) {
    struct worker *w = argument;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (w->function == NULL) pthread_cond_wait(&changed, &lock);
        w->function();
        w->function = NULL;
        pthread_cond_broadcast(&changed);
    }
    return NULL;
}

static void on_thread(int number, void (*function)(void)) {
    struct worker *w = &workers[number];
    pthread_mutex_lock(&lock);
    w->function = function;
    if (!w->started && pthread_create(&w->id, NULL, work, w) != 0)
        fail("cannot create a thread", "on_thread");
    w->started = 1;
    pthread_cond_broadcast(&changed);
    while (w->function != NULL) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}
