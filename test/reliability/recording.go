package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// recording checks that the recordings of a run are complete, and counts their calls.
func (r *row) recording(ctx context.Context, o outcome) {
	paths := recordings(o.dir)
	if len(paths) == 0 {
		r.fail("nothing was recorded:\n%s", o.tool)
	}
	for _, path := range paths {
		f, err := file.OpenContext(ctx, path)
		if err != nil {
			r.fail("%v", err)
			continue
		}
		r.calls += f.Len()
		r.frames += len(f.Frames())
		if err := r.complete(f); err != nil {
			r.fail("%s: %v", f.Hello().GetProcess(), err)
		}
		r.uncaptured += f.Totals().Uncaptured
		f.Close()
	}
}

// recordings returns the recordings of a run, one for each process.
func recordings(dir string) []string {
	paths, _ := filepath.Glob(filepath.Join(dir, "our*.gltrace"))
	return paths
}

// complete fails if a recording has lost calls. Without an end, the process was killed: then the recorder's count of calls
// must show that none is missing.
func (r *row) complete(f *file.File) error {
	if n := f.Totals().Dropped; n > 0 {
		return fmt.Errorf("%d calls were dropped", n)
	}
	if f.End() == nil {
		return errors.New("the recording has no end")
	}
	if n, known := f.Unaccounted(); f.End().Reason == "disconnected" && (n > 0 || !known) && !(known && r.allowed.Allow("killed", r.name)) {
		return fmt.Errorf("%d calls are missing at the end, known: %v", n, known)
	}
	return nil
}

// sizes adds the size of the recordings of a run, as recorded and compressed.
func (r *row) sizes(ctx context.Context, s *stage, paths []string) {
	for _, path := range paths {
		packed := path + ".packed"
		if out, err := exec.CommandContext(ctx, s.tool, "trace", "compress", path, "--out", packed).CombinedOutput(); err != nil {
			r.fail("trace compress: %v\n%s", err, out)
		}
		r.size += size(path)
		r.packed += size(packed)
	}
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// split returns the calls of each thread, in the order of the first calls.
func split[T any](calls []T, thread func(T) uint32) [][]T {
	var order []uint32
	by := map[uint32][]T{}
	for _, c := range calls {
		n := thread(c)
		if by[n] == nil {
			order = append(order, n)
		}
		by[n] = append(by[n], c)
	}
	slices.Sort(order)
	var out [][]T
	for _, n := range order {
		out = append(out, by[n])
	}
	return out
}
