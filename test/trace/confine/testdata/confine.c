// A process that confines itself as the player does, and tries what it may not do any more. Arguments:
// "calls", "windows", "draw" or "threads".
#define _GNU_SOURCE

#include "zz_generated_play_confine.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void want(int is, const char *what) {
    if (is) return;
    fprintf(stderr, "confine: %s: %s\n", what, strerror(errno));
    failures++;
}

// Expects that a call failed with EPERM, ENOSYS, or EACCES of Landlock.
#define REFUSED(call)                                                                                        \
    do {                                                                                                     \
        errno = 0;                                                                                           \
        long result_ = (long)(call);                                                                         \
        want(result_ == -1 && (errno == EPERM || errno == EACCES || errno == ENOSYS), #call);                \
    } while (0)
#define WORKS(call) want((call) >= 0, #call)

static void try_processes(void) {
    char *const none[] = {NULL};
    pid_t parent = getppid();
    REFUSED(execve("/bin/true", none, none));
    REFUSED(syscall(SYS_execveat, AT_FDCWD, "/bin/true", none, none, 0));
    REFUSED(fork());
    REFUSED(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    REFUSED(syscall(SYS_unshare, 0x10000000));
    REFUSED(ptrace(PTRACE_ATTACH, parent, 0, 0));
    REFUSED(syscall(SYS_process_vm_readv, parent, NULL, 0, NULL, 0, 0));
    REFUSED(kill(parent, 0));
    REFUSED(kill(-1, 0));
    REFUSED(kill(0, 0));
    REFUSED(syscall(SYS_tgkill, parent, parent, 0));
    REFUSED(syscall(434, parent, 0)); // pidfd_open
    REFUSED(syscall(SYS_kcmp, getpid(), parent, 0, 0, 0));
    REFUSED(syscall(SYS_kcmp, parent, getpid(), 0, 0, 0));
    REFUSED(syscall(SYS_sched_setaffinity, parent, 8, &(long){1}));
    REFUSED(syscall(SYS_sched_setscheduler, parent, 0, &(int){0}));
    REFUSED(setpriority(PRIO_PROCESS, (id_t)parent, 19));
    REFUSED(setpriority(PRIO_PGRP, 0, 19));
    REFUSED(setpriority(PRIO_USER, 0, 19));
    REFUSED(syscall(SYS_ioprio_set, 1, parent, 0));
    WORKS(syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 1)); // the files 0 and 1
    WORKS(setpriority(PRIO_PROCESS, 0, 19));
    WORKS(kill(getpid(), 0));
    WORKS(raise(0));
}

static void try_sockets(void) {
    int pair[2];
    REFUSED(socket(AF_INET, SOCK_STREAM, 0));
    REFUSED(socket(AF_INET6, SOCK_DGRAM, 0));
    REFUSED(socket(AF_UNIX, SOCK_STREAM, 0));
    REFUSED(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair));
    REFUSED(socketpair(AF_UNIX, SOCK_RAW | SOCK_NONBLOCK, 0, pair)); // the same in this family
    REFUSED(socketpair(AF_TIPC, SOCK_STREAM, 0, pair));
    WORKS(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair));
    WORKS(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    REFUSED(fcntl(pair[0], F_SETOWN, getppid()));
    REFUSED(fcntl(pair[0], F_SETSIG, SIGKILL));
    REFUSED(fcntl(pair[0], F_SETOWN_EX, &(struct f_owner_ex){F_OWNER_PID, getppid()}));
    REFUSED(ioctl(pair[0], FIOSETOWN, &(int){getppid()}));
    REFUSED(ioctl(pair[0], SIOCSPGRP, &(int){getppid()}));
    WORKS(fcntl(pair[0], F_SETFL, O_NONBLOCK));
    REFUSED(connect(pair[0], &(struct sockaddr){.sa_family = AF_UNIX}, sizeof(struct sockaddr)));
    REFUSED(syscall(425, 8, NULL)); // io_uring_setup
}

// The segment exists already. A process with windows may attach to it.
static void try_memory(int has_windows, int segment) {
    if (has_windows) {
        int id = shmget(IPC_PRIVATE, 4096, 0600);
        void *memory = shmat(id, NULL, 0);
        WORKS(id);
        want(memory != (void *)-1, "attach to shared memory");
        WORKS(shmdt(memory));
        REFUSED(shmctl(id, IPC_STAT, &(struct shmid_ds){0}));
        WORKS(shmctl(id, IPC_RMID, NULL));
    } else {
        REFUSED(shmget(IPC_PRIVATE, 4096, 0600));
        REFUSED(shmat(segment, NULL, 0));
        REFUSED(shmctl(segment, IPC_RMID, NULL));
        REFUSED(shmdt(&failures));
    }
    REFUSED(shmget(1, 4096, 0600));
    REFUSED(msgget(IPC_PRIVATE, 0600));
    REFUSED(semget(IPC_PRIVATE, 1, 0600));
    REFUSED(syscall(SYS_mq_open, "new", O_RDWR | O_CREAT, 0600, NULL));
}

