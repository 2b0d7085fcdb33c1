package tracecmd

import (
	"io"
	"math"

	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/diff"
)

// differenceFlags are the flags about the report of differences, of trace diff and trace replay.
type differenceFlags struct {
	most   uint
	images string
	junit  string
	json   bool
}

func (f *differenceFlags) add(flags *pflag.FlagSet) {
	flags.UintVar(&f.most, "most", 20, "print at most `N` differences")
	flags.StringVar(&f.images, "images", "", "write different images, and what differs, to new files in the directory `DIR`, which is created if images differ")
	flags.StringVar(&f.junit, "junit", "", "write the result as a JUnit report to `FILE`, with a test case for each frame")
	flags.BoolVar(&f.json, "json", false, "report as JSON, with times in nanoseconds")
}

// options returns the options of a comparison.
func (f *differenceFlags) options() (diff.Options, error) {
	o := diff.Options{Most: f.mostDescribed()}
	if f.images != "" {
		w, err := newImageWriter(f.images)
		if err != nil {
			return o, err
		}
		o.OnImage = w.write
	}
	return o, nil
}

// mostDescribed returns Options.Most.
func (f *differenceFlags) mostDescribed() int {
	if f.most == 0 {
		return -1
	}
	return int(min(f.most, math.MaxInt32))
}

// writeJUnit writes the JUnit report about a recording, with --junit.
func (f *differenceFlags) writeJUnit(r *diff.Report, recording string) error {
	if f.junit == "" {
		return nil
	}
	return ui.WriteWhole(f.junit, 0o644, func(w io.Writer) error { return r.WriteJUnit(w, recording) })
}
