package report

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// chart computes a bar for each frame, or for the slowest of several. Bars end at four times their median, so
// that a slow frame does not flatten the others.
func (p *Page) chart(all []file.Frame) {
	n := min(len(all), mostBars)
	var picked []int
	var times []time.Duration
	for i := range n {
		at := i * len(all) / n
		for j := at; j < (i+1)*len(all)/n; j++ {
			if all[j].Duration > all[at].Duration {
				at = j
			}
		}
		picked, times = append(picked, at), append(times, max(all[at].Duration, 0))
	}
	if n == 0 {
		return
	}
	sorted := slices.Sorted(slices.Values(times))
	top := max(min(4*sorted[n/2], sorted[n-1]), 1)
	p.Times = "The height of the chart is " + FormatDuration(top) + "."
	if top < sorted[n-1] {
		p.Times += " Bars of slower frames are cut."
	}
	if n < len(all) {
		p.Times += fmt.Sprintf(" Each bar is the slowest of about %d frames.", len(all)/n)
	}
	for i, at := range picked {
		height := max(100*float64(min(times[i], top))/float64(top), 0.5)
		p.Bars = append(p.Bars, Bar{float64(i) * 1000 / float64(n), 100 - height, height, fmt.Sprintf("frame %d: %s", at, FormatDuration(times[i]))})
	}
}

// strip adds the images of some frames, evenly distributed.
func (p *Page) strip(f *file.File, all []file.Frame) {
	var with []int
	for n, one := range all {
		if one.Image >= 0 {
			with = append(with, n)
		}
	}
	n := min(len(with), mostStrip)
	for i := range n {
		p.Strip = append(p.Strip, picture(f, with[i*(len(with)-1)/max(1, n-1)]))
	}
}

// picture returns the image of a frame.
func picture(f *file.File, frame int) Picture {
	one := f.Frames()[frame]
	if one.Image < 0 {
		return Picture{frame, "", "no image: record with --frame-images"}
	}
	img, err := state.Framebuffer(f, one.Image)
	if err != nil {
		return Picture{frame, "", err.Error()}
	}
	data, err := encodePNG(img)
	switch {
	case err != nil:
		return Picture{frame, "", err.Error()}
	case len(data) > mostPageImage:
		return Picture{frame, "", "the image is too large for this page"}
	}
	return Picture{frame, template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data)), ""}
}