static void try_files(int open_file, int landlock) {
    REFUSED(open("new", O_CREAT | O_WRONLY, 0600));
    REFUSED(open("old", O_TRUNC | O_RDWR));
    if (landlock) REFUSED(open("old", O_WRONLY));
    if (landlock) REFUSED(open("/proc/self/mem", O_RDWR));
    REFUSED(truncate("old", 0));
    REFUSED(unlink("old"));
    REFUSED(rename("old", "new"));
    REFUSED(link("old", "new"));
    REFUSED(symlink("old", "new"));
    REFUSED(mkdir("new", 0700));
    REFUSED(chmod("old", 0777));
    REFUSED(fchmod(open_file, 0777));
    REFUSED(chown("old", 0, 0));
    REFUSED(mount("none", ".", "tmpfs", 0, NULL));
    REFUSED(syscall(428, AT_FDCWD, ".", 0)); // open_tree
    REFUSED(ioctl(0, TIOCSTI, "x"));
    REFUSED(ioctl(open_file, FS_IOC_SETFLAGS, &(long){FS_IMMUTABLE_FL}));
    REFUSED(ioctl(open_file, FS_IOC_FSSETXATTR, &(struct fsxattr){.fsx_xflags = FS_XFLAG_IMMUTABLE}));
    WORKS(open("old", O_RDONLY));
    WORKS(open("/dev/null", O_RDWR));
    WORKS(write(open_file, "text", 4));
    WORKS(ftruncate(open_file, 2));
    int memory = (int)syscall(SYS_memfd_create, "memory", 0);
    WORKS(ftruncate(memory, 4096));
    want(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, memory, 0) != MAP_FAILED, "memory with code");
}

// Landlock restricts ioctl on devices since version 5.
static int restricts_control(void) {
    return syscall(444, NULL, 0, 1) >= 5;
}

static void calls(int has_windows) {
    int file = open("old", O_CREAT | O_RDWR, 0600), segment = shmget(IPC_PRIVATE, 4096, 0600);
    WORKS(segment);
    // Removed when the process ends, which is attached to it.
    want(shmat(segment, NULL, 0) != (void *)-1 && shmctl(segment, IPC_RMID, NULL) == 0, "shared memory");
    int control = restricts_control(), left = play_confine(has_windows);
    printf("left %d\n", left);
    want((left & PLAY_CALLS_OPEN) == 0, "the filter");
    try_processes();
    try_sockets();
    try_memory(has_windows, segment);
    try_files(file, (left & PLAY_FILES_OPEN) == 0);
    if (control && (left & PLAY_FILES_OPEN) == 0)
        REFUSED(ioctl(open("/dev/zero", O_RDONLY), FS_IOC_GETFLAGS, &(long){0}));
}

// The calls of a thread that exists already are restricted too, but not its files.
static int ready[2], go[2];

static void *other(void *nothing) {
    char c;
    want(write(ready[1], "r", 1) == 1 && read(go[0], &c, 1) == 1, "pipes");
    REFUSED(socket(AF_INET, SOCK_STREAM, 0));
    return nothing;
}

static void *nothing_at_all(void *nothing) {
    return nothing;
}

static void threads(void) {
    pthread_t before, after;
    char c;
    want(pipe(ready) == 0 && pipe(go) == 0 && pthread_create(&before, NULL, other, NULL) == 0 &&
             read(ready[0], &c, 1) == 1,
         "a thread");
    want((play_confine(0) & PLAY_FILES_OPEN) != 0, "files of the thread");
    want(write(go[1], "g", 1) == 1 && pthread_join(before, NULL) == 0, "the thread ends");
    want(pthread_create(&after, NULL, nothing_at_all, NULL) == 0 && pthread_join(after, NULL) == 0,
         "a thread of the confined process");
}

static GLuint shader(GLenum type, const char *source) {
    GLuint s = glCreateShader(type);
    glShaderSource(s, 1, &source, NULL);
    glCompileShader(s);
    return s;
}

// Mesa starts its threads, compiles, draws and reads, although its libraries are all that it had before.
static void draw(void) {
    eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    play_confine(0);
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    want(eglInitialize(display, NULL, NULL), "eglInitialize");
    static const EGLint wanted[] = {
        EGL_RED_SIZE,       8,       EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
        EGL_OPENGL_ES3_BIT, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    EGLConfig config;
    EGLint n = 0;
    want(eglChooseConfig(display, wanted, &config, 1, &n) && n == 1, "eglChooseConfig");
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    want(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent");
    GLuint program = glCreateProgram();
    glAttachShader(program, shader(GL_VERTEX_SHADER,
                                   "#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 "
                                   ": -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }"));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER,
                                   "#version 300 es\nprecision mediump float;\nout vec4 color;\nvoid "
                                   "main() { color = vec4(1, 0.2, 0, 1); }"));
    glLinkProgram(program);
    glUseProgram(program);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    unsigned char pixel[4] = {0};
    glReadPixels(32, 32, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    want(eglSwapBuffers(display, surface), "eglSwapBuffers");
    want(pixel[0] == 255 && pixel[1] == 51 && pixel[2] == 0 && // 0.2 of 255
             glGetError() == GL_NO_ERROR,
         "the pixel");
    printf("drawn by %s\n", (const char *)glGetString(GL_RENDERER));
    want(eglTerminate(display), "eglTerminate");
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "calls") == 0)
        calls(0);
    else if (strcmp(what, "windows") == 0)
        calls(1);
    else if (strcmp(what, "draw") == 0)
        draw();
    else if (strcmp(what, "threads") == 0)
        threads();
    else
        return 2;
    return failures > 0;
}
