package tracecmd

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// traceFlags are the flags of all commands that record.
type traceFlags struct {
	device    devicecmd.Flags
	app       string
	out       string
	frames    uint64
	seconds   uint
	imageSize uint32
	snapshots uint32           // swaps of a context between two snapshots of its state; 0: none
	waits     bool             // the program waits if a buffer is full, unless changed says otherwise
	on        map[string]*bool // by the names of session.Switches
	changed   record.Changes   // those that were given, and what replayable needs

	replayable bool // record all that a replay needs, and report whether the recording can be replayed
	asJSON     bool
}

func (f *traceFlags) add(e *ui.Env, cmd *cobra.Command) {
	flags := cmd.Flags()
	f.addApp(e, cmd)
	flags.StringVarP(&f.out, "out", "o", "", "write the recording to `FILE`, which must not exist (default: a new file NAME"+record.Extension+" with the name of the program or app)")
	flags.Uint64Var(&f.frames, "frames", 0, "stop recording after `N` frames (default: no limit)")
	flags.UintVar(&f.seconds, "seconds", 0, "stop recording after `S` seconds (default: no limit)")
	f.on = map[string]*bool{}
	for _, s := range record.Switches {
		f.on[s.Name] = flags.Bool(s.Name, false, s.Help)
	}
	flags.BoolVar(&f.replayable, "replayable", false, "record all that a replay needs, and report at the end whether the recording can be replayed")
	flags.Uint32Var(&f.imageSize, "image-size", 0, "length of the longer side of recorded images, in `PIXELS` (default 256)")
	flags.Uint32Var(&f.snapshots, "snapshot-every", 0, "capture the state of each context again every `N` frames, so that a replay can begin there (default: never)")
}

// addApp adds the flags that select an app of a device, and --json.
func (f *traceFlags) addApp(e *ui.Env, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.app, "app", "", "select the app `PACKAGE` on a device")
	f.device.AddChoice(flags)
	flags.BoolVar(&f.asJSON, "json", false, "report as JSON")
	_ = cmd.RegisterFlagCompletionFunc("app", devicecmd.CompletePackages(e, &f.device))
	_ = cmd.RegisterFlagCompletionFunc("serial", devicecmd.CompleteSerials(e, &f.device))
}

// read stores which options were given, and fails if flags about a device are given without an app.
func (f *traceFlags) read(cmd *cobra.Command) error {
	f.changed = record.Changes{}
	for name, on := range f.on {
		if cmd.Flags().Changed(name) {
			f.changed[name] = *on
		}
	}
	if cmd.Flags().Changed("app") && f.app == "" {
		return ui.Usage("--app", "the package name is empty", "give --app PACKAGE; to list the apps: gleslayergen device apps")
	}
	for _, name := range []string{"serial", "server", "user"} {
		if cmd.Flags().Changed(name) && f.app == "" {
			return ui.Usage("--"+name, "requires --app", "add --app PACKAGE, or leave out --"+name)
		}
	}
	return errors.Join(devicecmd.CheckPackages(f.app), f.checkOut(cmd), f.addNeeds(cmd.Name()))
}

// addNeeds adds the options that a replay needs, with --replayable. It fails if an option contradicts that.
func (f *traceFlags) addNeeds(command string) error {
	if !f.replayable {
		return nil
	}
	all, contradicts := f.changed.ForReplay()
	if contradicts != "" {
		return cannotCombine(command, contradicts)
	}
	f.changed = all
	return nil
}

// cannotCombine returns the error of a flag with which a recording cannot be replayed.
func cannotCombine(command, flag string) error {
	return ui.Usage("trace "+command, flag+" cannot be combined with --replayable",
		"leave out "+flag+": a replay needs all calls from the first one on, with their times, data and shader sources")
}

// checkOut fails if the output file cannot be created, before anything is started.
func (f *traceFlags) checkOut(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("out") {
		return nil
	}
	what := "--out " + f.out
	dir := filepath.Dir(f.out)
	info, err := os.Stat(dir)
	switch {
	case f.out == "":
		return ui.Usage("--out", "the file name is empty", "for example: --out game"+record.Extension)
	case err != nil:
		return ui.Usage(what, "cannot open the directory "+dir+": "+ui.WithoutPath(err).Error(), "create the directory, or choose a file in an existing directory")
	case !info.IsDir():
		return ui.Usage(what, dir+" is not a directory", "choose a file in an existing directory")
	}
	if _, err := os.Lstat(f.out); err == nil {
		return ui.Usage(what, "the file exists, and recordings are never overwritten", "choose another file, or delete this one")
	}
	return nil
}

// options returns the options of the recorder.
func (f *traceFlags) options() *tracepb.Options {
	o := f.changed.Apply(&tracepb.Options{Recording: true, Block: f.waits})
	o.ImageSize, o.SnapshotEvery = f.imageSize, f.snapshots
	return o
}

// session returns the session that the flags describe, for a program or app of that name.
func (f *traceFlags) session(name string) *record.Session {
	return &record.Session{Out: cmp.Or(f.out, record.FreeName(name)), Options: f.options(), Frames: f.frames}
}

// limit returns the maximum duration of the recording, or 0 for no limit.
func (f *traceFlags) limit() time.Duration { return time.Duration(f.seconds) * time.Second }

// amount formats how much was recorded.
func amount(p record.Progress) string {
	words := []string{ui.Count(int(p.Calls), "call"), ui.Count(int(p.Frames), "frame"), bytesText(p.Bytes), ui.Count(int(p.Dropped), "dropped call")}
	if p.Uncaptured > 0 {
		words = append(words, ui.Count(int(p.Uncaptured), "data item")+" not captured")
	}
	return strings.Join(words, ", ")
}

// bytesText formats a size, in bytes if it is small.
func bytesText(n int64) string {
	switch {
	case n < 10_000:
		return ui.Count(int(n), "byte")
	case n < 1_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
