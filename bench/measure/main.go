package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

var errInterrupted = errors.New("interrupted")

// Main runs a benchmark and gives the exit code: 1 when it failed or a bar was missed. The benchmark gets a folder of
// its own, which is gone when Main is back, after Ctrl-C, too; what it starts keeps temporary files in there.
func Main(name string, bench func(ctx context.Context, dir string, r *Report) error) int {
	if file := os.Getenv(decodeEnv); file != "" {
		return decodeOnce(file)
	}
	err := inFolder(func(ctx context.Context, dir string) error {
		r := newReport(name)
		if err := bench(ctx, dir, r); err != nil {
			return err
		}
		return r.close()
	})
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench %s: %v\n", name, err)
		return 1
	}
	return 0
}

func inFolder(f func(ctx context.Context, dir string) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		<-signals
		cancel(errInterrupted)
	}()
	dir, err := os.MkdirTemp("", "gleslayergen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	temp := filepath.Join(dir, "tmp")
	if err := errors.Join(os.Mkdir(temp, 0o700), os.Setenv("TMPDIR", temp)); err != nil {
		return err
	}
	return f(ctx, dir)
}

// Root is the folder of the module that the benchmark was started in.
func Root() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("start it within the source tree of gleslayergen: no go.mod here or above")
		}
	}
	return "", err
}
