// Definitions of the commands, and replacements of toggle.c and the C core.

#define _GNU_SOURCE
#include "program.h"
#include "core/zz_generated_core.h"
#include "core/zz_generated_slots.h"

#include <errno.h>
#include <sys/socket.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- definitions: messages Function

static const struct {
    const char *name, *layout;
} commands[TRACE_COMMANDS] = {
    {"uniform4f", "iffff"}, {"bindTexture", "uu"},  {"enable", "u"},     {"disable", "u"},
    {"getError", "u"},      {"bufferData", "ulqu"}, {"wide", "iulqfdi"}, {"callback", "u"},
};

enum { SPACE = 256 };
static uint8_t space[TRACE_COMMANDS][SPACE];
const struct trace_command trace_commands[TRACE_COMMANDS] = {
#define COMMAND(id, size, layout)                                                                            \
    { space[id], size, layout }
    COMMAND(UNIFORM4F, 33, "iffff"), COMMAND(BIND_TEXTURE, 23, "uu"), COMMAND(ENABLE, 14, "u"),
    COMMAND(DISABLE, 15, "u"),       COMMAND(GET_ERROR, 16, "u"),     COMMAND(BUFFER_DATA, 30, "ulqu"),
    COMMAND(WIDE, 36, "iulqfdi"),    COMMAND(CALLBACK, 16, "u"),
};

// A parameter has only a cell type.
static uint8_t *put_parameter(uint8_t *at, char letter) {
    static const char letters[] = " iulqfd";
    *at++ = 3 << 3 | 2;
    *at++ = 2;
    *at++ = 4 << 3;
    *at++ = (uint8_t)(strchr(letters, letter) - letters);
    return at;
}

__attribute__((constructor)) static void define(void) {
    for (uint32_t i = 0; i < TRACE_COMMANDS; i++) {
        uint8_t *at = space[i];
        size_t length = strlen(commands[i].name);
        *at++ = 1 << 3;
        *at++ = (uint8_t)i;
        *at++ = 2 << 3 | 2;
        *at++ = (uint8_t)length;
        memcpy(at, commands[i].name, length);
        at += length;
        for (const char *c = commands[i].layout; *c; c++) at = put_parameter(at, *c);
        if ((uint32_t)(at - space[i]) != trace_commands[i].definition_size) {
            fprintf(stderr, "%s is defined by %d bytes\n", commands[i].name, (int)(at - space[i]));
            exit(1);
        }
    }
}

// --- on and off

static _Atomic(int) recording, untimed;

void trace_command(const struct trace_options *o) {
    atomic_store(&recording, o->recording);
    atomic_store(&untimed, o->untimed);
    atomic_fetch_add(&trace_generation, 1);
}

void trace_receiver_gone(void) {
    atomic_store(&recording, 0);
    atomic_fetch_add(&trace_generation, 1);
}

void trace_end_overdue(void) {}

__thread int in_frame;

void trace_switch(struct trace_thread *t) {
    if (in_frame) {
        t->generation--; // queried again
        return;
    }
    t->recording = (uint32_t)atomic_load(&recording);
    trace_set_timed(t, !atomic_load(&untimed));
}

int is_recording(void) {
    return atomic_load(&recording);
}

// --- the core

int layer_setting(const char *key, char *value, size_t size) {
    char name[64];
    snprintf(name, sizeof name, "GLTRACE_%s", key);
    for (char *c = name; *c; c++)
        if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
    const char *text = getenv(name);
    if (text != NULL) snprintf(value, size, "%s", text);
    return text != NULL;
}

void layer_log(const char *text) {
    fprintf(stderr, "log: %s\n", text);
}

void layer_alarm(const char *text) {
    fprintf(stderr, "alarm: %s\n", text);
}

int layer_process_name(char *name, size_t size) {
    snprintf(name, size, "%s", program_invocation_name);
    return 1;
}

// --- the kernel, where every peer is another user's

#ifdef PEERS_ARE_OTHERS
int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size);

int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size) {
    struct ucred other = {.pid = 1, .uid = 4242, .gid = 4242};
    (void)fd, (void)level, (void)name;
    if (*size != sizeof other) return -1;
    memcpy(value, &other, sizeof other);
    return 0;
}
#endif
