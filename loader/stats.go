package loader

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// State is how far the loader got with the layers of a process.
type State uint32

// The states of a process.
const (
	StateNone      State = iota // no layer was requested so far
	StateAttached               // the layers are loaded
	StateAbandoned              // a layer failed, so the process has none (rule 1.10)
	StateNoDriver               // this machine's libraries could not be opened
	stateCount
)

var stateNames = [stateCount]string{"none", "attached", "abandoned", "no driver"}

// String returns the state in one or two words.
func (s State) String() string {
	if s >= stateCount {
		return fmt.Sprintf("state %d", uint32(s))
	}
	return stateNames[s]
}

// A ProcessStats holds the counters of one process under the loader's libraries: its layers, and the calls that the
// program made.
type ProcessStats struct {
	PID      int
	State    State
	Touched  bool // the process called an EGL function
	Names    []string
	Known    int      // how many of the names the loader offers to each layer
	Calls    []uint64 // by index in Names
	Layers   []LayerStats
	Problems []string
	Dropped  int // how many further problems were not stored
	Running  []LayerCall
}

// A LayerCall is a call of a layer by the loader that has not returned. If the process ended, it ended there.
type LayerCall struct {
	Path  string
	Phase Phase
}

// Phase is what the loader calls a layer for.
type Phase uint32

// The phases, as host/process.h numbers them.
const (
	phaseNone Phase = iota
	phaseConstructor
	phaseInitialize
	phaseWalk
	phaseLookup
	phaseCount
)

var phaseNames = [phaseCount]string{"", "a constructor", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress",
	"AndroidGLESLayer_GetProcAddress, called for eglGetProcAddress"}

// String returns the function of the layer that the loader calls.
func (p Phase) String() string { return phaseNames[min(p, phaseCount-1)] }

// A LayerStats is one layer in a process. The layer next to the driver, which is initialized first, comes
// first.
type LayerStats struct {
	Path    string
	Walked  int    // names that the loader passed to the layer during initialization
	Lookups int    // names that it passed later
	Hooked  []bool // by index in Names: whether the layer returned a function of its own
}

// The format of the file. Numbers have the byte order of the machine.
const (
	statsMagic   = "GLSTATS1"
	statsHeader  = 104
	nameSize     = 64
	pathSize     = 1024
	layerHead    = pathSize + 16 // the path, three numbers and padding; one byte for each name follows
	problemSize  = 512
	mostNames    = 1 << 14
	mostLayers   = 64
	mostProblems = 64
	mostThreads  = 1024
)

var native = binary.NativeEndian

// header is the beginning of the file.
type header struct {
	Magic                                     [8]byte
	Total                                     uint64
	PID, State, Touched                       uint32
	Names, Known, Layers, Threads, Problems   uint32
	AtNames, AtLayers, LayerStride, AtProblem uint64
	AtThreads, ThreadStride, AtCounts         uint64
}

// Stats reads the stats of each process of the run, which may still run. It returns the processes it can read,
// and joined errors for the others.
func (r *Run) Stats() ([]ProcessStats, error) {
	names, err := fs.Glob(os.DirFS(r.Dir), "stats.*")
	var processes []ProcessStats
	for _, name := range names {
		stats, e := openStats(filepath.Join(r.Dir, name))
		if e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", name, e))
			continue
		}
		processes = append(processes, *stats)
	}
	return processes, err
}

// openStats opens regular files only, because the program that ran can write to the directory.
func openStats(path string) (*ProcessStats, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readStats(file, info.Size())
}

// readStats treats the file as untrusted: it reads a bounded amount, and only from inside the file.
func readStats(r io.ReaderAt, size int64) (*ProcessStats, error) {
	f := &statsFile{r: r, size: size}
	if err := f.header(); err != nil {
		return nil, err
	}
	h := &f.head
	b := &ProcessStats{PID: int(h.PID), State: State(h.State), Touched: h.Touched != 0, Known: int(h.Known),
		Dropped: max(0, int(h.Problems)-mostProblems)}
	f.names(b)
	f.layers(b)
	f.counts(b)
	f.problems(b)
	f.running(b)
	return b, f.err
}

// text returns the bytes before the first NUL.
func text(p []byte) string {
	before, _, _ := bytes.Cut(p, []byte{0})
	return string(before)
}
