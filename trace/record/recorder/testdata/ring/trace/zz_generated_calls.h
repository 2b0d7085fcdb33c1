// Some commands, in the format of a layer's table.

#ifndef TEST_CALLS_H
#define TEST_CALLS_H

#include <stdint.h>

enum { UNIFORM4F, BIND_TEXTURE, ENABLE, DISABLE, GET_ERROR, BUFFER_DATA, WIDE, CALLBACK, TRACE_COMMANDS };

struct trace_command {
    const uint8_t *definition;
    uint32_t definition_size;
    const char *layout; // one letter a cell, the result last
};

extern const struct trace_command trace_commands[TRACE_COMMANDS];

#endif
