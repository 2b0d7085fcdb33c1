package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// onceAProcess has the functions that the program calls once for all of its threads.
var onceAProcess = []string{"eglGetDisplay", "eglInitialize", "eglChooseConfig"}

// seenByOne has the functions that only one of the two tools records, and the reason.
var seenByOne = map[string]string{
	"eglReleaseThread": "the desktop loader lets the program's threads go of EGL as they end",
}

// whole fails if a recording lost calls or times: apitrace has the same number of calls of each function, on
// one thread, in the same round.
func (b *bench) whole(w way, path string, threads int) error {
	f, err := openWhole(path)
	if err != nil {
		return err
	}
	defer f.Close()
	counts, err := count(f, w.name != untimed)
	if err == nil {
		err = same(counts, b.counts, threads)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return nil
}

// count counts the program's calls of each function, all of which, or only those of EGL, must have times.
func count(f *file.File, timed bool) (map[string]int, error) {
	counts := map[string]int{}
	for call, err := range f.Calls(0, f.Len()) {
		if err != nil {
			return nil, err
		}
		name := call.Function.Name
		if call.Flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0 {
			continue
		}
		if want := timed || strings.HasPrefix(name, "egl"); (call.Duration != file.Untimed) != want {
			return nil, fmt.Errorf("call %d, of %s, took %v, and that it has times should be %v", call.Index, name, call.Duration, want)
		}
		counts[name]++
	}
	return counts, nil
}

// same checks that each thread has as many calls of each function as apitrace has on one thread.
func same(ours, theirs map[string]int, threads int) error {
	if len(theirs) == 0 {
		return errors.New("apitrace recorded nothing that it could be held against")
	}
	all := maps.Clone(ours)
	maps.Copy(all, theirs)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		want := theirs[name]
		if !slices.Contains(onceAProcess, name) {
			want *= threads
		}
		if _, known := seenByOne[name]; !known && ours[name] != want {
			return fmt.Errorf("%s was recorded %d times, and by apitrace %d times on one thread", name, ours[name], theirs[name])
		}
	}
	return nil
}

// openWhole opens a recording. It fails if calls or data are missing.
func openWhole(path string) (*file.File, error) {
	f, err := file.Open(path)
	if err != nil {
		return nil, err
	}
	if n := f.Totals(); n.Dropped > 0 || n.Uncaptured > 0 {
		return nil, errors.Join(fmt.Errorf("%s: %d calls were dropped, and data left out %d times", filepath.Base(path), n.Dropped, n.Uncaptured), f.Close())
	}
	return f, nil
}
