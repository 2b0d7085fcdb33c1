package apitrace

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// survey has what later calls of a recording say about earlier ones.
type survey struct {
	sizes    map[uint64]extent   // of surfaces: the first that is known
	attribs  map[int][]attribute // of programs, by the call that linked them
	lost     int                 // calls that cannot be made without their data
	mapped   int                 // mapped ranges without data
	late     bool                // the recording has state from before it
	unread   int                 // textures and buffers whose contents it lacks
	unlinked int                 // programs whose shaders it lacks

	linked  map[bufferName]int // the last link of each program
	shares  map[uint32]uint32  // share groups by context
	lacking file.LackingArrays
	kept    int
}

type extent struct{ width, height int }

// attribute is a vertex attribute of a linked program.
type attribute struct {
	name     string
	location uint64
}

// surveyOf reads a recording. Data of more objects than programs have is an error.
func surveyOf(ctx context.Context, f *file.File) (*survey, error) {
	s := &survey{sizes: map[uint64]extent{}, attribs: map[int][]attribute{}, linked: map[bufferName]int{}, shares: map[uint32]uint32{}, lacking: file.LackingArrays{}}
	const step = 1024 // calls between checks of ctx
	for c, err := range f.Calls(0, f.Len()) {
		if err == nil && c.Index%step == 0 {
			err = ctx.Err()
		}
		if err == nil {
			err = s.add(f, c)
		}
		if err != nil {
			return nil, err
		}
		if s.kept > mostRemembered {
			return nil, errRemembered
		}
	}
	return s, nil
}

func (s *survey) add(f *file.File, c *file.Call) error {
	if c.Snapshot() {
		return nil
	}
	s.late = s.late || c.Attach()
	if lacking := s.lacking.Add(c); lacking || !c.Synthetic() && c.LacksInput() {
		s.lost++
	}
	if look, ok := looks[c.Function.Name]; ok && c.Function.Begins(look.params) {
		return look.at(s, f, c)
	}
	return nil
}

// looks has what the survey reads, by the names of functions.
var looks = map[string]struct {
	params string
	at     func(*survey, *file.File, *file.Call) error
}{
	"glLinkProgram":           {"program", (*survey).link},
	"glGetAttribLocation":     {"program name", (*survey).location},
	"eglCreatePbufferSurface": {"dpy config attrib_list", (*survey).pbuffer},
	"eglQuerySurface":         {"dpy surface attribute value", (*survey).queried},
	"gltrace.Context":         {"number handle major minor share", (*survey).context},
	"gltrace.FrameImage":      {"surface width height full_width full_height", (*survey).image},
	"gltrace.Surface":         {"", (*survey).surface},
	"gltrace.Mapped":          {"target buffer offset length data", (*survey).mappedRange},
	"gltrace.Buffer":          {"name size usage data", (*survey).contents},
	"gltrace.Texture":         {"name target level internal_format width height depth format type data", (*survey).contents},
	"glGetAttachedShaders":    {"program maxCount count shaders", (*survey).shaders},
}

func (s *survey) context(_ *file.File, c *file.Call) error {
	s.shares[uint32(c.Args[0].Uint())] = uint32(c.Args[4].Uint())
	s.kept++
	return nil
}

func (s *survey) program(c *file.Call) bufferName {
	return bufferName{s.shares[c.Context], c.Args[0].Uint()}
}

func (s *survey) link(_ *file.File, c *file.Call) error {
	s.linked[s.program(c)] = c.Index
	s.kept++
	return nil
}

// location keeps the location of an attribute, which the recorder queries after each link.
func (s *survey) location(f *file.File, c *file.Call) error {
	name, err := calltext.Attrib(f, c)
	if at, linked := s.linked[s.program(c)]; linked && name != "" && err == nil {
		s.attribs[at] = append(s.attribs[at], attribute{name, c.Result.Uint()})
		s.kept++
	}
	return err
}

// addSize adds what is known about the size of a surface; 0 is unknown. The first size counts.
func (s *survey) addSize(surface uint64, e extent) {
	old := s.sizes[surface]
	if old.width == 0 {
		old.width = max(e.width, 0)
	}
	if old.height == 0 {
		old.height = max(e.height, 0)
	}
	s.sizes[surface] = old
	s.kept++
}

// pbuffer reads the size from the attributes of a new surface.
func (s *survey) pbuffer(f *file.File, c *file.Call) error {
	list, err := f.Words(c.Args[2])
	var e extent
	for ; len(list) >= 2; list = list[2:] {
		e = e.with(list[0], list[1])
	}
	s.addSize(c.Result.Uint(), e)
	return err
}

// queried reads the size that the program queried.
func (s *survey) queried(f *file.File, c *file.Call) error {
	list, err := f.Words(c.Args[3])
	if len(list) > 0 {
		s.addSize(c.Args[1].Uint(), extent{}.with(uint32(c.Args[2].Uint()), list[0]))
	}
	return err
}

// with returns the size with a value of EGL_WIDTH or EGL_HEIGHT.
func (e extent) with(name, value uint32) extent {
	switch name {
	case surfaceWidth:
		e.width = int(int32(value))
	case surfaceHeight:
		e.height = int(int32(value))
	}
	return e
}

// image reads the size of the surface of a frame's image.
func (s *survey) image(_ *file.File, c *file.Call) error {
	s.addSize(c.Args[0].Uint(), extent{int(int32(c.Args[3].Int())), int(int32(c.Args[4].Int()))})
	return nil
}

// surface reads the size of a surface that the recorder queried.
func (s *survey) surface(_ *file.File, c *file.Call) error {
	surface, _ := c.Arg("surface")
	width, _ := c.Arg("width")
	height, _ := c.Arg("height")
	s.addSize(surface.Uint(), extent{int(int32(width.Int())), int(int32(height.Int()))})
	return nil
}

// mappedRange counts ranges whose data is unknown: those of persistent mappings.
func (s *survey) mappedRange(_ *file.File, c *file.Call) error {
	if !c.Args[4].HasData() {
		s.mapped++
	}
	return nil
}

// contents counts textures and buffers from before the recording whose contents it lacks.
func (s *survey) contents(_ *file.File, c *file.Call) error {
	if data, _ := c.Arg("data"); !data.HasData() {
		s.unread++
	}
	return nil
}

// shaders counts programs from before the recording whose shaders it lacks.
func (s *survey) shaders(f *file.File, c *file.Call) error {
	count, err := f.Words(c.Args[2])
	if c.Attach() && len(count) > 0 && count[0] == 0 {
		s.unlinked++
	}
	return err
}
