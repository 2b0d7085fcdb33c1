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

// IsWhole reports whether the recording has its end: it was not lost with the program or the connection to it.
func (f *File) IsWhole() bool {
	end := f.End()
	return end != nil && end.Reason != "disconnected"
}
