package file

import (
	"io"
	"os"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// readCounts returns the content of a file with the numbers of calls; nil if there is none.
func readCounts(path string) []byte {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, format.MaxCounts+1))
	if err != nil {
		return nil
	}
	return data
}

// Unaccounted returns how many calls of the program are neither in the recording nor counted as dropped, because the program was
// killed. It returns false if this is unknown.
func (f *File) Unaccounted() (calls uint64, known bool) {
	end := f.End()
	if end != nil {
		return end.GetUnaccounted(), end.Unaccounted != nil
	}
	made, known := format.Made(f.counts, f.Hello().GetNonce())
	totals := f.Totals()
	return made - min(made, uint64(totals.Calls)+totals.Dropped), known
}

// earlyEnds has the reasons of an End for which the recording ends before the program ended or the recording was stopped, and what
// they mean.
var earlyEnds = map[string]string{
	"disconnected": "the program was killed or the connection to it was lost",
	"disk":         "writing the file failed",
	"full":         "the file reached its size limit",
	"closed":       "the program closed a file descriptor of the trace layer",
}

// IsWhole reports whether the recording has its end. A truncated recording has none, nor one whose end was lost with the program, with
// the connection to it, or because the file could not be written.
func (f *File) IsWhole() bool { return f.WhyCut() == "" }

// WhyCut returns why the recording ends early, or "" if it is whole.
func (f *File) WhyCut() string {
	switch end := f.End(); {
	case end != nil:
		return earlyEnds[end.Reason]
	case f.Cut() > 0:
		return "the file is truncated or damaged"
	}
	return "the program was killed or still runs, or the file is truncated"
}
