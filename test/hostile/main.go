// Command hostile runs gleslayergen on spoiled files, and programs that do what layers do not expect with each kind of layer. Each
// process has a limit of time and memory. It prints what it found, and fails if a process crashed, hung or changed its result.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// options are the flags.
type options struct {
	seed   uint64 // of the spoiled files
	inputs int    // spoiled files of each format
	shard  int    // programs and formats: every parts-th from this one
	parts  int
	only   string // rows whose name contains it; "" for all
	page   string // the page that gets the figures; "" for none
}

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the spoiled files")
	flag.IntVar(&o.inputs, "inputs", 200, "spoiled files of each format")
	flag.IntVar(&o.shard, "shard", 0, "run every PARTS-th program and format from this one")
	flag.IntVar(&o.parts, "parts", 1, "number of parts of the programs and formats")
	flag.StringVar(&o.only, "only", "", "only the rows whose name contains this text")
	flag.StringVar(&o.page, "write", "", "write the figures into this page")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	failed, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
	}
	if err != nil || failed > 0 {
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (failed int, err error) {
	dir, err := os.MkdirTemp("", "hostile-")
	if err != nil {
		return 0, err
	}
	r := &runner{dir: dir, tool: filepath.Join(dir, "gleslayergen")}
	defer func() {
		if failed == 0 && err == nil {
			_ = os.RemoveAll(dir)
		} else {
			fmt.Println("kept:", dir)
		}
	}()
	if err := r.prepare(ctx); err != nil {
		return 0, err
	}
	guests, err := r.guests(ctx, o)
	if err != nil {
		return 0, err
	}
	spoiled, err := r.spoiled(ctx, o)
	if err != nil {
		return 0, err
	}
	figures := append(guests, spoiled...)
	table := tableOf(figures)
	fmt.Print(table)
	for _, f := range figures {
		failed += f.failed
	}
	if o.page != "" && failed == 0 {
		err = writePage(o.page, table)
	}
	return failed, err
}
