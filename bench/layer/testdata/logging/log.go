package main

// #include <stdint.h>
import "C"

import (
	"fmt"
	"os"
	"runtime/debug"
)

// singleLog formats a value and writes a line, as most hooks do.
//
//export singleLog
func singleLog(value C.uint32_t) { fmt.Fprintf(os.Stderr, "%v\n", value) }

// A library in an app's process limits its memory.
func init() { debug.SetMemoryLimit(64 << 20) }
