package replay

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// survey has what later calls of a recording say about earlier ones.
type survey struct {
	sizes   map[int]extent        // of surfaces, by the call that created them: the first that is known
	attribs map[int][]attribute   // of programs, by the call that linked them
	sources map[int]int           // calls gltrace.ImageSource with data, by the call that created the image
	configs map[uint64]configBits // by handle

	created map[uint64]surfaceCall // surfaces by handle
	linked  map[object]int         // the last link of each program
	shares  map[uint32]uint32
	images  map[uint32]int  // the last call of a thread that created an image
	handles map[object]bool // displays, contexts and surfaces that were returned or are adopted
	adopted adopted
	drawing map[uint32]use // contexts: the calls of OpenGL ES and swaps

	snapshots []snapshot     // in order
	versions  map[uint32]int // of OpenGL ES by context: 32 for 3.2
	gaps      []file.Gap
	lacks     *lacks
	contents  *contents
	attached  restore.Reader // of the state from before the recording
	kept      int            // facts

	keepsDraws  bool   // a frame can depend on draws to the window in earlier frames
	keepsWindow string // why it depends on the contents of the window; empty if it does not
	interests   map[*file.Function]*interest

	later  bool // has snapshots, drawing and keepsDraws: a script can begin with a later frame
	adopts bool // has adopted: the recording lacks calls
}

// surfaceCall is a call that created a surface with a configuration.
type surfaceCall struct {
	call   int
	config uint64
}

// attribute is a vertex attribute of a linked program.
type attribute struct {
	name     string
	location uint64
}

// extent is the size of a surface; 0 is unknown.
type extent struct{ width, height int32 }

func (e extent) isUnknown() bool { return e.width <= 0 || e.height <= 0 }

// with returns the size with a value of EGL_WIDTH or EGL_HEIGHT.
func (e extent) with(name, value uint64) extent {
	switch name {
	case surfaceWidth:
		e.width = int32(value)
	case surfaceHeight:
		e.height = int32(value)
	}
	return e
}

// configBits has the attributes of a configuration that the recording has.
type configBits map[uint32]uint32

// list returns pairs of name and value.
func (b configBits) list() (out []uint32) {
	for _, name := range slices.Sorted(maps.Keys(b)) {
		out = append(out, name, b[name])
	}
	return out
}

