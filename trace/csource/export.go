package csource

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Store keeps data in files beside the program.
type Store interface {
	// Add writes data to a file whose name is the SHA-256 of the data in hexadecimal and ".bin", if that does not exist.
	Add(data []byte) (ref string, err error)
}

// Export is the conversion of a recording to a program.
type Export struct {
	file     *file.File
	script   *replay.Script
	last     int // frame; -1 for all
	found    *survey
	left     []replay.LeftOut
	Calls    int    // number of calls of the recording in the program
	Title    string // of the program, in a comment
	DataName string // of the directory with data, from the directory of the program
}

// New reads the recording once, up to a frame, or to its end if last is -1.
func New(ctx context.Context, f *file.File, last int) (*Export, error) {
	script, err := replay.New(ctx, f, functionIDs(), replay.Options{To: last})
	if err != nil {
		return nil, err
	}
	x := &Export{file: f, script: script, last: last, found: newSurvey()}
	if err := x.write(ctx, newWriter(io.Discard, x.found)); err != nil {
		return nil, err
	}
	x.left = script.LeftOut()
	return x, nil
}

// Limits returns what the program lacks.
func (x *Export) Limits() (list []string) {
	for _, one := range x.left {
		list = append(list, fmt.Sprintf("leaves out %d calls of %s: %s", one.Calls, strings.Join(one.Functions, ", "), one.Reason))
	}
	return list
}

// Write writes the program, and its data to the store unless that is nil.
func (x *Export) Write(ctx context.Context, to io.Writer, s Store) error {
	out := bufio.NewWriterSize(to, 64<<10)
	x.writeHead(out)
	w := newWriter(out, newSurvey())
	w.store = s
	if err := x.write(ctx, w); err != nil {
		return err
	}
	x.Calls = w.calls
	w.writeMain(x.found)
	return out.Flush()
}

// write writes the functions of the frames.
func (x *Export) write(ctx context.Context, w *writer) error {
	if err := x.script.Emit(ctx, w); err != nil {
		return err
	}
	return w.finish()
}

// functionIDs numbers the commands of the registry.
func functionIDs() map[string]uint16 {
	all := map[string]uint16{}
	for i, c := range registry.Builtin().Commands {
		all[c.Name] = uint16(i)
	}
	return all
}
