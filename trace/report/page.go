package report

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Page is a recording as one HTML file. All lists are bounded, so that the file can be sent by mail.
type Page struct {
	Title     string
	Facts     [][2]string
	Bars      []Bar
	Times     string // what the bars show
	Strip     []Picture
	Functions []FunctionStats
	Measured  bool // a function has GPU times
	More      int  // functions that Functions lacks
	Errors    [][2]string
	Checked   bool // the recorder checked for GL errors
	Frames    []PageFrame
}

// Limits of a page.
const (
	MostPageFrames = 20 // frames with their calls
	mostPageCalls  = 4000
	mostStrip      = 12
	mostPageImage  = 1 << 20 // bytes; a larger image is left out
	mostFunctions  = 60
	mostErrors     = 100
	mostBars       = 240
)

// Picture is an image of a frame.
type Picture struct {
	Frame int
	URL   template.URL // with the image itself; empty if there is none
	Why   string       // why there is none
}

// PageFrame is a frame with its calls.
type PageFrame struct {
	Picture
	Calls, Draws int
	Took         string
	Lines        []PageLine
	Missing      int // calls that Lines lacks
}

// PageLine is a call.
type PageLine struct {
	Index       int
	Took, Text  string
	Indent      int // number of open debug groups
	Draw, Group bool
	Error       string
}

// Bar is a frame, or several, in the chart of frame times.
type Bar struct {
	X, Top, Height float64 // of 1000 x 100
	Text           string
}

// NewPage reads a recording. Frames has the frames whose calls are shown; nil stands for the slowest one.
func NewPage(ctx context.Context, f *file.File, path string, frames []int) (*Page, error) {
	run, err := ReadRun(ctx, f, "", path)
	if err != nil {
		return nil, err
	}
	stats, err := ComputeStats(ctx, f, 0, f.Len())
	if err != nil {
		return nil, err
	}
	all := f.Frames()
	p := &Page{Title: filepath.Base(path), Facts: facts(f, run, stats), Functions: stats.Functions[:min(len(stats.Functions), mostFunctions)]}
	p.Checked = f.Options().GetErrors()
	p.Measured = slices.ContainsFunc(p.Functions, FunctionStats.measured)
	p.More = len(stats.Functions) - len(p.Functions)
	for _, name := range slices.Sorted(maps.Keys(run.Errors)) {
		if len(p.Errors) < mostErrors {
			p.Errors = append(p.Errors, [2]string{name, strconv.Itoa(run.Errors[name])})
		}
	}
	p.chart(all)
	p.strip(f, all)
	if frames == nil && len(all) > 0 {
		frames = []int{slowest(all)}
	}
	for _, n := range frames {
		one, err := pageFrame(ctx, f, n)
		if err != nil {
			return nil, err
		}
		p.Frames = append(p.Frames, one)
	}
	return p, nil
}

// facts returns the rows of the summary.
func facts(f *file.File, run *Run, stats *Stats) [][2]string {
	h := f.Hello()
	rows := [][2]string{
		{"process", h.GetProcess() + ", process ID " + strconv.FormatUint(uint64(h.GetPid()), 10) + ", " + h.GetArch()},
		{"recorded", time.Unix(0, int64(h.GetClock().GetRealtimeNs())).UTC().Format("2006-01-02 15:04:05 UTC")},
		{"renderer", run.Renderer}, {"vendor", run.Vendor}, {"version", run.Version},
		{"calls", fmt.Sprintf("%d by the program, %d by the recorder", stats.Calls, stats.Recorder)},
		{"time in the driver", FormatDuration(stats.Total)},
		{"frames", strconv.Itoa(len(f.Frames()))},
	}
	if t := run.Times; t.Max > 0 {
		rows = append(rows, [2]string{"time between frames", fmt.Sprintf("median %s, 95th percentile %s, 99th percentile %s, maximum %s",
			FormatDuration(t.Median), FormatDuration(t.P95), FormatDuration(t.P99), FormatDuration(t.Max))})
	}
	if run.Missing > 0 {
		rows = append(rows, [2]string{"missing calls", strconv.FormatUint(run.Missing, 10)})
	}
	for _, c := range f.Contexts() {
		api := "OpenGL ES"
		if c.Desktop {
			api = "OpenGL"
		}
		if len(rows) < 40 {
			rows = append(rows, [2]string{fmt.Sprintf("context %d", c.Number), fmt.Sprintf("%s %d.%d, %d calls", api, c.Major, c.Minor, c.Calls)})
		}
	}
	return slices.DeleteFunc(rows, func(r [2]string) bool { return r[1] == "" })
}

// slowest returns the slowest frame. The first one, in which programs start, counts only if it is the only one.
func slowest(all []file.Frame) int {
	best := min(1, len(all)-1)
	for n := best; n < len(all); n++ {
		if all[n].Duration > all[best].Duration {
			best = n
		}
	}
	return best
}

// barWidth returns the width of one of n bars, with a gap.
func barWidth(n int) float64 { return 1000 / float64(n) * 0.85 }

//go:embed page.html.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"duration": FormatDuration, "barWidth": barWidth}).Parse(pageText))

// Write writes the page.
func (p *Page) Write(w io.Writer) error { return pageTemplate.Execute(w, p) }
