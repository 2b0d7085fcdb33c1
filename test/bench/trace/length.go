package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	viewer "github.com/gleslayergen/gleslayergen/test/viewer/measure"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// lengths are the numbers of calls in millions. SIZE=100M replaces them, and measures once.
var lengths = []int{1, 10}

// packings are the two forms of a recording: as the trace layer writes it, and compressed.
var packings = []struct {
	name   string
	how    format.Packing
	inByte float64 // calls in a byte, about
}{{"not compressed", format.Unpacked, 1. / 10}, {"compressed", format.Quick, 1}}

// length measures how recordings of different lengths are read. Each is removed when it is measured.
func (b *bench) length(ctx context.Context) error {
	program := b.Path("reading")
	if _, err := (measure.Command{Args: []string{"go", "build", "-o", program, "./viewer/reading"}, Dir: filepath.Join(b.Root, "test")}).Run(ctx); err != nil {
		return err
	}
	all, rounds, err := sizes(os.Getenv("SIZE"))
	if err != nil {
		return err
	}
	for _, millions := range all {
		for _, p := range packings {
			if err := b.read(ctx, program, millions, p.name, p.how, p.inByte, cmp.Or(rounds, b.turns)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sizes parses SIZE: a number of millions of calls, such as 100M. rounds is 0 for the usual number.
func sizes(text string) (millions []int, rounds int, err error) {
	if text == "" {
		return lengths, 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(text, "M"))
	if err != nil || n < 1 || !strings.HasSuffix(text, "M") {
		return nil, 0, fmt.Errorf("SIZE=%q is not a number of millions of calls, such as 100M", text)
	}
	return []int{n}, 1, nil
}

func (b *bench) read(ctx context.Context, program string, millions int, name string, how format.Packing, inByte float64, rounds int) error {
	path := b.Path(fmt.Sprintf("%dM.gltrace", millions))
	defer os.Remove(path)
	if err := b.write(ctx, path, millions, how, inByte); err != nil {
		return err
	}
	label := func(what string) string { return fmt.Sprintf("%s of %d million calls, %s", what, millions, name) }
	probe := measure.Probe{Once: func(ctx context.Context) (measure.Values, error) {
		u, err := measure.Command{Args: []string{program, path}, Env: []string{"GOMEMLIMIT=320MiB"}}.Run(ctx) // the limit of the commands
		if err != nil {
			return nil, err
		}
		var r viewer.Reading
		err = json.Unmarshal([]byte(u.Out), &r)
		return measure.Values{label("index"): r.Index, label("open"): r.Open, label("jump"): r.Jump, label("search"): r.Search,
			label("statistics"): r.Stats, label("memory"): r.Memory}, err
	}}
	calls := float64(millions)
	got, err := b.report.Limits(ctx, measure.Turns{Title: label("reading"), Rounds: rounds}, []measure.Limit{
		{What: label("index"), Most: 150 * calls}, {What: label("open"), Most: 1000}, {What: label("jump"), Most: 150},
		{What: label("search"), Most: 300}, {What: label("statistics"), Most: 120 * calls}}, probe)
	if err == nil {
		b.report.Add(measure.Row{What: label("memory"), Unit: measure.Megabyte, Measured: got[label("memory")], Limit: measure.Fixed(400)})
	}
	return err
}

// write writes a recording. It fails before it fills the disk.
func (b *bench) write(ctx context.Context, path string, millions int, how format.Packing, inByte float64) error {
	free, err := freeSpace(ctx, filepath.Dir(path))
	if err != nil {
		return err
	}
	calls := millions * 1_000_000
	if need := int64(1.5 * float64(calls) / inByte); free < need {
		return fmt.Errorf("a recording of %d million calls needs %d MB in %s, which has %d MB: free space, or set TMPDIR", millions, need/1e6, filepath.Dir(path), free/1e6)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	return errors.Join(tracetest.Long(out, calls, how), out.Flush(), f.Close())
}

// freeSpace returns the free space at a path in bytes.
func freeSpace(ctx context.Context, path string) (int64, error) {
	u, err := measure.Command{Args: []string{"df", "-Pk", path}}.Run(ctx)
	if err != nil {
		return 0, err
	}
	_, line, _ := strings.Cut(u.Out, "\n")
	fields := strings.Fields(line)
	if len(fields) < 4 {
		return 0, fmt.Errorf("df: unexpected output %q", u.Out)
	}
	kib, err := strconv.ParseInt(fields[3], 10, 64)
	return kib * 1024, err
}
