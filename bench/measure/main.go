package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

var errInterrupted = errors.New("interrupted")

// A Part of a benchmark is a group of measurements that alternate. B is the state that the parts share.
type Part[B any] struct {
	Name string
	Run  func(B, context.Context) error
}

// Main runs the parts of a benchmark that the command line names, or all, and returns the exit code: 1 for an
// error or a missed limit, 2 for an invalid command line. The benchmark gets its own directory, which Main
// removes before it returns, also after Ctrl-C. Its processes keep their temporary files there.
func Main[B any](name string, parts []Part[B], prepare func(ctx context.Context, dir string, r *Report) (B, error)) int {
	chosen, markdown, err := choose(parts, os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench %s: %v\n", name, err)
		return 2
	}
	err = inDir(func(ctx context.Context, dir string) error {
		r := newReport(name)
		r.Markdown = markdown
		b, err := prepare(ctx, dir, r)
		for i := 0; err == nil && i < len(chosen); i++ {
			err = chosen[i].Run(b, ctx)
		}
		if err != nil {
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

// choose parses the command line: [-markdown] [PART]...
func choose[B any](parts []Part[B], args []string) (chosen []Part[B], markdown bool, err error) {
	var names []string
	for _, p := range parts {
		names = append(names, p.Name)
	}
	for _, arg := range args {
		switch i := slices.Index(names, arg); {
		case i >= 0:
			chosen = append(chosen, parts[i])
		case arg == "-markdown":
			markdown = true
		default:
			return nil, false, fmt.Errorf("unknown part %q: the parts are %s; -markdown prints the table for docs/performance.md", arg, strings.Join(names, ", "))
		}
	}
	if chosen == nil {
		chosen = parts
	}
	return chosen, markdown, nil
}

func inDir(f func(ctx context.Context, dir string) error) error {
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

// module is the first line of the go.mod at the top of the source tree. The module in test/ has another.
const module = "module github.com/gleslayergen/gleslayergen\n"

// Root returns the top of the source tree that contains the working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(text), module) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("not in the source tree of gleslayergen: neither this directory nor a parent directory has its go.mod")
		}
	}
	return "", err
}