// surveyOf reads a recording: all of it if a script can begin with a later frame or if the recording lacks calls, else only the blocks
// that can tell something. Data of more objects than programs have is an error.
func surveyOf(ctx context.Context, f *file.File, later bool) (*survey, error) {
	s := &survey{later: later, adopts: lacksCalls(f), sizes: map[int]extent{}, attribs: map[int][]attribute{}, sources: map[int]int{}, configs: map[uint64]configBits{},
		created: map[uint64]surfaceCall{}, linked: map[object]int{}, shares: map[uint32]uint32{}, images: map[uint32]int{}, interests: map[*file.Function]*interest{},
		handles: map[object]bool{}, drawing: map[uint32]use{}, versions: map[uint32]int{}, gaps: f.Gaps(), lacks: newLacks(), contents: newContents(f)}
	for _, c := range f.Contexts() {
		s.versions[c.Number] = c.Major*10 + c.Minor
	}
	relevant := s.relevant(f)
	for from := 0; from < f.Len(); from += file.Block {
		if !f.MayCall(from/file.Block, relevant) {
			continue
		}
		for span, err := range f.Spans(from, from+file.Block) {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			if err = s.readSpan(f, span); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// relevant returns the functions whose calls can tell something.
func (s *survey) relevant(f *file.File) (out file.Set) {
	for _, one := range f.Functions() {
		if i := s.interestIn(one); s.later || i.look != nil || i.display || i.attach {
			out.Add(uint32(one.ID))
		}
	}
	return out
}

func (s *survey) readSpan(f *file.File, span *file.Span) error {
	for i := range span.Len {
		if s.later {
			s.follow(span, i)
		}
		if s.reads(span, i) {
			s.add(f, span.Call(i))
		}
		if s.kept+s.lacks.kept()+s.contents.kept > maxObjects {
			return errTooManyObjects
		}
	}
	if s.later && span.Context != 0 {
		s.addContext(span)
	}
	return nil
}

// use has the indexes of the first call, which can be one of the recorder that captured state, and of the last one of the program; -1 for
// none.
type use struct{ first, last int }

// spans reports whether there are calls before a call, and later ones.
func (u use) spans(call int) bool { return u.first < call && call <= u.last }

// addContext adds the calls of a span in its context.
func (s *survey) addContext(span *file.Span) {
	of, known := s.drawing[span.Context]
	if !known {
		of = use{span.First, -1}
	}
	for i := range span.Len {
		if f := span.Function(i); span.Flags(i)&tracepb.CallFlag_FLAG_SYNTHETIC == 0 && (s.interestIn(f).draws || f.IsSwap()) {
			of.last = span.First + i
		}
	}
	keep(s, s.drawing, span.Context, of)
}

// follow finds what later frames need of the effect of a call.
func (s *survey) follow(span *file.Span, i int) {
	one := s.interestIn(span.Function(i))
	if one.follow != nil {
		s.contents.add(one.follow, span, i)
	}
	if one.lacks != nil {
		s.lacks.see(one.lacks, span, i, s.snapshots)
	}
}

// interest is why the survey reads the calls of a function.
type interest struct {
	look    func(*survey, *file.File, *file.Call) // nil for none
	rows    []callRow                             // of keptDraws, for a script of later frames
	attach  bool                                  // it can say that state from before the recording is missing
	display bool                                  // the first parameter is a display, which can be adopted
	follow  follow                                // nil for none, as lacks; for a script of later frames
	lacks   *lackInterest
	draws   bool // of OpenGL ES, for a script of later frames: its calls tell that the program uses the context
}

func (s *survey) interestIn(f *file.Function) *interest {
	one := s.interests[f]
	if one == nil {
		one = &interest{display: s.adopts && hasDisplay(f), attach: s.adopts && restore.Reads(f.Name)}
		if s.later {
			one.rows, one.draws = rowsOf(f.Name, keptDraws), strings.HasPrefix(f.Name, "gl")
			one.follow, one.lacks = followOf(f), lackInterestIn(f)
		}
		name := strings.TrimRight(f.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if look, ok := looks[name]; ok && f.Begins(look.params) {
			one.look = look.at
		}
		s.interests[f] = one
	}
	return one
}

// reads reports whether call i of a span can tell something new.
func (s *survey) reads(span *file.Span, i int) bool {
	one := s.interestIn(span.Function(i))
	switch {
	case one.look != nil, span.Flags(i)&tracepb.CallFlag_FLAG_SNAPSHOT != 0, one.attach && span.Flags(i)&tracepb.CallFlag_FLAG_ATTACH != 0:
		return true
	case len(one.rows) > 0 && (!s.keepsDraws || !one.draws && s.keepsWindow == ""):
		return true
	}
	return one.display && !s.handles[object{class: "display", name: span.Bits(i, 0)}]
}

// looks has what the survey reads, by the names of functions without the suffix of an extension.
var looks = map[string]struct {
	params string
	at     func(*survey, *file.File, *file.Call)
}{
	"glLinkProgram":                  {"program", (*survey).link},
	"glGetAttribLocation":            {"program name", (*survey).location},
	"eglCreateWindowSurface":         {"dpy config", (*survey).create},
	"eglCreatePixmapSurface":         {"dpy config", (*survey).create},
	"eglCreatePbufferSurface":        {"dpy config", (*survey).create},
	"eglCreatePlatformWindowSurface": {"dpy config", (*survey).create},
	"eglCreatePlatformPixmapSurface": {"dpy config", (*survey).create},
	"eglGetConfigAttrib":             {"dpy config attribute value", (*survey).config},
	"eglQuerySurface":                {"dpy surface attribute value", (*survey).query},
	"eglGetDisplay":                  {"", (*survey).returnedDisplay},
	"eglGetPlatformDisplay":          {"", (*survey).returnedDisplay},
	"eglCreateContext":               {"", (*survey).returnedContext},
	"eglCreateImage":                 {"dpy ctx target buffer", (*survey).image},
	"gltrace.Context":                {"number handle major minor share", (*survey).context},
	"gltrace.FrameImage":             {"surface width height full_width full_height", (*survey).frameImage},
	"gltrace.Surface":                {"display surface kind width height config red green blue alpha depth stencil samples", (*survey).surface},
	"gltrace.ImageSource":            {"image target width height", (*survey).source},
}

func (s *survey) add(f *file.File, c *file.Call) {
	if c.Snapshot() {
		s.addSnapshot(f, c)
		return
	}
	if c.Attach() {
		s.attached.Version = s.versions[c.Context]
		s.attached.Read(f, c)
	}
	if !c.Synthetic() {
		s.addKeptDraws(c)
	}
	s.adoptDisplay(c)
	if look := s.interestIn(c.Function).look; look != nil {
		look(s, f, c)
	}
}

// addKeptDraws adds a call that kept_draws.tsv has. A call of EGL keeps the contents of a surface.
func (s *survey) addKeptDraws(c *file.Call) {
	rows := s.interestIn(c.Function).rows
	i := slices.IndexFunc(rows, func(row callRow) bool { return row.when.holds(c) })
	if i < 0 {
		return
	}
	s.keepsDraws = true
	if strings.HasPrefix(c.Function.Name, "egl") && s.keepsWindow == "" {
		s.keepsWindow = rows[i].reason
	}
}

// keep sets a value of a map, and counts a new key.
func keep[K comparable, V any](s *survey, m map[K]V, key K, value V) {
	if _, known := m[key]; !known {
		s.kept++
	}
	m[key] = value
}

func (s *survey) context(_ *file.File, c *file.Call) {
	keep(s, s.shares, uint32(c.Args[0].Bits), uint32(c.Args[4].Bits))
	s.adoptContext(c)
}

func (s *survey) program(c *file.Call) object {
	return object{"program", s.shares[c.Context], c.Args[0].Bits}
}

func (s *survey) link(_ *file.File, c *file.Call) {
	keep(s, s.linked, s.program(c), c.Index)
}

// location keeps the location of an attribute, which the recorder queries after each link.
func (s *survey) location(f *file.File, c *file.Call) {
	name, err := calltext.Attrib(f, c)
	if at, linked := s.linked[s.program(c)]; linked && name != "" && err == nil {
		s.attribs[at] = append(s.attribs[at], attribute{name, c.Result.Bits})
		s.kept++
	}
}

func (s *survey) create(_ *file.File, c *file.Call) {
	if c.Result.Bits != 0 {
		keep(s, s.created, c.Result.Bits, surfaceCall{c.Index, c.Args[1].Bits})
	}
}

// addSize adds what is known about the size of a surface. The first size counts.
func (s *survey) addSize(surface uint64, e extent) {
	of, known := s.created[surface]
	if !known {
		return
	}
	old := s.sizes[of.call]
	if old.width <= 0 {
		old.width = e.width
	}
	if old.height <= 0 {
		old.height = e.height
	}
	keep(s, s.sizes, of.call, old)
}

func (s *survey) frameImage(_ *file.File, c *file.Call) {
	s.addSize(c.Args[0].Bits, extent{int32(c.Args[3].Bits), int32(c.Args[4].Bits)})
}

func (s *survey) query(f *file.File, c *file.Call) {
	if list, err := f.Words(c.Args[3]); err == nil && len(list) > 0 {
		s.addSize(c.Args[1].Bits, extent{}.with(c.Args[2].Bits, uint64(list[0])))
	}
}

// surface reads the size and the configuration of a surface that the recorder queried.
func (s *survey) surface(_ *file.File, c *file.Call) {
	s.addSize(c.Args[1].Bits, extent{int32(c.Args[3].Bits), int32(c.Args[4].Bits)})
	s.adoptSurface(c)
	config, _ := c.Arg("config")
	s.addBits(configOf(config.Bits), c)
	if of, known := s.created[c.Args[1].Bits]; known {
		s.addBits(of.config, c)
	}
}

// addBits adds the attributes that gltrace.Surface has of a configuration.
func (s *survey) addBits(config uint64, c *file.Call) {
	const first = 6 // the parameter red
	for i, name := range surfaceBits {
		s.addConfig(config, name, uint32(c.Args[first+i].Bits))
	}
	if v, ok := c.Arg("renderable_type"); ok {
		s.addConfig(config, renderableType, uint32(v.Bits))
	}
}

// surfaceBits has the attributes of configurations in the order of gltrace.Surface: EGL_RED_SIZE, and so on.
var surfaceBits = []uint32{0x3024, 0x3023, 0x3022, 0x3021, 0x3025, 0x3026, 0x3031}

const renderableType = 0x3040

func (s *survey) config(f *file.File, c *file.Call) {
	if list, err := f.Words(c.Args[3]); err == nil && len(list) > 0 {
		s.addConfig(c.Args[1].Bits, uint32(c.Args[2].Bits), list[0])
	}
}

// addConfig adds an attribute of a configuration, if it selects a similar one on another driver.
func (s *survey) addConfig(config uint64, name, value uint32) {
	if name != renderableType && !slices.Contains(surfaceBits, name) {
		return
	}
	if s.configs[config] == nil {
		s.configs[config] = configBits{}
	}
	keep(s, s.configs[config], name, value)
}

func (s *survey) image(_ *file.File, c *file.Call) { s.images[c.Thread] = c.Index }

func (s *survey) source(_ *file.File, c *file.Call) {
	if data, _ := c.Arg("data"); data.HasData() {
		if at, known := s.images[c.Thread]; known {
			keep(s, s.sources, at, c.Index)
		}
	}
}
