package tracecmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// printDiff prints a comparison.
func printDiff(e *ui.Env, r *diff.Report) {
	for i := range r.Differences {
		e.Printf("%s\n", ui.OneLine(r.Differences[i].String()))
	}
	printCounts(e, r)
	printWorst(e, r)
	printTimes(e, r)
	result := "equal"
	if !r.Equal {
		result = "different"
	}
	e.Printf("%s: %s", result, ui.Count(r.Calls, "call"))
	for _, one := range []struct {
		n    int
		what string
	}{{r.NotPlayed, "not played"}, {r.Missing, "missing"}, {r.Additional, "additional"}} {
		if one.n > 0 {
			e.Printf(", %d %s", one.n, one.what)
		}
	}
	if r.Lacking > 0 {
		e.Printf(", %s not captured", ui.Count(r.Lacking, "argument"))
	}
	e.Printf("; %s\n", ui.Count(len(r.Frames), "frame"))
	n := r.Answers
	e.Printf("answers: %d equal, %d related, %d not compared, %d not captured, %d different\n", n.Exact, n.Relation, n.Ignored, n.NotCaptured, n.Different)
	printImages(e, r)
	printSurfaces(e, r.Surfaces)
	if !r.ErrorsCompared {
		e.Notef("GL errors were not compared: record both with --errors")
	}
}

// printCounts prints the numbers of differences by function, if the list of differences is not complete.
func printCounts(e *ui.Env, r *diff.Report) {
	total := r.Total()
	if total <= len(r.Differences) {
		return
	}
	const most = 20
	rows := [][]string{{"COUNT", "WHAT", "FUNCTION", "PARAMETER"}}
	for _, c := range r.Counts[:min(len(r.Counts), most)] {
		rows = append(rows, []string{strconv.Itoa(c.Count), string(c.Kind), c.Function, c.Parameter})
	}
	e.Printf("\n%d of %d differences are listed\n", len(r.Differences), total)
	if len(r.Counts) == 0 {
		return // only images
	}
	ui.Table(e.Out, "", rows)
	if len(r.Counts) > most {
		e.Printf("and %d more\n", len(r.Counts)-most)
	}
	e.Printf("\n")
}

// printWorst prints the frames with the most different images.
func printWorst(e *ui.Env, r *diff.Report) {
	var worst []diff.Frame
	for _, f := range r.Frames {
		if f.Image != nil && f.Image.Different {
			worst = append(worst, f)
		}
	}
	slices.SortStableFunc(worst, func(a, b diff.Frame) int { return int(1e6 * (b.Image.Share - a.Image.Share)) })
	const most = 5
	for _, f := range worst[:min(len(worst), most)] {
		e.Printf("image of frame %d: %.2f %% of the pixels are different, by up to %d of 255\n", f.A, 100*f.Image.Share, f.Image.Max)
	}
}

func printImages(e *ui.Env, r *diff.Report) {
	m := r.Images
	if m.Compared+m.Missing+m.Lost == 0 {
		e.Printf("images: none to compare\n")
		return
	}
	limit := "all bits must be equal"
	if r.Mode == diff.Tolerant {
		limit = fmt.Sprintf("at most %g %% of the pixels may have a distance above %g", 100*m.ShareLimit, m.PixelLimit)
	}
	e.Printf("images: %d compared, %d equal, %d different (%s)", m.Compared, m.Equal, m.Different, limit)
	if m.Missing > 0 {
		e.Printf("; %d in one recording only", m.Missing)
	}
	if m.Lacking > 0 {
		e.Printf(", %d of them missing in the replay", m.Lacking)
	}
	if m.Lost > 0 {
		e.Printf("; %d lost in damaged parts of a file", m.Lost)
	}
	e.Printf("\n")
}

// printSurfaces prints a line for each surface whose properties differ.
func printSurfaces(e *ui.Env, all []diff.Surface) {
	for i := 0; i < len(all); {
		first, texts := all[i], []string(nil)
		for ; i < len(all) && all[i].A == first.A; i++ {
			texts = append(texts, fmt.Sprintf("%s %s and %s", all[i].Property, all[i].TextA, all[i].TextB))
		}
		e.Notef("note: the surfaces of call %d and call %d of B differ: %s", first.A, first.B, ui.OneLine(strings.Join(texts, ", ")))
	}
}

// printTimes prints the times of the frames and of the GPU.
func printTimes(e *ui.Env, r *diff.Report) {
	if len(r.Frames) == 0 {
		return
	}
	rows := [][]string{{"", "A", "B", "B/A"}}
	row := func(name string, a, b time.Duration) {
		ratio := "-"
		if a > 0 {
			ratio = fmt.Sprintf("%.2f", float64(b)/float64(a))
		}
		rows = append(rows, []string{name, report.FormatDuration(a), report.FormatDuration(b), ratio})
	}
	a, b := frameTimes(r.Frames)
	row("frame, median", a[len(a)/2], b[len(b)/2])
	row("frame, maximum", a[len(a)-1], b[len(b)-1])
	for _, g := range r.GPU {
		row("GPU, "+g.Function, g.TimeA, g.TimeB)
	}
	for _, p := range r.Passes {
		row(fmt.Sprintf("GPU, frame %d, framebuffer %d", p.Frame, p.Framebuffer), p.TimeA, p.TimeB)
	}
	ui.Table(e.Out, "", rows)
}

// frameTimes returns the times of the frames in ascending order.
func frameTimes(frames []diff.Frame) (a, b []time.Duration) {
	for _, f := range frames {
		a, b = append(a, f.TimeA), append(b, f.TimeB)
	}
	slices.Sort(a)
	slices.Sort(b)
	return a, b
}
