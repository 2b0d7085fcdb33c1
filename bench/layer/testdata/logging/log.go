package main

// #include <stdint.h>
import "C"

import (
	"fmt"
	"os"
	"runtime/debug"
)

// What every hook wants to do: write a line, with values in it.
//
//export singleLog
func singleLog(value C.uint32_t) { fmt.Fprintf(os.Stderr, "%v\n", value) }

// And what every guest in an app's memory should.
func init() { debug.SetMemoryLimit(64 << 20) }
