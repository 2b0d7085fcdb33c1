// Command gleslayergen generates Android OpenGL ES layers and stays at their author's side.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/pack"
)

func main() {
	pack.RunChild()
	recovery.Handle(func(reason any, stack []byte) { endAfterPanic(os.Args, reason, stack) })
	defer recovery.Catch()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a run is short, and has little to collect: a quarter of its time goes into that otherwise
	}
	ending := []os.Signal{syscall.SIGTERM}
	if !signal.Ignored(os.Interrupt) { // as in the background of a script, where run's program ignores it too
		ending = append(ending, os.Interrupt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ending...)
	context.AfterFunc(ctx, stop) // the second signal ends the process, whatever it waits for
	// Caught, not ignored, so that programs we start die of a closed pipe as usual and we end in order.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
