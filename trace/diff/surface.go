package diff

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Surface is a property in which a surface of B differs from that of A. It is not a difference of an answer, but can be the reason
// for different images.
type Surface struct {
	A        int    `json:"a"` // index of the call gltrace.Surface in A
	B        int    `json:"b"`
	Property string `json:"property"` // parameter of gltrace.Surface: samples, red
	TextA    string `json:"text_a"`
	TextB    string `json:"text_b"`
}

const surface = "gltrace.Surface"

// mostSurfaces is the maximum number of surfaces that are compared.
const mostSurfaces = 256

// surfaceProperties are the parameters that are compared.
var surfaceProperties = []string{"width", "height", "red", "green", "blue", "alpha", "depth", "stencil", "samples", "colorspace"}

// addSurface keeps the description of a surface of a thread.
func (s *side) addSurface(thread uint32, call int) {
	if s.surfaceCount < mostSurfaces {
		s.surfaceCount++
		s.surfaces[thread] = append(s.surfaces[thread], call)
	}
}

// compareSurfaces compares the surfaces of each thread in the order of their first use.
func (c *comparison) compareSurfaces() {
	for _, l := range c.sortedLanes() {
		a, b := c.a.surfaces[l.thread], c.b.surfaces[l.thread]
		for i := range min(len(a), len(b)) {
			callA, errA := c.a.Call(a[i])
			callB, errB := c.b.Call(b[i])
			if errA == nil && errB == nil {
				c.compareSurface(callA, callB)
			}
		}
	}
}

func (c *comparison) compareSurface(a, b *file.Call) {
	for i, p := range a.Function.Params {
		if i < len(b.Args) && slices.Contains(surfaceProperties, p.Name) && b.Function.Params[i].Name == p.Name && a.Args[i].Bits != b.Args[i].Bits {
			c.report.Surfaces = append(c.report.Surfaces, Surface{a.Index, b.Index, p.Name, c.a.text.Arg(a, i).Text, c.b.text.Arg(b, i).Text})
		}
	}
}
