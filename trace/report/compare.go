package report

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Comparison has runs of one program with several drivers, and their differences.
type Comparison struct {
	Runs       []*Run    `json:"runs"`
	Extensions []Row     `json:"extensions"` // those that not all drivers have
	Limits     []Row     `json:"limits"`     // those with different values
	Errors     []Row     `json:"errors"`     // number of calls, by function and error
	Images     []Image   `json:"images"`
	Failures   []Failure `json:"failures"`
}

// Failure is a run that failed. Its recording is in Runs if there is one.
type Failure struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

// Row is a line of a table with a value for each run, in their order; "" if a run has none.
type Row struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// Image is a frame of which several runs have an image.
type Image struct {
	Frame  int      `json:"frame"`
	Files  []string `json:"files"`  // for each run; "" if it has none
	Differ []int    `json:"differ"` // for each run, percentage of pixels that differ from the first run; -1: the sizes differ, or an image is missing
}

// Difference formats how the image of a run differs from that of the first run.
func (i Image) Difference(run int) string {
	switch percent := i.Differ[run]; {
	case i.Files[run] == "":
		return "no image"
	case i.Files[0] == "":
		return "not compared: the first run has no image"
	case percent < 0:
		return "another size"
	default:
		return fmt.Sprintf("%d %%", percent)
	}
}

// Compare returns the differences of runs. It has no images.
func Compare(runs []*Run) *Comparison {
	c := &Comparison{Runs: runs, Extensions: []Row{}, Limits: []Row{}, Errors: []Row{}, Images: []Image{}, Failures: []Failure{}}
	c.Extensions = c.rows(false, func(r *Run) map[string]string {
		has := map[string]string{}
		for _, name := range r.Extensions {
			has[name] = "yes"
		}
		return has
	})
	c.Limits = c.rows(false, func(r *Run) map[string]string {
		values := map[string]string{}
		for name, list := range r.Limits {
			values[name] = strings.Trim(fmt.Sprint(list), "[]")
		}
		return values
	})
	c.Errors = c.rows(true, func(r *Run) map[string]string {
		counts := map[string]string{}
		for name, n := range r.Errors {
			counts[name] = strconv.Itoa(n)
		}
		return counts
	})
	return c
}

// rows returns a row for each name of any run, sorted. Rows with equal values are left out unless all is true.
func (c *Comparison) rows(all bool, of func(*Run) map[string]string) []Row {
	names := map[string]bool{}
	var values []map[string]string
	for _, r := range c.Runs {
		one := of(r)
		for name := range one {
			names[name] = true
		}
		values = append(values, one)
	}
	rows := []Row{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		row := Row{Name: name}
		for _, one := range values {
			row.Values = append(row.Values, one[name])
		}
		if all || slices.ContainsFunc(row.Values, func(v string) bool { return v != row.Values[0] }) {
			rows = append(rows, row)
		}
	}
	return rows
}

// mostImages is the maximum number of frames whose images are compared.
const mostImages = 12

// WriteImages writes the images of some frames, evenly distributed, to a directory, and compares them.
func (c *Comparison) WriteImages(dir string) error {
	var frames []int
	for frame := range c.Runs[0].Frames {
		if !slices.ContainsFunc(c.Runs, func(r *Run) bool { return !r.hasImage(frame) }) {
			frames = append(frames, frame)
		}
	}
	n := min(len(frames), mostImages)
	for i := range n {
		one, err := c.writeImage(dir, frames[i*(len(frames)-1)/max(1, n-1)])
		if err != nil {
			return err
		}
		c.Images = append(c.Images, one)
	}
	return nil
}

func (c *Comparison) writeImage(dir string, frame int) (Image, error) {
	row := Image{Frame: frame}
	var first image.Image
	for i, r := range c.Runs {
		picture, err := r.image(frame)
		if errors.As(err, new(*state.NoImage)) {
			row.Files, row.Differ = append(row.Files, ""), append(row.Differ, -1)
			continue
		}
		if err != nil {
			return row, err
		}
		if i == 0 {
			first = picture
		}
		name := fmt.Sprintf("frame-%d-%s.png", frame, r.Name)
		row.Files, row.Differ = append(row.Files, name), append(row.Differ, differing(first, picture))
		if err := writePNG(filepath.Join(dir, name), picture); err != nil {
			return row, err
		}
	}
	return row, nil
}

// visible is the difference of a color channel, of 255, from which on a pixel counts as different.
const visible = 8

// differing returns the percentage of pixels that differ visibly, rounded up, or -1.
func differing(a, b image.Image) int {
	if a == nil || a.Bounds() != b.Bounds() || a.Bounds().Empty() {
		return -1
	}
	n, size := 0, a.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			if differs(a.At(x, y), b.At(x, y)) {
				n++
			}
		}
	}
	return (n*100 + size.Dx()*size.Dy() - 1) / (size.Dx() * size.Dy())
}

func differs(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	far := func(x, y uint32) bool { return max(x, y)-min(x, y) >= visible<<8 }
	return far(r1, r2) || far(g1, g2) || far(b1, b2)
}

func writePNG(path string, picture image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, picture), f.Close())
}

//go:embed compare.html.tmpl
var comparePage string

var comparePageTemplate = template.Must(template.New("compare").Parse(comparePage))

// WriteHTML writes a page with the comparison. The page shows the files of Images, which are in its directory.
func (c *Comparison) WriteHTML(w io.Writer, title string) error {
	return comparePageTemplate.Execute(w, map[string]any{"Title": title, "Comparison": c})
}
