/* Layer 3 of 6: the EGL and GLES libraries of the machine, and the addresses of the loader's own stubs
 * (driver.c). Below: process.h. */
#ifndef DRIVER_H
#define DRIVER_H

#include "process.h"

#define DRIVER(type, index) ((type)driver_function[index])
extern void *driver_function[FUNCTIONS]; /* null for functions that the libraries lack */
void driver_open(void);
bool driver_complete(void);
void driver_fill(void);
void *driver_bottom(int index); /* the bottom of a chain of the GL list */
bool driver_lacks(int index);   /* for a function of GL */
void *driver_query(const char *name);
void *stub_of(int index); /* the function that a program links to; null if it is not exported */

#endif
