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

// State is how far the layers of a process came.
type State uint32

// The states of a process.
const (
	StateNone      State = iota // no layer was asked for, so far
	StateAttached               // the layers are in place
	StateAbandoned              // one of them failed, so none is used (rule 1.10)
	StateNoDriver               // the machine's own libraries could not be opened
	stateCount
)

var stateNames = [stateCount]string{"none", "attached", "abandoned", "no driver"}

// String returns the state in a word or two.
func (s State) String() string {
	if s >= stateCount {
		return fmt.Sprintf("state %d", uint32(s))
	}
	return stateNames[s]
}

// A Board is what one process under the stand-ins left: which layers it has, and the calls that entered at the top.
type Board struct {
	PID      int
	State    State
	Touched  bool // the process called an EGL function
	Names    []string
	Known    int      // so many of the names are offered to each layer
	Calls    []uint64 // by name
	Layers   []BoardLayer
	Problems []string
	Dropped  int // problems beyond those that are kept
}

// A BoardLayer is one layer in a process, in the order of setting up: the driver's side first.
type BoardLayer struct {
	Path    string
	Walked  int    // names it was asked for while it was set up
	Lookups int    // and later
	Hooked  []bool // by name: it answered with a function of its own
}

// The form of the file. Its numbers are the machine's own.
const (
	boardMagic   = "GLBOARD1"
	boardHeader  = 104
	nameSize     = 64
	pathSize     = 1024
	layerHead    = pathSize + 16 // the path and four numbers; then a byte a name
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

// Boards reads what each process of the run left so far. A process may still be at it. What cannot be read is an error
// beside the others.
func (r *Run) Boards() ([]Board, error) {
	names, err := fs.Glob(os.DirFS(r.Dir), "board.*")
	var boards []Board
	for _, name := range names {
		board, e := openBoard(filepath.Join(r.Dir, name))
		if e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", name, e))
			continue
		}
		boards = append(boards, *board)
	}
	return boards, err
}

// openBoard takes plain files only: the folder is open to the program that ran.
func openBoard(path string) (*Board, error) {
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
	return readBoard(file, info.Size())
}

// readBoard trusts nothing it reads: whatever the file says, only so much is read, and from inside it.
func readBoard(r io.ReaderAt, size int64) (*Board, error) {
	f := &boardFile{r: r, size: size}
	if err := f.header(); err != nil {
		return nil, err
	}
	h := &f.head
	b := &Board{PID: int(h.PID), State: State(h.State), Touched: h.Touched != 0, Known: int(h.Known),
		Dropped: max(0, int(h.Problems)-mostProblems)}
	f.names(b)
	f.layers(b)
	f.counts(b)
	f.problems(b)
	return b, f.err
}

// text is what stands before the first NUL.
func text(p []byte) string {
	before, _, _ := bytes.Cut(p, []byte{0})
	return string(before)
}
